// SPDX-License-Identifier: BSL-1.0
/// \file
/// Many tasks on A100s: the GPUs that `plan_fleet` needs, those that first fit and best fit need for the same tasks in
/// their order of arrival, and the bound below which no packing can be. One JSON document a line.
///
/// `trace` has the shares of tasks of Alibaba's public trace cluster-trace-gpu-v2023 (alibaba/clusterdata,
/// csv/openb_pod_list_default.csv, the first 227 tasks, without nine that want no GPU): 73 share a GPU and 143 want
/// one, two want eight. A task that asks for a part of a GPU gets the smallest profile with at least that part of seven
/// compute slices: up to 1/7 1g (3 tasks), 2/7 2g (15), 3/7 3g (12), 4/7 4g (33), more 7g (10, and the whole GPUs).
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/fleet/fleet.hpp>

#include <chrono>
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace at = allotype;

namespace {

auto const& board = at::detail::board_data<at::A100::board>;
constexpr at::detail::board_places places = at::detail::places_on(board);

struct mix {
  char const* name;
  std::vector<std::pair<char const*, double>> shares;  ///< profile and weight
};

std::vector<mix> const mixes = {
    {"small", {{"1g.5gb", 70}, {"1g.10gb", 20}, {"2g.10gb", 10}}},
    {"even", {{"1g.5gb", 1}, {"1g.10gb", 1}, {"2g.10gb", 1}, {"3g.20gb", 1}, {"4g.20gb", 1}, {"7g.40gb", 1}}},
    {"middle", {{"2g.10gb", 50}, {"3g.20gb", 40}, {"1g.5gb", 10}}},
    {"large", {{"3g.20gb", 40}, {"4g.20gb", 40}, {"1g.5gb", 20}}},
    {"trace", {{"1g.5gb", 3}, {"2g.10gb", 15}, {"3g.20gb", 12}, {"4g.20gb", 33}, {"7g.40gb", 10 + 143 + 16}}},
    {"trace, shared", {{"1g.5gb", 3}, {"2g.10gb", 15}, {"3g.20gb", 12}, {"4g.20gb", 33}}},
};

int row_of(char const* profile) {
  int row = 0;
  while (!at::detail::equal(board.rows[row].profile, profile)) ++row;
  return row;
}

/// Each task on the first GPU with a free start, or on the one that has the fewest free slices; at its lowest free
/// start. GPUs with the same instances are looked at together.
long long by_arrival(std::vector<int> const& tasks, bool best_fit) {
  struct alike {
    at::detail::holdings held{};
    std::set<long long> gpus{};
  };
  std::map<std::pair<unsigned, unsigned long long>, alike> open;
  long long gpus = 0;
  for (int const row : tasks) {
    auto chosen = open.end();
    int fewest = 0;
    for (auto it = open.begin(); it != open.end(); ++it) {
      if (at::detail::free_starts(places, it->second.held, row) == 0) continue;
      int free = 0;
      for (int u = 0; u < places.units; ++u) free += (it->second.held.units >> u & 1u) == 0 ? 1 : 0;
      bool const better =
          chosen == open.end() ||
          (best_fit && free != fewest ? free < fewest : *it->second.gpus.begin() < *chosen->second.gpus.begin());
      if (better) {
        chosen = it;
        fewest = free;
      }
    }
    at::detail::holdings held = at::detail::nothing_held(places);
    long long gpu = gpus;
    if (chosen == open.end()) {
      ++gpus;
    } else {
      held = chosen->second.held;
      gpu = *chosen->second.gpus.begin();
      chosen->second.gpus.erase(gpu);
      if (chosen->second.gpus.empty()) open.erase(chosen);
    }
    int const start = at::detail::lowest_bit(at::detail::free_starts(places, held, row));
    held = at::detail::with_one_more(places, held, row, start);
    if (at::detail::profiles_with_a_place(places, held) == 0) continue;  // full
    alike& same = open[{held.units, held.counts}];
    same.held = held;
    same.gpus.insert(gpu);
  }
  return gpus;
}

}  // namespace

int main() {
  for (mix const& each : mixes) {
    for (long long const size : {20LL, 1000LL, 100000LL}) {
      std::vector<double> weights;
      for (auto const& share : each.shares) weights.push_back(share.second);
      std::mt19937 random(7);
      std::discrete_distribution<std::size_t> pick(weights.begin(), weights.end());
      std::vector<at::planned_fleet::demand> tasks;
      std::vector<int> rows;
      for (long long i = 0; i < size; ++i) {
        char const* const profile = each.shares[pick(random)].first;
        tasks.push_back({"A100", profile});
        rows.push_back(row_of(profile));
      }
      auto const begin = std::chrono::steady_clock::now();
      auto const plan = at::plan_fleet({at::planned_fleet::supply::of<at::A100>()}, tasks);
      std::chrono::duration<double> const took = std::chrono::steady_clock::now() - begin;
      std::printf(
          "{\"mix\": \"%s\", \"tasks\": %lld, \"at_least\": %lld, \"allotype\": %lld, \"first_fit\": %lld, "
          "\"best_fit\": %lld, \"seconds\": %.6f}\n",
          each.name, size, plan.at_least, plan.gpus, by_arrival(rows, false), by_arrival(rows, true), took.count());
    }
  }
}
