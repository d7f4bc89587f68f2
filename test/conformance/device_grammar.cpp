// SPDX-License-Identifier: BSL-1.0
// Every row of test/data/device_grammar.tsv: what Lightning does with a choice of devices, and what is done here. A row
// is as in Lightning, or it says why not; which of the two it is, is checked as well.
// Data: the column `lightning` is what PyTorch Lightning did when it ran; `here` is this library's promise.

#include <allotype/allotype.hpp>
#include <allotype/devices/device_selection.hpp>
#include <allotype/devices/visible_devices.hpp>

#include <cctype>
#include <iostream>
#include <map>
#include <ranges>
#include <set>
#include <string>
#include <vector>

#include "catalog/catalog_csv.hpp"
#include "catch.hpp"
#include "device_literals.hpp"

namespace at = allotype;

namespace {

std::string const table = std::string(ALLOTYPE_TEST_DATA) + "/device_grammar.tsv";

// ---- machines ------------------------------------------------------------------------------------------------------

std::string uuid(char const* kind, char const* beginning) {
  return kind + (beginning + std::string("00000000-0000-0000-0000-000000000000").substr(std::string(beginning).size()));
}

/// The machines of the table: a number of GPUs and what else is said of them.
at::devices_present machine(std::string const& name) {
  if (name == "cpu") return {"CPU", 1, at::devices_present::asked_for_by::processes};
  if (name == "mps") return {"MPS device", 1};
  if (name == "tpu 8") return {"TPU core", 8, at::devices_present::asked_for_by::cores};
  at::devices_present gpus("CUDA device");
  char const* const beginnings[] = {"1e3d0c52", "9a", "9b", "c4", "d0", "d1", "d2", "d3"};
  if (name.starts_with("4 partitioned")) {
    gpus.add_partitioned(uuid("GPU-", "1e3d0c52").c_str());
    gpus.add_partition(uuid("MIG-", "77aa").c_str(), 2, 0).add_partition(uuid("MIG-", "77bb").c_str(), 3, 0);
    gpus.add_partitioned(uuid("GPU-", "9a").c_str());
    gpus.add_partition(uuid("MIG-", "41b2").c_str(), 1, 0).add_partition(uuid("MIG-", "77cc").c_str(), 5, 0);
    gpus.add(uuid("GPU-", "9b").c_str()).add(uuid("GPU-", "c4").c_str());
    return gpus;
  }
  for (int i = 0; i < name[0] - '0'; ++i) gpus.add(uuid("GPU-", beginnings[i]).c_str());
  return gpus;
}

at::visible_devices visible(std::string const& name) {
  auto const mask = name.find("CUDA_VISIBLE_DEVICES=");
  auto const here = machine(name);
  if (mask == std::string::npos) return here;
  return at::visible_devices(here, {.cuda_visible_devices = name.substr(mask + 21).c_str()});
}

// ---- inputs --------------------------------------------------------------------------------------------------------

template <class T>
concept one = std::is_constructible_v<at::device_choice, T>;
template <class T>
concept some = requires(std::initializer_list<T> list) { at::device_choice::indices(list); };
template <class Choice>
concept mixed = requires { Choice::indices({0, "1"}); };

/// Values that C++ has no conversion for, spelled as in Python, and whether they compile nevertheless.
std::map<std::string, bool> const types = {
    {"True", one<bool>},
    {"False", one<bool>},
    {"None", one<std::nullptr_t>},
    {"0.1", one<double>},
    {"1.0", one<float>},
    {"0.0", one<double>},
    {"[None]", some<std::nullptr_t>},
    {"[\"0\"]", some<char const*>},
    {"[0,\"1\"]", mixed<at::device_choice>},
    {"[True]", some<bool>},
    {"[False]", some<bool>},
    {"[0.0]", some<double>},
    {"[[0,1]]", some<std::initializer_list<int>>},
    {"{0,1}", one<std::set<int>>},
    {"range(2)", one<std::ranges::iota_view<int, int>>},
    {"{0:1}", one<std::map<int, int>>},
    {"b\"2\"", one<unsigned char const (&)[2]>},
};

std::string text_in(std::string const& quoted) { return quoted.substr(1, quoted.size() - 2); }
bool is_text(std::string const& input) { return input.starts_with('"'); }

/// What the input chooses, spelled as in Python: 2, "0,1", [0,1], (0,1).
at::device_choice choice(std::string const& input) {
  if (is_text(input)) return at::device_choice::of_text(text_in(input));
  if (input[0] != '[' && input[0] != '(') return std::stoll(input);
  std::vector<int> indices;
  for (std::size_t at = 1; at + 1 < input.size();) {
    std::size_t used = 0;
    indices.push_back(std::stoi(input.substr(at), &used));
    at += used + 1;
  }
  return at::device_choice::indices(indices.data(), static_cast<int>(indices.size()));
}

// ---- outcomes ------------------------------------------------------------------------------------------------------

std::string name_of(at::device_selection_error::kind problem) {
  switch (problem) {
    case at::device_selection_error::kind::none:
      return "none";
    case at::device_selection_error::kind::not_understood:
      return "not_understood";
    case at::device_selection_error::kind::too_many:
      return "too_many";
    case at::device_selection_error::kind::zero:
      return "zero";
    case at::device_selection_error::kind::negative_count:
      return "negative_count";
    case at::device_selection_error::kind::listed_twice:
      return "listed_twice";
    case at::device_selection_error::kind::not_for_this_accelerator:
      return "not_for_this_accelerator";
    case at::device_selection_error::kind::none_available:
      return "none_available";
    case at::device_selection_error::kind::ambiguous:
      return "ambiguous";
    case at::device_selection_error::kind::hidden:
      return "hidden";
    case at::device_selection_error::kind::not_present:
      return "not_present";
    case at::device_selection_error::kind::in_use:
      return "in_use";
  }
  return "?";
}

/// What Lightning's errors are here.
std::map<std::string, std::string> const errors = {
    {"TYPE", "does not compile"},
    {"NONE", "none_available"},
    {"RANGE", "not_present"},
    {"DUP", "listed_twice"},
    {"INT", "not_understood"},
    {"ZERO", "zero"},
    {"CPU", "not_for_this_accelerator"},
    {"TPU", "not_for_this_accelerator"},
    {"TPUSTR", "not_understood"},
};

template <class List>
std::string spelled(List const& list, int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + std::to_string(list[i]);
  return text + "]";
}
std::string spelled(at::visible_devices::selection const& selected) { return spelled(selected, selected.size()); }

/// Positions on the machine of what a mask leaves.
std::string spelled(at::visible_devices const& left, at::devices_present const& here) {
  std::vector<int> positions;
  for (int i = 0; i < left.count; ++i) {
    for (int k = 0; k < here.count; ++k) {
      if (here.device[k].uuid == left.device[i].uuid) positions.push_back(k);
    }
  }
  return spelled(positions, static_cast<int>(positions.size()));
}

std::string outcome(table_row const& row) {
  auto const& subject = row.at("subject");
  auto const& input = row.at("input");
  auto const& where = row.at("machine");
  if (auto const type = types.find(input); type != types.end() && subject != "variable") {
    return type->second ? "compiles" : "does not compile";
  }
  try {
    if (subject == "mask") {
      auto const here = machine(where);
      auto const text = is_text(input) ? text_in(input) : "";
      return spelled(at::visible_devices(here, {.cuda_visible_devices = is_text(input) ? text.c_str() : nullptr}),
                     here);
    }
    if (subject == "first") return std::to_string(visible(where).select(choice(input))[0]);
    if (subject == "equal") {
      auto const equals = input.find(" == ");
      return choice(input.substr(0, equals)) == choice(input.substr(equals + 4)) ? "equal" : "different";
    }
    if (subject == "variable" || subject == "command line") {
      return spelled(visible(where).select(input));
    }
    if (is_text(input)) return spelled(visible(where).select(text_in(input)));
    return spelled(visible(where).select(choice(input)));
  } catch (at::device_selection_error const& error) {
    std::string const what = error.what();
    CHECK(what.find("; valid: " + std::string(error.valid())) != std::string::npos);
    CHECK(what.find('"' + std::string(error.input()) + '"') != std::string::npos);
    CHECK(what.find(error.present()) != std::string::npos);
    CHECK(error.position() >= -1);
    CHECK(error.position() <= static_cast<int>(input.size()));
    bool const machine_was_looked_at = is_text(input) && subject != "first";
    if (machine_was_looked_at) CHECK(std::string(error.present()).starts_with("this machine"));
    return name_of(error.problem());
  }
}

}  // namespace

TEST_CASE("every row of the table of the device grammar") {
  auto const rows = rows_of(tsv_records(text_of_file(table)));
  int same = 0;
  int changed = 0;
  int without_counterpart = 0;
  for (auto const& row : rows) {
    INFO(row.at("subject") << ", " << row.at("accelerator") << ", " << row.at("machine") << ", " << row.at("input"));
    auto const& lightning = row.at("lightning");
    auto const& here = row.at("here");
    auto const& reason = row.at("reason");
    if (here == "no counterpart") {
      CHECK_FALSE(reason.empty());
      ++without_counterpart;
      continue;
    }
    CHECK(outcome(row) == here);
    auto const known = errors.find(lightning);
    std::string const as_in_lightning = known != errors.end() ? known->second : lightning;
    // Lightning's classes of what is found out in other ways there: where there is no reason for a change, none is one.
    bool const other_class = lightning == "ValueError" || lightning == "RuntimeError" || lightning == "conflict";
    if (reason.empty()) {
      CHECK((here == as_in_lightning || (other_class && !here.starts_with('['))));
      ++same;
    } else {
      CHECK(here != as_in_lightning);
      ++changed;
    }
  }
  std::cout << rows.size() << " rows: " << same << " as in Lightning, " << changed << " changed for the reason given, "
            << without_counterpart << " without a counterpart\n";
  CHECK(rows.size() >= 320);
}

TEST_CASE("texts are read while compiling as they are while the program runs") {
  auto const compiled = device_literals();
  CHECK(compiled.count >= 60);
  for (int i = 0; i < compiled.count; ++i) {
    auto const& literal = compiled.first[i];
    INFO(literal.text);
    std::string const text(literal.text, static_cast<std::size_t>(literal.length));  // of the running program
    auto const parsed = at::detail::parse_devices(text);
    CHECK(parsed.fault.problem == literal.problem);
    CHECK(parsed.fault.position == literal.position);
    if (literal.problem == at::device_selection_error::kind::none) {
      CHECK(std::string(at::to_string(parsed.choice).text()) == literal.printed.text());
      CHECK(at::device_choice::of_text(literal.printed.text()) == parsed.choice);
    }
  }
  std::cout << compiled.count << " texts read by the compiler and by the program\n";
}
