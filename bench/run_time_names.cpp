// SPDX-License-Identifier: BSL-1.0
/// \file
/// From names to numbers and to types: the library's table against std::unordered_map over the same names, those of
/// test/data: 45 devices and 151 profiles of boards. An iteration looks up each name once, in random order.
#include <allotype/names/with_accelerator.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "../test/unit/catalog/catalog_csv.hpp"

namespace at = allotype;

namespace {

struct two_names {
  std::string device, partition;
  std::string joined() const { return partition.empty() ? device : device + " " + partition; }
};

/// A row's device is called as its board; the catalogue calls it as gpus.csv does.
std::vector<two_names> names_of_tables() {
  auto const rows = [](char const* file) {
    return rows_of(csv_records(text_of_file(std::string(ALLOTYPE_TEST_DATA "/") + file)));
  };
  std::vector<two_names> names;
  std::map<std::string, std::string> device_of_board{{"H20_141GB", "H20_141GB"},
                                                     {"GB300_DGX_STATION_252GB", "GB300_DGX_STATION"}};
  for (table_row const& row : rows("gpus.csv")) {
    std::string const device = row.at("device") == "A100_40GB" ? "A100" : row.at("device");
    names.push_back({device, ""});
    if (!row.at("mig_profile_device").empty()) device_of_board.emplace(row.at("mig_profile_device"), device);
  }
  for (table_row const& row : rows("mig_profiles.csv"))
    names.push_back({device_of_board.at(row.at("device")), row.at("profile")});
  std::shuffle(names.begin(), names.end(), std::mt19937{20});
  return names;
}

/// What stands for a pair of names in a map.
using pair_of_names = std::pair<std::string_view, std::string_view>;
struct hash_of_pair {
  std::size_t operator()(pair_of_names const& names) const {
    return std::hash<std::string_view>{}(names.first) * 31 + std::hash<std::string_view>{}(names.second);
  }
};

/// Enters `find(name)` for each of `names`, which must find `expected`.
template <class Names, class Find>
void enter(std::string const& comparison, char const* contender, Names const& names, std::vector<int> const& expected,
           Find const& find) {
  auto const name = comparison + "/" + std::to_string(names.size()) + "/" + contender;
  benchmark::RegisterBenchmark(name.c_str(), [&names, &expected, find](benchmark::State& state) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (find(names[i]) != expected[i]) state.SkipWithError("its result is wrong");
    }
    for (auto _ : state) {
      int sum = 0;
      for (auto const& one : names) sum += find(one);
      benchmark::DoNotOptimize(sum);
    }
  })->Unit(benchmark::kNanosecond);
}

}  // namespace

int main(int count, char** arguments) {
  using known = at::detail::accelerator_names<>;
  auto const names = names_of_tables();
  std::vector<std::string> joined;
  for (two_names const& name : names) joined.push_back(name.joined());
  std::vector<int> expected;
  for (std::string const& name : joined) expected.push_back(known::find(name));

  std::unordered_map<std::string_view, int> by_view;
  std::unordered_map<std::string, int> by_string;
  std::unordered_map<pair_of_names, int, hash_of_pair> by_pair;
  for (std::size_t i = 0; i < names.size(); ++i) {
    by_view.emplace(joined[i], expected[i]);
    by_string.emplace(joined[i], expected[i]);
    by_pair.emplace(pair_of_names{names[i].device, names[i].partition}, expected[i]);
  }

  // The names are read into memory of their own, as a program reads them.
  std::vector<std::string> const asked = joined;
  std::vector<two_names> const asked_in_two = names;
  enter("names", "raw: unordered_map of string_view", asked, expected,
        [&](std::string_view name) { return by_view.find(name)->second; });
  enter("names", "allotype", asked, expected, [](std::string_view name) { return known::at(name); });
  enter("names", "unordered_map of string", asked, expected,
        [&](std::string const& name) { return by_string.find(name)->second; });
  enter("names in two", "raw: unordered_map of pairs", asked_in_two, expected,
        [&](two_names const& name) { return by_pair.find(pair_of_names{name.device, name.partition})->second; });
  enter("names in two", "allotype", asked_in_two, expected,
        [](two_names const& name) { return known::at(name.device, name.partition); });

  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  return benchmark::RunSpecifiedBenchmarks() == 0;
}
