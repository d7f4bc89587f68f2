// SPDX-License-Identifier: BSL-1.0
/// \file
/// Inputs and outputs as JSON, and inputs as arguments of a command line. Errors name the input, what it is, and what
/// would be valid. JSON has no NaN and no infinity: they are the texts "NaN", "Infinity" and "-Infinity", as in
/// protobuf's JSON.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <allotype/cluster/quoting/utf8.hpp>
#include <allotype/cluster/request/flyte.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/error.hpp>
#include <allotype/program/detail/value.hpp>
#include "json_builder.hpp"
#include "time_text.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

[[noreturn]] inline void refuse_input(std::string const& where, std::string const& why) {
  throw input_error((where.empty() ? why : where + ": " + why).c_str());
}

/// "whole number", "list of files".
inline std::string words_of(value_type const& type, bool several = false) {
  std::string const s = several ? "s" : "";
  switch (type.kind) {
    case kind_of_value::boolean:
      return several ? "truth values" : "true or false";
    case kind_of_value::integer:
      return "whole number" + s;
    case kind_of_value::number:
      return "number" + s;
    case kind_of_value::string:
      return "text" + s;
    case kind_of_value::file:
      return "file" + s;
    case kind_of_value::list:
      return "list" + s + " of " + words_of(type.parts[0], true);
    case kind_of_value::map:
      return "map" + s + " from names to " + words_of(type.parts[0], true);
    case kind_of_value::optional:
      return words_of(type.parts[0], several);
    case kind_of_value::datetime:
      return "datetime" + s;
    case kind_of_value::duration:
      return "duration" + s;
    case kind_of_value::enumeration:
      return "one of " + joined(type.names);
    case kind_of_value::directory:
      return "folder" + s;
    case kind_of_value::dataset:
      return type.names[0] + " dataset" + s;
    case kind_of_value::variant: {
      std::string words;
      for (value_type const& part : type.parts) words += (words.empty() ? "" : " or ") + words_of(part, several);
      return words;
    }
    case kind_of_value::structure:
      break;
  }
  std::string fields;
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    fields += (i == 0 ? " " : ", ") + type.names[i] + ": " + words_of(type.parts[i]);
  }
  return "structure" + s + (fields.empty() ? "" : " with" + fields);
}

/// What would be valid, for errors.
inline std::string valid_for(value_type const& type) {
  if (type.kind == kind_of_value::optional) return valid_for(type.parts[0]);
  if (type.kind == kind_of_value::integer) {
    return "a whole number from " + std::to_string(type.least) + " to " + std::to_string(type.most);
  }
  if (type.kind == kind_of_value::variant) {
    std::string all;
    for (value_type const& part : type.parts) all += (all.empty() ? "" : " or ") + valid_for(part);
    return all;
  }
  if (is_time(type)) {
    std::string const step = type.tick == 1 ? "" : ", in steps of " + duration_text(span_of_ticks(type.tick));
    return "a " + words_of(type) + " from " + time_text(type.kind, {.integer = type.least}) + " to " +
           time_text(type.kind, {.integer = type.last_second}) + step;
  }
  bool const without_article = type.kind == kind_of_value::boolean || type.kind == kind_of_value::string ||
                               type.kind == kind_of_value::enumeration;
  return (without_article ? "" : "a ") + words_of(type);
}

inline std::string shortened(std::string const& text) {
  std::size_t longest = 60;
  if (text.size() <= longest) return text;
  while (longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xc0) == 0x80) --longest;  // inside a character
  return text.substr(0, longest) + "...";
}

[[noreturn]] inline void refuse_value(value_type const& type, std::string const& where, std::string const& found) {
  refuse_input(where, shortened(found) + " is not valid; " + valid_for(type) + " is");
}

inline std::string in_quotes(std::string_view text) { return "\"" + std::string{text} + "\""; }

/// The name of the known ones that is spelt most like `asked`, as the end of an error.
inline std::string did_you_mean(std::vector<std::string> const& known, std::string const& asked) {
  nearest_names<std::string> found(asked.c_str(), static_cast<int>(asked.size()));
  for (std::string const& name : known) found.offer(name.c_str(), name);
  return found.size() == 0 ? "" : "; did you mean " + found.best() + "?";
}

// ---- reading

/// What a file of inputs may have: lists of numbers are long.
inline constexpr std::size_t most_bytes_of_inputs = std::size_t{1} << 30;

inline value value_of_number(value_type const& type, std::string const& where, double number,
                             std::string const& found) {
  if (std::isfinite(number) && std::abs(number) > type.largest) {
    refuse_input(where, found + " is too large; the largest is " + ordered_json(type.largest).dump());
  }
  value to;
  to.number = number;
  return to;
}

inline value value_of_integer(value_type const& type, std::string const& where, bool negative, unsigned long long bits,
                              std::string const& found) {
  auto const number = static_cast<long long>(bits);
  bool const fits = negative ? number >= type.least : bits <= type.most;
  if (!fits) refuse_value(type, where, found);
  value to;
  to.integer = number;
  return to;
}

/// \param read none where the text is none
inline value value_of_time(value_type const& type, std::string const& where, std::optional<value> const& read,
                           std::string const& found) {
  if (!read || !is_in_range(type, *read) || !is_whole_ticks(type, *read)) refuse_value(type, where, found);
  return *read;
}

inline value value_of_name(value_type const& type, std::string const& where, std::string const& name) {
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    if (type.names[i] == name) return {.integer = static_cast<long long>(i)};
  }
  refuse_value(type, where, in_quotes(name));
}

/// The first alternative of a variant that `read(part)` takes. \param is_meant says whether the alternative may be
/// meant; of one alone its own error counts
template <class IsMeant, class Read>
value value_of_alternative(value_type const& type, std::string const& where, std::string const& found,
                           IsMeant const& is_meant, Read const& read) {
  std::exception_ptr why;
  int tried = 0;
  for (std::size_t i = 0; i < type.parts.size(); ++i) {
    if (!is_meant(type.parts[i])) continue;
    try {
      value to{.integer = static_cast<long long>(i)};
      to.items.push_back(read(type.parts[i]));
      return to;
    } catch (input_error const&) {
      ++tried;
      why = std::current_exception();
    }
  }
  if (tried == 1) std::rethrow_exception(why);
  refuse_value(type, where, found);
}

/// A structure of the fields that `json` has; `read(i, field)` reads the field with that position. \throws input_error
/// where one is missing or unknown
template <class Read>
value value_of_fields(value_type const& type, ordered_json const& json, std::string const& where, Read const& read) {
  for (auto const& [key, each] : json.items()) {
    (void)each;
    if (!is_utf8(key)) refuse_input(where, "has a name that is not UTF-8");
    bool known = false;
    for (std::string const& name : type.names) known = known || name == key;
    if (!known) {
      refuse_input(where, "there is no " + in_quotes(key) + "; there " + (type.names.size() == 1 ? "is " : "are ") +
                              joined(type.names));
    }
  }
  value to;
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    auto const found = json.find(type.names[i]);
    if (found == json.end() && type.parts[i].kind != kind_of_value::optional) {
      std::string const name = where.empty() ? type.names[i] : where + "." + type.names[i];
      refuse_input(name, "is missing; " + valid_for(type.parts[i]) + " is valid");
    }
    to.items.push_back(found == json.end() ? value{.present = false} : read(i, *found));
  }
  return to;
}

/// For errors.
inline std::string shown_value(ordered_json const& json) {
  if (json.is_binary()) return "bytes";
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// \param folder where relative paths start
inline value value_of_json(value_type const& type, ordered_json const& json, std::string const& where,
                           std::filesystem::path const& folder) {
  value to;
  auto const inner = [&](std::string const& name) { return where.empty() ? name : where + "." + name; };
  switch (type.kind) {
    case kind_of_value::boolean:
      if (!json.is_boolean()) break;
      to.integer = json.get<bool>();
      return to;
    case kind_of_value::integer: {
      if (json.is_number_unsigned())
        return value_of_integer(type, where, false, json.get<unsigned long long>(), json.dump());
      if (json.is_number_integer()) {
        auto const number = json.get<long long>();
        return value_of_integer(type, where, number < 0, static_cast<unsigned long long>(number), json.dump());
      }
      // Where all numbers are doubles (protobuf's Struct), so are these.
      if (!json.is_number_float() || std::abs(json.get<double>()) > 9007199254740992. ||
          std::trunc(json.get<double>()) != json.get<double>()) {
        break;
      }
      auto const number = static_cast<long long>(json.get<double>());
      return value_of_integer(type, where, number < 0, static_cast<unsigned long long>(number), json.dump());
    }
    case kind_of_value::number: {
      if (json.is_number()) return value_of_number(type, where, json.get<double>(), json.dump());
      constexpr double infinity = std::numeric_limits<double>::infinity();
      if (json == "NaN")
        to.number = std::numeric_limits<double>::quiet_NaN();
      else if (json == "Infinity")
        to.number = infinity;
      else if (json == "-Infinity")
        to.number = -infinity;
      else
        break;
      return to;
    }
    case kind_of_value::string:
      if (!json.is_string()) break;
      to.text = json.get<std::string>();
      if (!is_utf8(to.text)) refuse_input(where, "is not UTF-8");
      return to;
    case kind_of_value::datetime:
    case kind_of_value::duration:
      if (!json.is_string()) break;
      return value_of_time(type, where, time_of(type.kind, json.get<std::string>()), shown_value(json));
    case kind_of_value::enumeration:
      if (!json.is_string() || !is_utf8(json.get<std::string>())) break;
      return value_of_name(type, where, json.get<std::string>());
    case kind_of_value::variant:
      return value_of_alternative(
          type, where, shown_value(json), [](value_type const&) { return true; },
          [&](value_type const& part) { return value_of_json(part, json, where, folder); });
    case kind_of_value::file:
    case kind_of_value::directory:
    case kind_of_value::dataset:
      if (!json.is_string() || json.get<std::string>().empty()) break;
      if (json.get<std::string>().find('\0') != std::string::npos) refuse_input(where, "is a path with a NUL byte");
      if (!is_utf8(json.get<std::string>())) refuse_input(where, "is not UTF-8");
      to.text = (folder / json.get<std::string>()).string();
      return to;
    case kind_of_value::list:
      if (!json.is_array()) break;
      for (std::size_t i = 0; i < json.size(); ++i) {
        to.items.push_back(value_of_json(type.parts[0], json[i], where + "[" + std::to_string(i) + "]", folder));
      }
      return to;
    case kind_of_value::map:
      if (!json.is_object()) break;
      for (auto const& [key, each] : json.items()) {
        if (!is_utf8(key)) refuse_input(where, "has a name that is not UTF-8");
        to.keys.push_back(key);
        to.items.push_back(value_of_json(type.parts[0], each, inner(key), folder));
      }
      return to;
    case kind_of_value::optional:
      to.present = !json.is_null();
      if (to.present) to.items.push_back(value_of_json(type.parts[0], json, where, folder));
      return to;
    case kind_of_value::structure:
      if (!json.is_object()) break;
      return value_of_fields(type, json, where, [&](std::size_t i, ordered_json const& field) {
        return value_of_json(type.parts[i], field, inner(type.names[i]), folder);
      });
  }
  refuse_value(type, where, shown_value(json));
}

/// \throws input_error with the line of the mistake; also for a name that an object has twice, and for more levels of
/// lists and structures than any type has
inline ordered_json parsed_json(std::string const& text, std::string const& where, std::string const& advice) {
  json_builder builder([&](std::string const& why) { refuse_input(where, why); }, true);
  if (ordered_json::sax_parse(text, &builder)) return builder.take();
  auto const mistake = text.begin() + static_cast<std::ptrdiff_t>(std::min(builder.mistake(), text.size()));
  refuse_input(where, "is not JSON (mistake on line " + std::to_string(1 + std::count(text.begin(), mistake, '\n')) +
                          ", at byte " + std::to_string(builder.mistake()) + ")" + advice);
}

/// The JSON of an input that an argument of the command line states: texts, files and numbers as they are, lists, maps
/// and structures as JSON.
inline ordered_json json_of_argument(value_type const& type, std::string const& text, std::string const& where) {
  char const* const begin = text.data();
  char const* const end = begin + text.size();
  switch (type.kind) {
    case kind_of_value::boolean:
      if (text == "true" || text == "false") return text == "true";
      refuse_value(type, where, in_quotes(text));
    case kind_of_value::integer: {
      long long number = 0;
      unsigned long long large = 0;
      if (auto const read = std::from_chars(begin, end, number); read.ec == std::errc{} && read.ptr == end)
        return number;
      if (auto const read = std::from_chars(begin, end, large); read.ec == std::errc{} && read.ptr == end) return large;
      refuse_value(type, where, in_quotes(text));
    }
    case kind_of_value::number: {
      if (text == "NaN" || text == "Infinity" || text == "-Infinity") return text;
      double number = 0;
      auto const read = std::from_chars(begin, end, number);
      if (read.ec != std::errc{} || read.ptr != end || !std::isfinite(number))
        refuse_value(type, where, in_quotes(text));
      return number;
    }
    case kind_of_value::string:
    case kind_of_value::file:
    case kind_of_value::datetime:
    case kind_of_value::duration:
    case kind_of_value::enumeration:
    case kind_of_value::directory:
    case kind_of_value::dataset:
      if (!is_utf8(text)) refuse_input(where, "is not UTF-8");
      return text;
    case kind_of_value::variant: {
      // What the first alternative reads that fits.
      ordered_json json;
      (void)value_of_alternative(
          type, where, in_quotes(text), [](value_type const&) { return true; },
          [&](value_type const& part) {
            json = json_of_argument(part, text, where);
            return value_of_json(part, json, where, "");
          });
      return json;
    }
    case kind_of_value::optional:
      return json_of_argument(type.parts[0], text, where);
    case kind_of_value::list:
      return parsed_json(text, where, "; write a list as '[1, 2]'");
    case kind_of_value::map:
    case kind_of_value::structure:
      return parsed_json(
          text, where,
          "; write a " + std::string{type.kind == kind_of_value::map ? "map" : "structure"} + " as '{\"name\": 1}'");
  }
  return {};
}

/// A path on this machine: a file, a directory or a dataset.
inline bool is_path(value_type const& type) {
  return type.kind == kind_of_value::file || type.kind == kind_of_value::directory ||
         type.kind == kind_of_value::dataset;
}

/// Calls `visit(type, path, where)` for each file, directory and dataset in a value.
template <class Value, class Visitor>
void for_each_file(value_type const& type, Value& in, std::string const& where, Visitor const& visit) {
  if (is_path(type)) return visit(type, in.text, where);
  if (type.kind == kind_of_value::optional && !in.present) return;
  for (std::size_t i = 0; i < in.items.size(); ++i) {
    bool const structure = type.kind == kind_of_value::structure;
    std::string name = where;
    if (type.kind == kind_of_value::list) name += "[" + std::to_string(i) + "]";
    if (structure || type.kind == kind_of_value::map) {
      name += (name.empty() ? "" : ".") + (structure ? type.names[i] : in.keys[i]);
    }
    std::size_t const part = structure                             ? i
                             : type.kind == kind_of_value::variant ? static_cast<std::size_t>(in.integer)
                                                                   : 0;
    for_each_file(type.parts[part], in.items[i], name, visit);
  }
}

inline bool has_files(value_type const& type) {
  if (is_path(type)) return true;
  for (value_type const& part : type.parts) {
    if (has_files(part)) return true;
  }
  return false;
}

/// \throws input_error where a file of the inputs is missing or cannot be read
inline void check_files(value_type const& type, value const& inputs) {
  for_each_file(type, inputs, "", [](value_type const& of, std::string const& file, std::string const& where) {
    std::error_code absent;
    auto const found = std::filesystem::status(file, absent);
    bool const folder = std::filesystem::is_directory(found);
    std::string const valid = "; " + valid_for(of) + " is valid";
    if (!std::filesystem::exists(found)) refuse_input(where, file + " does not exist" + valid);
    if (folder && of.kind == kind_of_value::file) refuse_input(where, file + " is a folder" + valid);
    if (!folder && of.kind == kind_of_value::directory) refuse_input(where, file + " is a file" + valid);
    if (::access(file.c_str(), R_OK) != 0) refuse_input(where, file + " cannot be read");
  });
}

// ---- writing

/// \throws error where a text is not UTF-8
inline ordered_json json_of_value(value_type const& type, value const& from, std::string const& where = "") {
  switch (type.kind) {
    case kind_of_value::boolean:
      return from.integer != 0;
    case kind_of_value::integer:
      if (type.least == 0) return static_cast<unsigned long long>(from.integer);
      return from.integer;
    case kind_of_value::number:
      if (std::isnan(from.number)) return "NaN";
      if (std::isinf(from.number)) return from.number > 0 ? "Infinity" : "-Infinity";
      return from.number;
    case kind_of_value::datetime:
    case kind_of_value::duration:
      if (!is_in_range(type, from)) {
        throw error(message<2000>{} << where.c_str() << ": the task returned a " << words_of(type).c_str()
                                    << " that is not valid; " << valid_for(type).c_str() << " is");
      }
      return time_text(type.kind, from);
    case kind_of_value::enumeration:
      return type.names[static_cast<std::size_t>(from.integer)];
    case kind_of_value::variant:
      return json_of_value(type.parts[static_cast<std::size_t>(from.integer)], from.items[0], where);
    case kind_of_value::string:
    case kind_of_value::file:
    case kind_of_value::directory:
    case kind_of_value::dataset:
      if (!is_utf8(from.text)) {
        throw error(message<2000>{} << where.c_str() << ": the task returned a text that is not UTF-8");
      }
      return from.text;
    case kind_of_value::list: {
      ordered_json list = ordered_json::array();
      for (value const& each : from.items) list.push_back(json_of_value(type.parts[0], each, where));
      return list;
    }
    case kind_of_value::map: {
      ordered_json map = ordered_json::object();
      for (std::size_t i = 0; i < from.items.size(); ++i) {
        append_member(map, from.keys[i], json_of_value(type.parts[0], from.items[i], where + "." + from.keys[i]));
      }
      return map;
    }
    case kind_of_value::optional:
      return from.present ? json_of_value(type.parts[0], from.items[0], where) : ordered_json(nullptr);
    case kind_of_value::structure:
      break;
  }
  ordered_json structure = ordered_json::object();
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    structure[type.names[i]] =
        json_of_value(type.parts[i], from.items[i], where.empty() ? type.names[i] : where + "." + type.names[i]);
  }
  return structure;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
