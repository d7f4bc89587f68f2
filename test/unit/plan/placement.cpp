// SPDX-License-Identifier: BSL-1.0
// Placement: counting slices is enough on an empty GPU and not on a used one; orders of creation; what layouts leave.
#include <allotype/allotype.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>

#include <algorithm>
#include <map>
#include <vector>

#include "catch.hpp"
#include "mig_boards.hpp"

namespace at = allotype;

namespace {

struct multiset_of_rows {
  std::vector<at::detail::instance_spec> wanted;
};

// Every multiset of chosen profiles that passes the sums and the maxima, whether it can be placed or not.
void multisets_that_count(library_board const& board, at::detail::board_places const& places, unsigned chosen, int from,
                          int units, int slices, std::vector<at::detail::instance_spec>& now,
                          std::vector<multiset_of_rows>& all) {
  if (!now.empty()) all.push_back({now});
  for (int p = from; p < board.row_count; ++p) {
    if ((chosen >> p & 1u) == 0) continue;
    int const already = static_cast<int>(std::count(now.begin(), now.end(), at::detail::instance_spec{p, at::unknown}));
    if (already == places.of[p].most || units + places.of[p].size > places.units ||
        slices + board.rows[p].compute_slices > board.compute_slices) {
      continue;
    }
    now.push_back({p, at::unknown});
    multisets_that_count(board, places, chosen, p, units + places.of[p].size, slices + board.rows[p].compute_slices,
                         now, all);
    now.pop_back();
  }
}

// Creates instances one after the other, each at the lowest free start, or each at the highest.
bool creates(at::detail::board_places const& places, std::vector<at::detail::instance_spec> const& order,
             std::vector<int>* starts = nullptr, bool highest = false) {
  auto held = at::detail::nothing_held(places);
  for (auto const& one : order) {
    unsigned const free = at::detail::free_starts(places, held, one.profile);
    if (free == 0) return false;
    int start = at::detail::lowest_bit(free);
    for (int i = start; highest && i < 32; ++i) start = (free >> i & 1u) != 0 ? i : start;
    if (starts != nullptr) starts->push_back(start);
    held = at::detail::with_one_more(places, held, one.profile, start);
  }
  return true;
}

}  // namespace

TEST_CASE("on an empty GPU counting slices is enough, and every multiset has an order of creation") {
  struct {
    char const* board;
    at::profile_set set;
    std::size_t multisets, with_two_or_more, with_a_dead_end;
  } const expected[] = {{"A100_40GB", at::profile_set::base, 37, 32, 13},
                        {"A100_40GB", at::profile_set::with_double_memory, 77, 71, 32}};
  for (auto const& row : expected) {
    auto const& board = board_named(row.board);
    auto const places = board.places({});
    std::vector<multiset_of_rows> all;
    std::vector<at::detail::instance_spec> now;
    multisets_that_count(board, places, at::detail::profiles_in(board, row.set), 0, 0, 0, now, all);
    CHECK(all.size() == row.multisets);
    std::size_t large = 0, dead_ends = 0;
    for (auto& one : all) {
      auto const found = at::detail::find_places(places, one.wanted.data(), static_cast<int>(one.wanted.size()));
      REQUIRE(found.found);
      REQUIRE(found.in_order);
      std::vector<at::detail::instance_spec> order;
      std::vector<int> starts;
      order.reserve(one.wanted.size());
      for (std::size_t i = 0; i < one.wanted.size(); ++i) {
        order.push_back(one.wanted[static_cast<std::size_t>(found.order[i])]);
      }
      REQUIRE(creates(places, order, &starts));
      for (std::size_t i = 0; i < order.size(); ++i) REQUIRE(starts[i] == found.start[found.order[i]]);

      auto const less = [](auto const& a, auto const& b) { return a.profile < b.profile; };
      std::sort(one.wanted.begin(), one.wanted.end(), less);
      bool dead_end = false;
      do {
        dead_end = dead_end || !creates(places, one.wanted);
      } while (std::next_permutation(one.wanted.begin(), one.wanted.end(), less));
      large += one.wanted.size() > 1 ? 1 : 0;
      dead_ends += dead_end ? 1 : 0;
    }
    CHECK(large == row.with_two_or_more);
    CHECK(dead_ends == row.with_a_dead_end);
  }
}

TEST_CASE("an order suffices only where it does for drivers that take the lowest and the highest free start") {
  struct {
    char const* board;
    at::profile_set set;
    std::size_t suffices;
  } const expected[] = {{"A100_40GB", at::profile_set::base, 34},
                        {"A100_40GB", at::profile_set::with_double_memory, 70},
                        {"A30", at::profile_set::all, 19},
                        {"RTX_PRO_6000_BLACKWELL", at::profile_set::without_graphics, 56}};
  auto const less = [](auto const& a, auto const& b) { return a.profile < b.profile; };
  for (auto const& row : expected) {
    auto const& board = board_named(row.board);
    auto const places = board.places({});
    unsigned const chosen = at::detail::profiles_in(board, row.set);
    std::vector<multiset_of_rows> all;
    std::vector<at::detail::instance_spec> now;
    multisets_that_count(board, places, chosen, 0, 0, 0, now, all);
    std::size_t suffices = 0;
    for (auto& one : all) {
      int const count = static_cast<int>(one.wanted.size());
      auto const found = at::detail::find_places(places, one.wanted.data(), count);
      if (!found.found) continue;
      auto placed = one.wanted;
      for (std::size_t i = 0; i < placed.size(); ++i) placed[i].start = found.start[i];
      auto const creation = at::detail::find_creation_order(places, placed.data(), count);
      std::vector<at::detail::instance_spec> order;
      order.reserve(placed.size());
      for (int i = 0; i < count; ++i) order.push_back(placed[static_cast<std::size_t>(creation.order[i])]);

      bool either = false, highest = false;
      std::sort(one.wanted.begin(), one.wanted.end(), less);
      do {
        bool const high = creates(places, one.wanted, nullptr, true);
        highest = highest || high;
        either = either || (high && creates(places, one.wanted));
      } while (std::next_permutation(one.wanted.begin(), one.wanted.end(), less));
      REQUIRE(creation.either_way == either);
      REQUIRE(found.either_way == either);
      REQUIRE(creates(places, order, nullptr, true) == highest);
      if (either) {
        std::vector<int> starts;
        REQUIRE(creates(places, order, &starts));
        for (std::size_t i = 0; i < order.size(); ++i) REQUIRE(starts[i] == order[i].start);
      }
      suffices += either ? 1 : 0;
    }
    INFO(row.board << ", " << all.size() << " multisets that count");
    CHECK(suffices == row.suffices);
  }
}

TEST_CASE("counting is enough on every board with places, and orders of creation exist for all of its multisets") {
  for (auto const& board : all_boards()) {
    auto const places = board.places({});
    if (places.units == 0) continue;
    INFO(board.name);
    at::detail::layout_enumeration const found(places, (1u << board.row_count) - 1u);
    std::vector<multiset_of_rows> all;
    std::vector<at::detail::instance_spec> now;
    multisets_that_count(board, places, (1u << board.row_count) - 1u, 0, 0, 0, now, all);
    int placed = 0;
    bool in_order = true;
    for (auto const& one : all) {
      auto held = at::detail::nothing_held(places);
      bool admitted = true;
      for (auto const& instance : one.wanted) {
        admitted = admitted && at::detail::admits(places, held, instance.profile);
        if (admitted) held = at::detail::with_one_more(places, held, instance.profile, 0);
      }
      auto const result = at::detail::find_places(places, one.wanted.data(), static_cast<int>(one.wanted.size()));
      CHECK(result.found == admitted);
      in_order = in_order && (!result.found || result.in_order);
      placed += result.found ? 1 : 0;
    }
    CHECK(in_order);
    CHECK(placed == found.multisets);
  }
}

TEST_CASE("on a used GPU counting is not enough") {
  struct {
    at::profile_set set;
    int layouts, pairs;
  } const expected[] = {{at::profile_set::base, 199, 291}, {at::profile_set::with_double_memory, 460, 754}};
  auto const& board = board_named("A100_40GB");
  auto const places = board.places({});
  for (auto const& row : expected) {
    unsigned const chosen = at::detail::profiles_in(board, row.set);
    at::detail::layout_enumeration const found(places, chosen);
    int layouts = 0, pairs = 0;
    for (int i = 0; i < found.all; ++i) {
      auto held = at::detail::nothing_held(places);
      int units = 0, slices = 0;
      std::map<int, int> instances;
      for (int u = 0; u < places.units; ++u) {
        int const p = static_cast<int>(found.layouts[i] >> (4 * u) & 15u) - 1;
        if (p < 0) continue;
        held = at::detail::with_one_more(places, held, p, u);
        units += places.of[p].size;
        slices += board.rows[p].compute_slices;
        ++instances[p];
      }
      int blocked = 0;
      for (int p = 0; p < board.row_count; ++p) {
        bool const counts = (chosen >> p & 1u) != 0 && units + places.of[p].size <= places.units &&
                            slices + board.rows[p].compute_slices <= board.compute_slices &&
                            instances[p] < places.of[p].most;
        blocked += counts && at::detail::free_starts(places, held, p) == 0 ? 1 : 0;
      }
      layouts += blocked > 0 ? 1 : 0;
      pairs += blocked;
    }
    CHECK(layouts == row.layouts);
    CHECK(pairs == row.pairs);
  }
}

TEST_CASE("no layout holds more than its GPU has") {
  for (auto const& board : all_boards()) {
    auto const places = board.places({});
    if (places.units == 0) continue;
    INFO(board.name);
    at::detail::layout_enumeration const found(places, (1u << board.row_count) - 1u);
    int least = 0;
    for (int i = 0; i < found.all; ++i) {
      std::vector<at::detail::instance_spec> placed;
      for (int u = 0; u < places.units; ++u) {
        int const p = static_cast<int>(found.layouts[i] >> (4 * u) & 15u) - 1;
        if (p >= 0) placed.push_back({p, u});
      }
      auto const left = at::detail::unused_of(places, board.rows, placed.data(), static_cast<int>(placed.size()));
      // `unknown` is -1.
      least = std::min({least, left.compute_slices, left.memory_slices, left.sm_count + (left.sm_count == at::unknown),
                        left.memory_mib + (left.memory_mib == at::unknown), left.nvdec + (left.nvdec == at::unknown),
                        left.nvenc + (left.nvenc == at::unknown), left.jpeg + (left.jpeg == at::unknown),
                        left.ofa + (left.ofa == at::unknown), left.copy_engines + (left.copy_engines == at::unknown)});
    }
    CHECK(least == 0);
  }
}
