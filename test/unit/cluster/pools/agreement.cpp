// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a cluster serves, one by one and together.

#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace {

namespace at = allotype;
using at::lack;

using balanced = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;
using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<4>, balanced, balanced>;
using training = at::pool<"train", at::system<"gke">, at::nodes<2>, at::gpus_of<at::H100_80GB, 8>>;
using hpc = at::pool<"mig", at::system<"slurm-22.05">, at::nodes<2>, balanced, at::setting<"partition", "gpu">>;
using tpus = at::pool<"tpus", at::system<"gke">, at::nodes<4>, at::gpus_of<at::V5E::slice<"4x4">>>;
using lab = at::cluster<shared, training, hpc, tpus>;

using large = at::A100::partition<"3g.20gb">;
using middle = at::A100::partition<"2g.10gb">;
using small = at::A100::partition<"1g.5gb">;

// A pool says how its nodes are asked for.
static_assert(hpc::settings.version == at::system<"slurm-22.05">::settings.version &&
              at::detail::equal(hpc::settings.partition, "gpu"));
static_assert(shared::content.nodes == 4 && shared::content.count_of(at::detail::data_of<small>) == 4);
static_assert(at::request<shared, middle>({.count = 2}).limit("nvidia.com/mig-2g.10gb") == 2);
static_assert(at::request<tpus, at::V5E::slice<"4x4">>().pods == 4);

// One by one.
static_assert(
    at::serves<lab, large, middle, small, at::H100_80GB, at::H100_80GB::unpartitioned, at::V5E::slice<"4x4">>);
static_assert(at::serves<lab, at::any_of<at::T4, small>, at::any_of<middle, at::cpu>>);
static_assert(!at::serves<lab, at::T4> && !at::serves<lab, at::A100::partition<"7g.40gb">> &&
              !at::serves<training, small>);
template <class Pool, class Task>
constexpr lack lacking = at::detail::lack_in<Pool, Task>;
static_assert(lacking<shared, at::T4> == lack::device && lacking<shared, at::A100> == lack::partition);
static_assert(lacking<shared, at::A100::partition<"1c.3g.20gb">> == lack::partition &&
              lacking<shared, small> == lack::nothing);
static_assert(
    lacking<at::pool<"four", at::system<"gke">, at::layout<at::A100, "4g.20gb">>, at::A100::partition<"4g.20gb">> ==
    lack::request);
static_assert(at::check_serves<lab, small, middle>);

// A slice of TPUs is on several nodes together.
template <class Slice, int Nodes>
using tpus_on = at::pool<"tpus", at::system<"gke">, at::nodes<Nodes>, at::gpus_of<Slice>>;
using slice = at::V5E::slice<"4x4">;
using largest_slice = at::V5E::slice<"16x16">;
static_assert(lacking<tpus_on<largest_slice, 1>, largest_slice> == lack::nodes &&
              lacking<tpus_on<largest_slice, 63>, largest_slice> == lack::nodes &&
              lacking<tpus_on<largest_slice, 64>, largest_slice> == lack::nothing);
static_assert(!at::serves<tpus_on<slice, 3>, slice> && at::serves<tpus_on<slice, 4>, slice>);
static_assert(at::serves_together<tpus_on<slice, 4>, slice> &&
              !at::serves_together<tpus_on<slice, 4>, at::replicas<slice, 2>> &&
              at::serves_together<tpus_on<slice, 8>, at::replicas<slice, 2>>);
static_assert(at::serves_together<tpus_on<at::V5E::slice<"2x4">, 4>, at::replicas<at::V5E::slice<"2x4">, 4>>);

// Of alternatives a pool is asked for what it has; where its system knows none, for the first.
static_assert(at::request<shared, at::any_of<at::T4, middle, small>>().limit("nvidia.com/mig-2g.10gb") == 1);
static_assert(at::request<training, at::any_of<at::T4, at::H100_80GB>>().limit("nvidia.com/gpu") == 1);
static_assert(!at::can_request<shared, at::T4>);

// A task's limits say how many.
constexpr auto two = at::task<small, at::limits<at::gpus<2>, at::cpus<4>>>("two", [](auto&) {});
static_assert(at::request<shared>(two).limit("nvidia.com/mig-1g.5gb") == 2 && at::request<shared>(two).cpus == 4);
constexpr auto five = at::task<small, at::limits<at::gpus<5>>>("five", [](auto&) {});
static_assert(at::serves<shared, decltype(two)> && lacking<shared, decltype(five)> == lack::count);

// And nothing else. On nodes that are not selected by their board, a profile's name is not enough: an H100 has it, too.
using small_80 = at::A100_80GB::partition<"1g.10gb">;
template <class... Parts>
using older = at::pool<"older", at::system<"kubernetes-mixed">, at::layout<at::A100_80GB, "1g.10gb">, Parts...>;
using newer = at::pool<"newer", at::system<"kubernetes-mixed">, at::layout<at::H100_80GB, "1g.10gb", "2g.20gb">>;
static_assert(at::selects_only<at::cluster<older<>, newer>, small_80> &&
              !at::selects_only<at::cluster<older<at::setting<"selects-product", "false">>, newer>, small_80>);
static_assert(at::selects_only<older<at::setting<"selects-product", "false">>, small_80> &&
              at::check_selects_only<lab, large, middle, small, at::H100_80GB>);
// Of alternatives, each is named.
static_assert(at::selects_only<at::cluster<older<at::setting<"selects-product", "false">>, newer>,
                               at::any_of<small_80, at::H100_80GB::partition<"1g.10gb">>>);
// A whole GPU and a partition under strategy single are the same resource.
using wholes = at::pool<"wholes", at::system<"kubernetes-single">, at::gpus_of<at::A100_80GB>,
                        at::setting<"selects-product", "false">>;
using parts = at::pool<"parts", at::system<"kubernetes-single">, at::layout<at::H100_80GB, "1g.10gb">>;
static_assert(!at::selects_only<at::cluster<wholes, parts>, at::A100_80GB>);
static_assert(at::selects_only<at::cluster<wholes, parts>, at::H100_80GB::partition<"1g.10gb">>);
// GKE selects the board and the size; without a size, nodes of any size will do.
using gke_wholes = at::pool<"whole", at::system<"gke">, at::gpus_of<at::H100_80GB, 8>>;
using gke_parts = at::pool<"parts", at::system<"gke">, at::layout<at::H100_80GB, "3g.40gb", "3g.40gb">>;
using gke_both = at::cluster<gke_wholes, gke_parts>;
static_assert(at::selects_only<gke_both, at::H100_80GB::partition<"3g.40gb">, at::H100_80GB::unpartitioned>);
static_assert(!at::selects_only<gke_both, at::H100_80GB>);
// Slurm before 23.02.6 loses the +me, and partitions of nodes keep them apart.
template <at::fixed_text Name, class Layout, class... Parts>
using old_slurm = at::pool<Name, at::system<"slurm-22.05">, Layout, Parts...>;
using plain = old_slurm<"plain", at::layout<at::A100, "1g.5gb">>;
static_assert(!at::selects_only<at::cluster<plain, old_slurm<"media", at::layout<at::A100, "1g.5gb+me">>>, small>);
static_assert(
    at::selects_only<
        at::cluster<plain, old_slurm<"media", at::layout<at::A100, "1g.5gb+me">, at::setting<"partition", "media">>>,
        small>);
// SkyPilot on Kubernetes sees no difference between a GPU and a slice of it.
using sky_wholes = at::pool<"wholes", at::system<"skypilot-on-kubernetes-single">, at::gpus_of<at::A100>>;
using sky_slices = at::pool<"slices", at::system<"skypilot-on-kubernetes-single">, at::layout<at::A100, "1g.5gb">>;
static_assert(!at::selects_only<at::cluster<sky_wholes, sky_slices>, at::A100> &&
              at::selects_only<sky_wholes, at::A100>);
// DRA: without the board, a profile of another board will do.
using older_part = at::layout<at::A100_80GB, "1g.10gb">;
using newer_part = at::layout<at::H100_80GB, "1g.10gb">;
template <at::fixed_text Name, class Layout, class... Parts>
using claimed = at::pool<Name, at::system<"dra">, Layout, Parts...>;
static_assert(!at::selects_only<at::cluster<claimed<"older", older_part, at::setting<"selects-product", "false">>,
                                            claimed<"newer", newer_part>>,
                                small_80>);
static_assert(at::selects_only<at::cluster<claimed<"older", older_part>, claimed<"newer", newer_part>>, small_80>);

// Together.
static_assert(at::serves_together<shared, at::replicas<middle, 8>, at::replicas<large, 8>, at::replicas<small, 16>>);
static_assert(!at::serves_together<shared, at::replicas<middle, 9>> &&
              at::serves_together<lab, at::replicas<middle, 10>>);
static_assert(at::serves_together<shared, at::replicas<at::any_of<middle, large>, 16>>);
static_assert(!at::serves_together<shared, at::replicas<at::any_of<middle, large>, 16>, large>);
static_assert(at::serves_together<shared, at::replicas<decltype(two), 8>> &&
              !at::serves_together<shared, at::replicas<decltype(two), 9>>);
// Three on a node with four leave one, which the sum does not show.
constexpr auto three = at::task<small, at::limits<at::gpus<3>>>("three", [](auto&) {});
static_assert(at::serves_together<shared, at::replicas<decltype(three), 4>, at::replicas<small, 4>>);
static_assert(!at::serves_together<shared, at::replicas<decltype(three), 5>>);
static_assert(at::check_serves_together<lab, at::replicas<middle, 10>>);
// Compilers end no search that the library would cut off, and see no node that cannot serve.
template <int Gpus>
inline constexpr auto some_gpus = at::task<at::H100_80GB, at::limits<at::gpus<Gpus>>>("some", [](auto&) {});
template <at::fixed_text Name, class Device, int Gpus, int Nodes>
using of_wholes = at::pool<Name, at::system<"kubernetes-none">, at::nodes<Nodes>, at::gpus_of<Device, Gpus>>;
using sevens = at::cluster<of_wholes<"a", at::H100_80GB, 7, 15>, of_wholes<"b", at::H100_80GB, 7, 15>>;
static_assert(
    !at::serves_together<sevens, at::replicas<decltype(some_gpus<5>), 16>, at::replicas<decltype(some_gpus<4>), 15>>);
static_assert(at::serves_together<at::cluster<of_wholes<"t", at::T4, 4, 512>, of_wholes<"h", at::H100_80GB, 8, 1>>,
                                  decltype(some_gpus<8>)>);

// In whatever order they come: two runs of four may leave no node for one of eight, and none of the same size does.
using eights = of_wholes<"eights", at::H100_80GB, 8, 2>;
static_assert(at::serves_together<eights, at::replicas<decltype(some_gpus<4>), 2>, decltype(some_gpus<8>)> &&
              !at::serves_in_any_order<eights, at::replicas<decltype(some_gpus<4>), 2>, decltype(some_gpus<8>)>);
static_assert(at::check_serves_in_any_order<eights, at::replicas<decltype(some_gpus<4>), 4>>);
static_assert(at::serves_in_any_order<lab, at::replicas<middle, 10>> &&
              !at::serves_in_any_order<lab, at::replicas<middle, 11>>);
// What one pool alone serves finds it filled by what others serve, too.
using either_pool = at::cluster<of_wholes<"h", at::H100_80GB, 1, 4>, of_wholes<"t", at::T4, 1, 4>>;
static_assert(!at::serves_in_any_order<either_pool, at::replicas<at::any_of<at::H100_80GB, at::T4>, 4>,
                                       at::replicas<at::H100_80GB, 4>>);
// A device plugin is asked for one of two partitions, and for whichever board is free of two.
static_assert(at::serves_together<shared, at::replicas<at::any_of<middle, large>, 16>> &&
              !at::serves_in_any_order<shared, at::any_of<middle, large>> &&
              at::serves_in_any_order<shared, middle, large>);
static_assert(at::serves_in_any_order<either_pool, at::replicas<at::any_of<at::H100_80GB, at::T4>, 8>>);
// Clients that share a device, and two boards that share the label of a node.
using clients = at::pool<"clients", at::system<"kubernetes-none">, at::gpus_of<at::T4>, at::setting<"replicas", "4">>;
static_assert(at::check_serves_in_any_order<clients, at::replicas<at::T4, 4>> &&
              !at::serves_together<clients, at::replicas<at::T4, 5>>);
template <class... Parts>
using two_boards =
    at::pool<"two", at::system<"kubernetes-mixed">, at::gpus_of<at::A100>, at::gpus_of<at::L4>, Parts...>;
static_assert(!at::serves<two_boards<>, at::L4> &&
              at::serves<two_boards<at::setting<"selects-product", "false">>, at::L4>);

// As many tasks as there are, also where each takes several things on one node.
template <class Wanted, std::size_t Number>
struct numbered {
  using wanted = Wanted;
};
template <class Pool, class Wanted, std::size_t... Number>
constexpr bool run_together(std::index_sequence<Number...>) {
  return at::serves_together<Pool, numbered<Wanted, Number>...>;
}
template <class Pool, class Wanted, std::size_t Count>
constexpr bool counted_devices = run_together<Pool, Wanted>(std::make_index_sequence<Count>{});
using many_nodes =
    at::pool<"many", at::system<"kubernetes-mixed">, at::nodes<70>, at::layout<at::A100, "3g.20gb", "2g.10gb">>;
static_assert(counted_devices<many_nodes, large, 64> && counted_devices<many_nodes, large, 65> &&
              counted_devices<many_nodes, large, 70>);
static_assert(!counted_devices<many_nodes, large, 71>);
using pair = at::layout<at::A100, "3g.20gb", "2g.10gb">;
using many_claims = at::pool<"claims", at::system<"dra">, at::nodes<33>, pair>;
static_assert(counted_devices<many_claims, pair, 32> && counted_devices<many_claims, pair, 33> &&
              !counted_devices<many_claims, pair, 34>);

// A layout is of one GPU: partitions of two are none.
using halves_and_thirds = at::pool<"halves", at::system<"dra">, at::layout<at::A100, "3g.20gb", "3g.20gb">,
                                   at::layout<at::A100, "2g.10gb", "2g.10gb", "2g.10gb">>;
static_assert(!at::serves<halves_and_thirds, pair> && lacking<halves_and_thirds, pair> == lack::partition &&
              at::serves<halves_and_thirds, at::layout<at::A100, "3g.20gb", "3g.20gb">, middle, large>);
static_assert(at::serves_together<many_claims, at::replicas<pair, 33>> &&
              !at::serves_in_any_order<many_claims, at::replicas<pair, 33>, middle>);

// ---- against every way to place them -------------------------------------------------------------------------------

struct machine {
  std::vector<std::vector<int>> nodes;  ///< of each kind so many
};

at::accelerator_data const* const kinds[] = {&at::detail::data_of<small>, &at::detail::data_of<middle>,
                                             &at::detail::data_of<large>};

bool fits_somehow(machine& on, std::vector<at::detail::demand> const& demands, std::size_t at) {
  if (at == demands.size()) return true;
  at::detail::request_items const& asked = demands[at].asked;
  for (std::size_t node = 0; node < on.nodes.size(); ++node) {
    for (auto const& each : asked.all) {
      for (int kind = 0; kind < 3; ++kind) {
        int& left = on.nodes[node][static_cast<std::size_t>(kind)];
        if (each.what != kinds[kind] || left < each.count) continue;
        left -= each.count;
        bool const fits = fits_somehow(on, demands, at + 1);
        left += each.count;
        if (fits) return true;
      }
    }
  }
  return false;
}

/// Each node gives no more than it has, and each demand has as many runs as it asks for; those that are alike together.
bool is_placement(at::detail::placement_list const& placed, std::vector<at::detail::demand> const& demands,
                  at::detail::pool_content const* const* pools) {
  std::map<std::tuple<int, long long, at::accelerator_data const*>, int> taken;
  std::map<int, long long> runs;
  for (at::detail::placed_runs const& each : placed) {
    at::detail::request_items const& asked = demands[static_cast<std::size_t>(each.demand)].asked;
    runs[each.demand] += each.runs();
    for (long long node = each.first_node; node < each.first_node + each.nodes; ++node) {
      for (int part = 0; part < asked.all.size(); ++part) {
        if (asked.alternatives && part != each.choice) continue;
        int& of_node = taken[{each.pool, node, asked.all[part].what}];
        of_node += asked.all[part].count * static_cast<int>(each.on_a_node);
        if (node >= pools[each.pool]->nodes || of_node > pools[each.pool]->count_of(*asked.all[part].what))
          return false;
      }
    }
  }
  for (std::size_t i = 0; i < demands.size(); ++i) {
    std::size_t first = 0;
    while (!at::detail::are_alike(demands[first].asked, demands[i].asked)) ++first;
    runs[static_cast<int>(first)] -= demands[i].count;
  }
  return std::all_of(runs.begin(), runs.end(), [](auto const& each) { return each.second == 0; });
}

}  // namespace

TEST_CASE("tasks fit together exactly where some way to place them exists") {
  std::mt19937 random(20);
  auto const upto = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
  int fitting = 0;
  for (int round = 0; round < 3000; ++round) {
    at::detail::pool_content pools[2];
    machine machine;
    for (auto& pool : pools) {
      pool.nodes = 1 + upto(1);
      std::vector<int> counts;
      for (auto const* kind : kinds) {
        counts.push_back(upto(3));
        if (counts.back() != 0) pool.add(*kind, counts.back());
      }
      for (int i = 0; i < pool.nodes; ++i) machine.nodes.push_back(counts);
    }
    std::vector<at::detail::demand> demands(static_cast<std::size_t>(1 + upto(5)));
    for (auto& each : demands) {
      each.count = 1;
      each.pools = 3;
      each.asked.add(*kinds[upto(2)], 1 + upto(1) * upto(1));
      if (upto(2) == 0) each.asked.alternatives = each.asked.add(*kinds[upto(2)], 1);
      each.asked.alternatives = each.asked.all.size() > 1;
    }
    at::detail::pool_content const* const both[] = {&pools[0], &pools[1]};
    at::detail::places places(both, 2, demands.data(), static_cast<int>(demands.size()));
    bool const fits = fits_somehow(machine, demands, 0);
    fitting += fits ? 1 : 0;
    CAPTURE(round);
    at::detail::placement_list placed;
    CHECK(places.find(&placed) == (fits ? at::detail::places::answer::fit : at::detail::places::answer::do_not));
    if (fits) CHECK(is_placement(placed, demands, both));
  }
  CHECK((fitting > 500 && fitting < 2500));
}

TEST_CASE("there is room for any number of tasks, and of pools up to the number of bits") {
  constexpr int count = 10;
  at::detail::pool_content pool;
  pool.nodes = count;
  for (auto const* kind : kinds) pool.add(*kind, 1);
  std::vector<at::detail::pool_content const*> const pools(at::detail::max_pools, &pool);
  std::vector<at::detail::demand> demands(count * at::detail::max_pools);
  for (auto& each : demands) {
    each.count = 1;
    each.pools = ~0ull;
    each.asked.add(*kinds[2], 1);
  }
  auto const fit = [&](std::size_t tasks) {
    return at::detail::places(pools.data(), at::detail::max_pools, demands.data(), static_cast<int>(tasks)).suffice();
  };
  CHECK(fit(demands.size()));
  demands.push_back(demands.back());
  CHECK_FALSE(fit(demands.size()));
  // The last pool alone.
  for (auto& each : demands) each.pools = 1ull << (at::detail::max_pools - 1);
  CHECK(fit(count));
  CHECK_FALSE(fit(count + 1));
  // More devices than an int counts.
  pool.nodes = 100000;
  pool.on_a_node.begin()[2].count = 100000;
  demands.resize(1);
  demands[0].count = 1000000;
  CHECK(fit(1));
}

namespace {

using at::detail::places;

/// So many runs, each of which takes so many of a kind on one node of the pools.
at::detail::demand runs_of(long long count, int each, unsigned long long pools, int kind = 0) {
  at::detail::demand made;
  made.count = count;
  made.pools = pools;
  made.asked.add(*kinds[kind], each);
  return made;
}
at::detail::pool_content nodes_with(int nodes, int each, int kind = 0) {
  at::detail::pool_content pool;
  pool.nodes = nodes;
  pool.add(*kinds[kind], each);
  return pool;
}

}  // namespace

TEST_CASE("nodes that serve none of the tasks do not hide those that do") {
  at::detail::pool_content const others = nodes_with(512, 4, 0);
  at::detail::pool_content const wanted = nodes_with(1, 8, 1);
  at::detail::pool_content const* const pools[] = {&others, &wanted};
  at::detail::demand const demands[] = {runs_of(1, 8, 2, 1)};
  CHECK(places(pools, 2, demands, 1).find() == places::answer::fit);
  // Beside tasks that fill the others.
  at::detail::demand const both[] = {runs_of(2048, 1, 1), runs_of(1, 8, 2, 1)};
  CHECK(places(pools, 2, both, 2).find() == places::answer::fit);
  at::detail::demand const too_many[] = {runs_of(513, 3, 1), runs_of(1, 8, 2, 1)};
  CHECK(places(pools, 2, too_many, 2).find() == places::answer::do_not);
}

TEST_CASE("a search that is cut off is no answer") {
  // Nodes of seven take a run of five or one of four, so 31 runs are one too many; no sum shows it.
  at::detail::pool_content const a = nodes_with(15, 7), b = nodes_with(15, 7);
  at::detail::pool_content const* const pools[] = {&a, &b};
  at::detail::demand const demands[] = {runs_of(16, 5, 3), runs_of(15, 4, 3)};
  places cut(pools, 2, demands, 2);
  CHECK(cut.find() == places::answer::undecided);
  CHECK_FALSE(places(pools, 2, demands, 2).suffice());
  CHECK(cut.steps() < places::max_steps + 1000);
  // One pool has one way.
  at::detail::pool_content const all = nodes_with(30, 7);
  at::detail::pool_content const* const one[] = {&all};
  CHECK(places(one, 1, demands, 2).find() == places::answer::do_not);
}

TEST_CASE("the steps grow with the tasks and the nodes at most in proportion") {
  auto const steps = [](int tasks, int nodes) {
    at::detail::pool_content const pool = nodes_with(nodes, 8);
    std::vector<at::detail::pool_content const*> const pools(at::detail::max_pools, &pool);
    std::vector<at::detail::demand> demands;
    for (int i = 0; i < tasks; ++i)
      demands.push_back(runs_of(1, 1 + i % 8, i % 2 == 0 ? ~0ull : 1ull << i % at::detail::max_pools));
    places all(pools.data(), at::detail::max_pools, demands.data(), tasks);
    CHECK(all.find() == places::answer::fit);
    CHECK(all.find_order() != at::detail::arrival::not_promised);
    return all.steps();
  };
  long long const few = steps(1000, 512);
  CHECK(steps(10000, 512) <= 10 * few);
  CHECK(steps(1000, 5120) <= 10 * few);
  CHECK(few < 1000 * at::detail::max_pools);
}

TEST_CASE("pools of either size serve a task that leaves the memory open") {
  using none = at::system<"kubernetes-none">;
  using small = at::pool<"small", none, at::nodes<2>, at::gpus_of<at::V100_16GB, 4>>;
  using large = at::pool<"large", none, at::gpus_of<at::V100_32GB, 8>>;
  constexpr auto train = at::task<at::V100, at::limits<at::gpus<8>>>("train", [](auto&) {});
  constexpr auto try_it = at::task<at::V100>("try", [](auto&) {});
  STATIC_REQUIRE(at::check_serves<at::cluster<small, large>, decltype(train), decltype(try_it)>);
  STATIC_REQUIRE(at::serves_together<at::cluster<small, large>, decltype(train), decltype(try_it)>);
  STATIC_REQUIRE_FALSE(at::serves_together<at::cluster<large>, decltype(train), decltype(try_it)>);
}
