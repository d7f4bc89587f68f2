// SPDX-License-Identifier: BSL-1.0
/// \file
/// Tables as RFC 4180 and tab-separated files write them, for tests that compare the catalogue with test/data.
#pragma once

#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

/// A row: cell by column.
using table_row = std::map<std::string, std::string>;

/// The records of RFC 4180 text. Quoted fields may hold separators, line ends and doubled quotes.
/// \throws std::runtime_error where a quote is not closed, or something other than a separator follows one that is.
inline std::vector<std::vector<std::string>> csv_records(std::string const& text) {
  std::vector<std::vector<std::string>> records;
  std::vector<std::string> record(1);
  enum { outside, inside, closed } quotes = outside;
  bool anything = false;
  for (char c : text) {
    if (quotes == inside) {
      if (c == '"') {
        quotes = closed;
      } else {
        record.back() += c;
      }
    } else if (c == '"' && (quotes == closed || record.back().empty())) {
      if (quotes == closed) record.back() += '"';
      quotes = inside;
    } else if (c == ',') {
      record.emplace_back();
      quotes = outside;
    } else if (c == '\n') {
      records.push_back(record);
      record.assign(1, "");
      quotes = outside;
      anything = false;
      continue;
    } else if (c != '\r') {
      if (quotes == closed) throw std::runtime_error("text after a closing quote");
      record.back() += c;
    }
    anything = true;
  }
  if (quotes == inside) throw std::runtime_error("a quote is not closed");
  if (anything) records.push_back(record);
  return records;
}

inline std::vector<std::vector<std::string>> tsv_records(std::string const& text) {
  std::vector<std::vector<std::string>> records(1, std::vector<std::string>(1));
  for (char c : text) {
    if (c == '\t') {
      records.back().emplace_back();
    } else if (c == '\n') {
      records.emplace_back(1);
    } else {
      records.back().back() += c;
    }
  }
  records.pop_back();  // the file ends in a line end
  return records;
}

/// The rows of records whose first is the header.
/// \throws std::runtime_error where a record has another number of cells than the header
inline std::vector<table_row> rows_of(std::vector<std::vector<std::string>> const& records) {
  std::vector<table_row> rows;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i].size() != records[0].size())
      throw std::runtime_error("row " + std::to_string(i) + " has other columns");
    table_row row;
    for (std::size_t column = 0; column < records[0].size(); ++column) row[records[0][column]] = records[i][column];
    rows.push_back(row);
  }
  return rows;
}

/// \throws std::runtime_error where the file cannot be read
inline std::string text_of_file(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}
