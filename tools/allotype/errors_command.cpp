// SPDX-License-Identifier: BSL-1.0
#include "errors_command.hpp"

#include <allotype/core/error.hpp>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "compiler_log.hpp"
#include "library/files.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace program {

namespace {

namespace at = allotype;
using nlohmann::ordered_json;

ordered_json number(int value) { return value == 0 ? ordered_json{} : ordered_json(value); }
ordered_json text(std::string const& value) { return value.empty() ? ordered_json{} : ordered_json(value); }

std::vector<compiler_error> read(std::string const& file) {
  library::check_readable(file);
  bool const is_standard = file == "-";
  std::ifstream opened(is_standard ? "/dev/null" : file);
  std::istream& log = is_standard ? std::cin : opened;
  progress const shown("reads what the compiler says");
  std::vector<compiler_error> found = errors_of(log);
  if (log.bad()) throw at::input_error(at::message<2000>{} << file.c_str() << ": cannot be read to its end");
  return found;
}

void print_error(compiler_error const& error) {
  std::string const place = text_of(error.place);
  std::string line = place.empty() ? "" : styled(style::place, place + ":") + " ";
  if (!error.of_library && !place.empty()) line += styled(style::problem, "error:") + " ";
  print(fitted(line + (error.of_library ? styled(style::heading, error.sentence) : error.sentence), 4) + "\n");
  if (!error.code.empty()) print(cut("    " + error.code) + "\n");
  if (!error.about.empty()) print(fitted("    " + styled(style::quiet, "with " + error.about), 8) + "\n");
  if (error.reported.line != 0) print(fitted("    " + styled(style::quiet, "in " + text_of(error.reported)), 8) + "\n");
}

}  // namespace

bool errors(std::string const& file, bool json) {
  std::vector<compiler_error> const found = read(file);
  if (json) {
    ordered_json document = ordered_json::array();
    for (compiler_error const& each : found) {
      document.push_back({{"file", text(each.place.file)},
                          {"line", number(each.place.line)},
                          {"column", number(each.place.column)},
                          {"sentence", each.sentence},
                          {"of_library", each.of_library},
                          {"code", text(each.code)},
                          {"with", text(each.about)},
                          {"in", text(text_of(each.reported))}});
    }
    print(document);
  } else if (found.empty()) {
    print("no errors in " + (file == "-" ? std::string{"standard input"} : file) + "\n");
  } else {
    for (compiler_error const& each : found) print_error(each);
  }
  return found.empty();
}

}  // namespace program
