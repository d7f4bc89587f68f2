// SPDX-License-Identifier: BSL-1.0
// Packing: what the search finds is what force finds, for many random sets of up to eight items.
#include <allotype/allotype.hpp>
#include <allotype/cluster/fleet/pack.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"

namespace at = allotype;
using namespace at::literals;

namespace {

// ---- by force: every subset on one GPU, then the best partition into such subsets ----

struct board {
  at::mig_row const* rows;
  int row_count, units, compute_slices;
};
template <class Model>
board board_of() {
  using type = typename Model::board;
  return {at::detail::mig_rows<type>.at, at::detail::board_data<type>.row_count, type::memory_slices,
          type::compute_slices};
}

bool placed_by_force(board const& on, std::vector<int> const& rows, std::size_t next, std::vector<bool>& taken) {
  if (next == rows.size()) return true;
  auto const& row = on.rows[rows[next]];
  for (int i = 0; i < row.start_count(); ++i) {
    auto const first = taken.begin() + row.starts[i];
    if (std::count(first, first + row.memory_slices, true) != 0) continue;
    std::fill(first, first + row.memory_slices, true);
    if (placed_by_force(on, rows, next + 1, taken)) return true;
    std::fill(first, first + row.memory_slices, false);
  }
  return false;
}

bool share_by_force(board const& on, std::vector<int> const& parts) {
  if (std::count(parts.begin(), parts.end(), at::detail::no_part) != 0) return false;
  if (std::count(parts.begin(), parts.end(), at::detail::whole_part) != 0) return parts.size() == 1;
  int extensions = 0, nvdec = 0, nvenc = 0, jpeg = 0, ofa = 0, units = 0;
  int most[5] = {1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20};
  for (int p = 0; p < on.row_count; ++p) {
    auto const& row = on.rows[p];
    if (row.compute_slices == on.compute_slices) {
      int const engines[] = {row.nvdec, row.nvenc, row.jpeg, row.ofa};
      for (int e = 0; e < 4; ++e) most[e] = engines[e] < 0 ? 1 << 20 : engines[e];
    }
  }
  for (int part : parts) {
    auto const& row = on.rows[part];
    if (std::count(parts.begin(), parts.end(), part) > row.max_instances) return false;
    extensions += std::string(row.profile).find("+me") != std::string::npos ? 1 : 0;
    nvdec += std::max(0, row.nvdec);
    nvenc += std::max(0, row.nvenc);
    jpeg += std::max(0, row.jpeg);
    ofa += std::max(0, row.ofa);
    units += row.memory_slices;
  }
  if (extensions > 1 || nvdec > most[0] || nvenc > most[1] || jpeg > most[2] || ofa > most[3]) return false;
  if (units > on.units) return false;
  std::vector<bool> taken(static_cast<std::size_t>(on.units), false);
  return placed_by_force(on, parts, 0, taken);
}

// The least cost; -1 where an item has no place.
long long least_cost(std::vector<board> const& boards, std::vector<int> const& costs,
                     at::detail::packing_items const& items) {
  int const sets = 1 << items.count;
  std::vector<long long> alone(static_cast<std::size_t>(sets), -1), best(static_cast<std::size_t>(sets), -1);
  for (int set = 1; set < sets; ++set) {
    for (std::size_t k = 0; k < boards.size(); ++k) {
      std::vector<int> parts;
      for (int i = 0; i < items.count; ++i) {
        if ((set >> i & 1) != 0) parts.push_back(items.on[i][k]);
      }
      auto& cost = alone[static_cast<std::size_t>(set)];
      if ((cost < 0 || costs[k] < cost) && share_by_force(boards[k], parts)) cost = costs[k];
    }
  }
  best[0] = 0;
  for (int set = 1; set < sets; ++set) {
    for (int part = set; part != 0; part = (part - 1) & set) {
      long long const a = alone[static_cast<std::size_t>(part)];
      long long const b = best[static_cast<std::size_t>(set ^ part)];
      auto& now = best[static_cast<std::size_t>(set)];
      if (a >= 0 && b >= 0 && (now < 0 || a + b < now)) now = a + b;
    }
  }
  return best[static_cast<std::size_t>(sets - 1)];
}

bool valid(std::vector<board> const& boards, std::vector<int> const& costs, at::detail::packing_items const& items,
           at::detail::packing_result const& result) {
  long long cost = 0;
  for (int g = 0; g < result.gpus; ++g) {
    auto const kind = static_cast<std::size_t>(result.kind_of[g]);
    std::vector<int> parts;
    for (int i = 0; i < items.count; ++i) {
      if (result.gpu_of[i] == g) parts.push_back(items.on[i][kind]);
    }
    if (parts.empty() || !share_by_force(boards[kind], parts)) return false;
    cost += costs[kind];
  }
  for (int i = 0; i < items.count; ++i) {
    if (result.gpu_of[i] < 0 || result.gpu_of[i] >= result.gpus) return false;
  }
  return cost == result.cost;
}

struct kinds_of_gpu {
  std::vector<board> boards;
  std::vector<int> costs;
  std::vector<at::detail::gpu_kind> kinds;
};
template <class... Models>
kinds_of_gpu kinds(std::vector<int> const& costs) {
  kinds_of_gpu all{{board_of<Models>()...}, costs, {at::detail::kind_of<Models, 1>()...}};
  for (std::size_t k = 0; k < costs.size(); ++k) all.kinds[k].cost = costs[k];
  return all;
}

at::detail::packing_items random_items(kinds_of_gpu const& on, int count, std::mt19937& random) {
  at::detail::packing_items items;
  items.count = count;
  auto const below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  // Few profiles make many equal items, many make few.
  int const choices = 1 + below(8);
  for (int i = 0; i < count; ++i) {
    bool possible = false;
    while (!possible) {
      for (std::size_t k = 0; k < on.boards.size(); ++k) {
        int const what = below(on.boards.size() == 1 ? 20 : 5);
        items.on[i][k] = what == 0                           ? at::detail::whole_part
                         : what == 1 && on.boards.size() > 1 ? at::detail::no_part
                                                             : below(std::min(choices, on.boards[k].row_count));
        possible = possible || items.on[i][k] != at::detail::no_part;
      }
    }
  }
  return items;
}

}  // namespace

TEST_CASE("up to eight items the packing found is proven and is what force finds") {
  struct {
    char const* title;
    kinds_of_gpu on;
    int sets;
  } const cases[] = {
      {"A100", kinds<at::A100>({1}), 1500},
      {"H100_80GB", kinds<at::H100_80GB>({1}), 300},
      {"A30", kinds<at::A30>({1}), 500},
      {"RTX_PRO_6000_BLACKWELL", kinds<at::RTX_PRO_6000_BLACKWELL>({1}), 500},
      {"A100 and H100_80GB", kinds<at::A100, at::H100_80GB>({3, 7}), 500},
      {"A30, A100 and H200", kinds<at::A30, at::A100, at::H200>({2, 5, 11}), 500},
  };
  std::mt19937 random(20);
  int smaller_than_greedy_bound = 0;
  for (auto const& one : cases) {
    INFO(one.title);
    int wrong = 0, unproven = 0, invalid = 0;
    for (int n = 0; n < one.sets; ++n) {
      auto const items = random_items(one.on, 1 + n % 8, random);
      auto const result = at::detail::pack_items(one.on.kinds.data(), static_cast<int>(one.on.kinds.size()), items);
      long long const least = least_cost(one.on.boards, one.on.costs, items);
      wrong += result.packed && result.cost == least && result.at_least == least ? 0 : 1;
      unproven += result.exact ? 0 : 1;
      invalid += valid(one.on.boards, one.on.costs, items, result) ? 0 : 1;
      smaller_than_greedy_bound += result.gpus > 1 ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(unproven == 0);
    CHECK(invalid == 0);
  }
  CHECK(smaller_than_greedy_bound > 1000);
}

TEST_CASE("of many items the packing is valid, and the bound holds") {
  auto const on = kinds<at::A100>({1});
  auto const two = kinds<at::A100, at::H100_80GB>({3, 7});
  std::mt19937 random(4);
  int invalid = 0, contradictory = 0, exact = 0;
  for (int n = 0; n < 200; ++n) {
    auto const& kinds_here = n % 2 == 0 ? on : two;
    auto const items = random_items(kinds_here, 9 + n % (at::detail::max_items - 8), random);
    auto const result =
        at::detail::pack_items(kinds_here.kinds.data(), static_cast<int>(kinds_here.kinds.size()), items);
    invalid += valid(kinds_here.boards, kinds_here.costs, items, result) ? 0 : 1;
    contradictory += result.at_least > result.cost || result.exact != (result.at_least == result.cost) ? 1 : 0;
    exact += result.exact ? 1 : 0;
  }
  CHECK(invalid == 0);
  CHECK(contradictory == 0);
  CHECK(exact > 50);
  WARN(exact << " of 200 sets of 9 to " << at::detail::max_items << " items are proven");
}

TEST_CASE("a packing's numbers can be read while running") {
  using packed = at::pack<at::A100, at::A100::partition<"3g.20gb">, at::A100, at::A100::partition<"4g.20gb">>;
  CHECK(packed::gpus == 2);
  bool shared = false;
  for (int i = 0; i < packed::items; ++i) {
    for (int j = 0; j < i; ++j) {
      shared = shared || packed::assignments_of_items[i].gpu == packed::assignments_of_items[j].gpu;
    }
  }
  CHECK(shared);
  CHECK(packed::assignments_of_items[0].gpu == packed::assignments_of_items[2].gpu);
  CHECK(packed::waste.compute_slices == 0);
}
