// SPDX-License-Identifier: BSL-1.0
#include "checkpoint.hpp"

#include <charconv>

#include "../whole_file.hpp"

namespace example {

namespace {

constexpr char results_name[] = "results";

template <class Number>
std::string in_text(Number number) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string value_of(notes const& in, std::string const& name) {
  auto const found = in.find(name);
  return found == in.end() ? "nothing" : found->second;
}

}  // namespace

notes notes_of(options const& asked, std::string const& precision, std::uint64_t data) {
  return {{"batch", in_text(asked.batch)},
          {"data", in_text(data)},
          {"precision", precision},
          {"rate", in_text(asked.rate)},
          {"seed", in_text(asked.seed)}};
}

notes with_results(notes of_run, curve const& results) {
  of_run[results_name] = csv_text(results);
  return of_run;
}

curve results_in(std::string const& file, notes const& found, notes const& of_run, int epochs) {
  auto const refuse = [&](std::string const& why) { throw bad_file(file + ": " + why); };
  std::string differences;
  for (auto const& [option, wanted] : of_run) {
    std::string const its = value_of(found, option);
    if (its == wanted) continue;
    if (!differences.empty()) differences += ", ";
    differences += option == "data" ? "another --data" : "--" + option + " " + its + ", not " + wanted;
  }
  if (!differences.empty()) refuse("is of another run: it has " + differences);

  curve const results = curve_in(value_of(found, results_name));
  if (results.empty()) refuse("has no epochs of this program");
  if (results.size() > static_cast<std::size_t>(epochs)) {
    refuse("has " + std::to_string(results.size()) + " epochs already, and " + std::to_string(epochs) +
           " are asked for");
  }
  return results;
}

}  // namespace example
