// SPDX-License-Identifier: BSL-1.0
// Pools whose driver makes partitions as claims come.
#include <allotype/allotype.hpp>
#include <allotype/cluster/pools.hpp>
#include <allotype/cluster/request/detail/on_demand.hpp>
#include <allotype/cluster/request/system.hpp>
#include <allotype/plan/placement.hpp>
#include <map>
#include <set>
#include <vector>

#include "catch.hpp"

namespace at = allotype;

namespace {

/// A set of partitions: what they take by sums, and each way in which they lie.
struct combination {
  at::detail::partitions_of_gpu by_sums;
  std::vector<at::detail::holdings> by_places;
};

/// Adds one partition more to all combinations. \return how many there are, the empty one among them
std::size_t compare(at::mig_board const& board) {
  at::detail::board_places const places = at::detail::places_on(board);
  std::map<unsigned long long, combination> all, next;
  all[0].by_places = {at::detail::nothing_held(places)};
  next = all;
  while (!next.empty()) {
    std::map<unsigned long long, combination> const now = std::move(next);
    next.clear();
    for (auto const& [counts, one] : now) {
      for (int p = 0; p < board.row_count; ++p) {
        auto more = one.by_sums;
        bool const has_room = more.add(board, board.rows[p]);
        combination made{more, {}};
        std::set<unsigned> seen;
        for (auto const& held : one.by_places) {
          unsigned const starts = at::detail::free_starts(places, held, p);
          for (int start = 0; start < places.units; ++start) {
            if ((starts >> start & 1u) == 0) continue;
            auto const after = at::detail::with_one_more(places, held, p, start);
            if (seen.insert(after.units).second) made.by_places.push_back(after);
          }
        }
        INFO(board.name << ", " << counts << ", and one " << board.rows[p].profile);
        REQUIRE(has_room == !made.by_places.empty());
        if (has_room) next[made.by_places[0].counts] = made;
      }
    }
    all.insert(next.begin(), next.end());
  }
  return all.size();
}

template <class... Device>
std::size_t compare_all(at::list<Device...>) {
  std::set<std::string> seen;
  std::size_t combinations = 0;
  auto const look = [&](at::accelerator_data const& what) {
    if (at::detail::has_partitions_on_demand(what) && seen.insert(what.board->name).second)
      combinations += compare(*what.board);
  };
  (look(at::detail::data_of<Device>), ...);
  CHECK(seen.size() >= 15);
  return combinations;
}

}  // namespace

TEST_CASE("partitions that a GPU has room for by their sums have places on it") {
  CHECK(compare_all(at::nvidia_devices{}) > 1000);
}

using on_demand = at::setting<"dynamic-mig", "true">;
using two_by_two = at::pool<"demand", at::system<"dra">, at::nodes<2>, at::gpus_of<at::H100_80GB, 2>, on_demand>;
using one_slice = at::H100_80GB::partition<"1g.10gb">;
using three_slices = at::H100_80GB::partition<"3g.40gb">;
using four_slices = at::H100_80GB::partition<"4g.40gb">;
using whole = at::H100_80GB::unpartitioned;

static_assert(at::serves<two_by_two, three_slices> && at::serves<two_by_two, whole> &&
              at::serves<two_by_two, at::H100_80GB>);
static_assert(!at::serves<two_by_two, at::A100::partition<"3g.20gb">>);
static_assert(at::serves<two_by_two, at::layout<at::H100_80GB, "3g.40gb", "2g.20gb", "1g.10gb", "1g.10gb">>);
// Partitions are packed: those that take most come first.
static_assert(at::serves_together<two_by_two, at::replicas<one_slice, 12>, at::replicas<four_slices, 4>>);
static_assert(!at::serves_together<two_by_two, at::replicas<four_slices, 5>>);
static_assert(at::serves_together<two_by_two, at::replicas<whole, 3>, at::replicas<three_slices, 2>>);
static_assert(!at::serves_together<two_by_two, at::replicas<whole, 3>, at::replicas<three_slices, 3>>);
// One size alone finds its starts in any order; of several the first may take the start of another.
static_assert(at::serves_in_any_order<two_by_two, at::replicas<one_slice, 28>>);
static_assert(!at::serves_together<two_by_two, at::replicas<one_slice, 29>>);
static_assert(!at::serves_in_any_order<two_by_two, at::replicas<one_slice, 3>, four_slices>);

// A GPU of compute capability 8 is in MIG mode, and no whole one is announced of it.
using ampere = at::pool<"ampere", at::system<"dra">, at::gpus_of<at::A100, 8>, on_demand>;
static_assert(at::serves<ampere, at::A100::partition<"1g.10gb">> && !at::serves<ampere, at::A100>);
// Beside a pool with layouts.
using laid_out = at::pool<"laid-out", at::system<"dra">, at::layout<at::H100_80GB, "4g.40gb", "3g.40gb">>;
static_assert(at::serves_together<at::cluster<laid_out, two_by_two>, at::replicas<four_slices, 5>,
                                  at::replicas<three_slices, 5>>);
// A task on all nodes of a rack leaves nothing of it.
using rack = at::pool<"rack", at::system<"dra">, at::nodes<18>, at::gpus_of<at::GB200, 4>,
                      at::setting<"compute-domain", "true">>;
constexpr auto train = at::task<at::GB200, at::limits<at::gpus<72>>>("train", [](auto&) {});
constexpr auto most = at::task<at::GB200, at::limits<at::gpus<68>>>("most", [](auto&) {});
static_assert(at::serves<rack, decltype(train)> && at::serves_together<rack, decltype(train)>);
static_assert(!at::serves_together<rack, decltype(train), at::GB200>);
static_assert(at::serves_together<rack, decltype(most), at::replicas<at::GB200, 4>>);
static_assert(!at::serves_together<rack, decltype(most), at::replicas<at::GB200, 5>>);

// No layouts where the driver makes them.
using both = at::pool<"both", at::system<"dra">, at::layout<at::H100_80GB, "4g.40gb">, on_demand>;
static_assert(!at::can_request<both, four_slices>);
