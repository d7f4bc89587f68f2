// SPDX-License-Identifier: BSL-1.0
#include "digits.hpp"

#include <charconv>
#include <string>
#include <string_view>

#include "../whole_file.hpp"
#include "checksum.hpp"

namespace example {

namespace {

constexpr int numbers_in_line = picture_pixels + 1;

/// Reads `0,16,…,7`. False where the line is something else.
bool read_line(std::string_view line, digits& into) {
  char const *from = line.data(), *const end = from + line.size();
  for (int i = 0; i < numbers_in_line; ++i) {
    int number = 0;
    auto const [next, failed] = std::from_chars(from, end, number);
    bool const is_label = i == picture_pixels;
    if (failed != std::errc{} || number < 0 || number > (is_label ? classes - 1 : 16)) return false;
    if (is_label) {
      into.labels.push_back(number);
      return next == end;
    }
    into.pixels.push_back(static_cast<float>(number) / 16);
    if (next == end || *next != ',') return false;
    from = next + 1;
  }
  return false;
}

}  // namespace

data_set read_digits(std::filesystem::path const& file) {
  std::string const text = read_whole(file);
  data_set data{{}, {}, checksum_of(text)};
  std::string_view rest = text;
  int lines = 0;
  while (!rest.empty()) {
    auto const length = rest.find('\n');
    ++lines;
    if (!read_line(rest.substr(0, length), lines % 5 == 0 ? data.test : data.training)) {
      throw bad_file(file.string() + ": line " + std::to_string(lines) +
                     " is not 64 numbers from 0 to 16 and a digit, with commas between them");
    }
    rest.remove_prefix(length == rest.npos ? rest.size() : length + 1);
  }
  if (data.test.count() == 0) {
    throw bad_file(file.string() + ": has " + std::to_string(lines) + " lines; 5 are needed at least");
  }
  return data;
}

}  // namespace example
