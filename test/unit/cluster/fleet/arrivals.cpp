// SPDX-License-Identifier: BSL-1.0
// Instances that come one after the other, each at the first free start: which orders strand one.
#include <algorithm>
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>
#include <cstring>

#include "catch.hpp"

namespace at = allotype;

namespace {

/// The place in this order of the first that has no start; -1: all have one. By the published starts alone.
int stranded(at::mig_board const& board, std::vector<int> const& order, bool highest) {
  unsigned taken = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    at::mig_row const& row = board.rows[order[i]];
    int chosen = -1;
    for (int s = 0; s < row.start_count(); ++s) {
      int const start = row.starts[s];
      bool const is_free = (taken >> start & ((1u << row.memory_slices) - 1u)) == 0;
      if (is_free && (chosen < 0 || (highest ? start > chosen : start < chosen))) chosen = start;
    }
    if (chosen < 0) return static_cast<int>(i);
    taken |= ((1u << row.memory_slices) - 1u) << chosen;
  }
  return -1;
}

struct counts {
  int all = 0;
  int safe = 0;
};

/// Tries all orders of all sets of the chosen profiles, and compares.
template <class Model>
counts sets_of(at::profile_set profiles, at::first_fit rule) {
  auto const& board = at::detail::board_data<typename Model::board>;
  bool const highest = rule == at::first_fit::highest_start;
  unsigned const chosen = at::detail::profiles_in(board, profiles);
  counts found;
  std::vector<int> rows;
  auto const each = [&](auto const& self, int least) -> void {
    if (!rows.empty()) {
      std::vector<std::string> names;
      for (int const row : rows) names.emplace_back(board.rows[row].profile);
      std::vector<int> order = rows;
      std::size_t shortest = 0;
      do {
        int const at_place = stranded(board, order, highest);
        if (at_place >= 0 && (shortest == 0 || static_cast<std::size_t>(at_place) + 1 < shortest)) {
          shortest = static_cast<std::size_t>(at_place) + 1;
        }
      } while (std::next_permutation(order.begin(), order.end()));
      auto const answer = at::plan_arrivals(at::plan_layout<Model>(names), rule);
      CHECK(answer.safe == (shortest == 0));
      CHECK(answer.stranding.size() == shortest);
      ++found.all;
      found.safe += answer.safe ? 1 : 0;
      auto const row_of = [&](char const* name) {
        int row = 0;
        while (std::strcmp(board.rows[row].profile, name) != 0) ++row;
        return row;
      };
      if (!answer.safe) {
        std::vector<int> shown;
        for (char const* name : answer.stranding) shown.push_back(row_of(name));
        CHECK(stranded(board, shown, highest) + 1 == static_cast<int>(shown.size()));
        // With these first, all orders of the others are safe.
        REQUIRE(answer.can_be_made_safe);
        std::vector<int> first;
        std::vector<int> others = rows;
        for (char const* name : answer.first) {
          first.push_back(row_of(name));
          others.erase(std::find(others.begin(), others.end(), first.back()));
        }
        bool all_safe = true;
        do {
          std::vector<int> whole = first;
          whole.insert(whole.end(), others.begin(), others.end());
          all_safe = all_safe && stranded(board, whole, highest) < 0;
        } while (std::next_permutation(others.begin(), others.end()));
        CHECK(all_safe);
      }
    }
    for (int row = least; row < board.row_count; ++row) {
      if ((chosen >> row & 1u) == 0) continue;
      rows.push_back(row);
      std::vector<at::detail::instance_spec> wanted;
      for (int const one : rows) wanted.push_back({one, at::unknown});
      if (at::detail::placeable(at::detail::places_on(board), wanted.data(), static_cast<int>(wanted.size())))
        self(self, row);
      rows.pop_back();
    }
  };
  each(each, 0);
  return found;
}

using at::first_fit;
using both = at::layout<at::A100, "4g.20gb", "3g.20gb">;

// While compiling.
static_assert(!at::arrival_safe<both> && at::arrival_safe<both, first_fit::highest_start>);
static_assert(at::arrival_safe<at::layout<at::A100, "3g.20gb", "3g.20gb">> && at::arrival_safe<at::layout<at::A100>>);
static_assert(at::check_arrival_safe<at::layout<at::A30, "2g.12gb", "1g.6gb", "1g.6gb">>);
static_assert(!at::arrival_safe<at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">>);

}  // namespace

TEST_CASE("as many sets are safe in every order as were counted elsewhere") {
  // By simulation of what Kubernetes' scheduler 1.36.2 was seen to do.
  auto const a100 = sets_of<at::A100>(at::profile_set::base, first_fit::lowest_start);
  CHECK(a100.all == 37);
  CHECK(a100.safe == 24);
  auto const a100_all = sets_of<at::A100>(at::profile_set::all, first_fit::lowest_start);
  CHECK(a100_all.all == 127);
  CHECK(a100_all.safe == 73);
  auto const h100 = sets_of<at::H100_80GB>(at::profile_set::base, first_fit::lowest_start);
  CHECK(h100.all == 37);
  CHECK(h100.safe == 24);
  auto const a30 = sets_of<at::A30>(at::profile_set::all, first_fit::lowest_start);
  CHECK(a30.all == 19);
  CHECK(a30.safe == 19);
  auto const rtx = sets_of<at::RTX_PRO_6000_BLACKWELL>(at::profile_set::without_graphics, first_fit::lowest_start);
  CHECK(rtx.all == 56);
  CHECK(rtx.safe == rtx.all);
}

TEST_CASE("with the highest free start other orders are safe") {
  auto const a100 = sets_of<at::A100>(at::profile_set::base, first_fit::highest_start);
  CHECK(a100.all == 37);
  CHECK(a100.safe < 37);
}

TEST_CASE("the shortest order that strands one, and what makes it safe") {
  auto const answer = at::plan_arrivals(at::plan_layout<at::A100>({"4g.20gb", "3g.20gb"}));
  REQUIRE(answer.stranding.size() == 2);
  CHECK(std::string{answer.stranding[0]} == "3g.20gb");
  CHECK(std::string{answer.stranding[1]} == "4g.20gb");
  REQUIRE(answer.first.size() == 1);
  CHECK(std::string{answer.first[0]} == "4g.20gb");
  CHECK(at::plan_arrivals(at::plan_layout<at::A100>({"4g.20gb", "3g.20gb"}), first_fit::highest_start).safe);
}
