// SPDX-License-Identifier: BSL-1.0
#include "output.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "library/quoting.hpp"
#include "terminal.hpp"

namespace program {

namespace {

void write(std::string const& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

std::string dumped(nlohmann::ordered_json const& json, int indentation) {
  return json.dump(indentation, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

void print(std::string const& text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    if (std::size_t const size = length_of_style(std::string_view(text).substr(at)); size > 0 || text[at] == '\t') {
      shown += text.substr(at, std::max<std::size_t>(size, 1));
      at += std::max<std::size_t>(size, 1);
      continue;
    }
    std::size_t const end = std::min(text.find_first_of("\t\x1b", at + 1), text.size());
    shown += library::terminal_text(text.substr(at, end - at), true);
    at = end;
  }
  write(shown);
}

void print(nlohmann::ordered_json const& json) { write(library::shown_json(dumped(json, 2)) + "\n"); }
void print_line(nlohmann::ordered_json const& json) { write(library::shown_json(dumped(json, -1)) + "\n"); }

std::string sentence(std::string description) {
  if (!description.empty() && description[0] >= 'a' && description[0] <= 'z')
    description[0] = static_cast<char>(description[0] - 'a' + 'A');
  return description.empty() || description.back() == '.' ? description : description + ".";
}

}  // namespace program
