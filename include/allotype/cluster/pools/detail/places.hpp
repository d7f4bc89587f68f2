// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether tasks find places on pools at the same time: the same question while compiling and in the program
/// `allotype`.
#pragma once

#include <allotype/cluster/request/detail/content.hpp>

#include <bit>
#include <cstddef>
#include <numeric>
#include <type_traits>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A number of runs of one task, which are to run together with others.
struct demand {
  request_items asked;
  long long count = 0;
  unsigned long long pools = 0;  ///< those that serve one of it, a bit each
  bool alternatives_apart =
      false;  ///< a pool is asked for one of the alternatives, so a run does not take any that is free
};

/// Whether the same is asked for, in the same order.
constexpr bool are_alike(request_items const& a, request_items const& b) {
  if (a.alternatives != b.alternatives || a.one_device != b.one_device || a.all.size() != b.all.size()) return false;
  for (int i = 0; i < a.all.size(); ++i) {
    if (a.all[i].what != b.all[i].what || a.all[i].count != b.all[i].count) return false;
  }
  return true;
}

/// Pools that `demand::pools` has a bit for.
inline constexpr int max_pools = 64;

/// Where runs of a task are: as many on each of these nodes. The positions of nodes are those of the pool's places.
struct placed_runs {
  int demand = 0;  ///< its position among those that `places` got; of several that are alike, the first
  int choice = 0;  ///< which of the alternatives
  int pool = 0;
  long long first_node = 0;
  long long nodes = 0;
  long long on_a_node = 0;

  constexpr long long runs() const { return nodes * on_a_node; }
};

/// What a scheduler gives that takes runs one at a time, puts each on any node that has room for it, and moves none.
enum class arrival {
  any_order,     ///< all find a place, in whatever order they come
  this_order,    ///< all find one in the order that `places::order` has
  not_promised,  ///< some may wait in each order that was looked at, unless runs go to the nodes of the placement
};

/// Values whose number is known when it is made, also while compiling. `<vector>` is not in what tasks include.
template <class T>
class sized_array {
 public:
  constexpr explicit sized_array(int size) : first_(new T[static_cast<std::size_t>(size)]()), size_(size) {}
  constexpr ~sized_array() { delete[] first_; }
  sized_array(sized_array const&) = delete;
  sized_array& operator=(sized_array const&) = delete;

  constexpr T& operator[](int i) { return first_[i]; }
  constexpr T const& operator[](int i) const { return first_[i]; }
  constexpr int size() const { return size_; }
  constexpr T* begin() { return first_; }
  constexpr T* end() { return first_ + size_; }
  constexpr T const* begin() const { return first_; }
  constexpr T const* end() const { return first_ + size_; }

 private:
  T* first_;
  int size_;
};

/// Where all runs are. No vector: these are of what tasks include.
class placement_list {
 public:
  constexpr placement_list() = default;
  constexpr ~placement_list() { delete[] first_; }
  placement_list(placement_list const&) = delete;
  placement_list& operator=(placement_list const&) = delete;

  constexpr void clear() { size_ = 0; }
  constexpr void push_back(placed_runs const& added) {
    if (size_ == capacity_) {
      capacity_ = 2 * capacity_ + 8;
      placed_runs* const larger = new placed_runs[capacity_]();
      for (std::size_t i = 0; i < size_; ++i) larger[i] = first_[i];
      delete[] first_;
      first_ = larger;
    }
    first_[size_++] = added;
  }
  constexpr placed_runs const* begin() const { return first_; }
  constexpr placed_runs const* end() const { return first_ + size_; }

 private:
  placed_runs* first_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// On so many nodes of the pool one run is.
constexpr int nodes_of_a_run(pool_content const& pool, request_item const& asked) {
  int const there = pool.spans_nodes ? served_by(pool, *asked.what) : 0;
  return there > 0 && asked.count > there ? asked.count / there : 1;
}

/// Whether demands find places on pools. As many of both as there are; the pools stay alive as long as this.
class places {
 public:
  /// What is known of all demands together.
  enum class answer {
    fit,       ///< there are places for all
    do_not,    ///< there are none
    undecided  ///< the search was cut off
  };
  static constexpr int max_steps = 20000;
  /// Compilers stop at 512 calls inside each other, and at a million steps of their own.
  static constexpr int max_steps_while_compiling = 300;

  constexpr places(pool_content const* const* pools, int pool_count, demand const* demands, int demand_count)
      : pools_(pools), pool_count_(pool_count), demands_(demand_count), first_alike_(demand_count) {
    for (int i = 0; i < demand_count; ++i) first_alike_[i] = add(demands[i], i);
  }

  /// Where each task takes one thing, the numbers decide. Otherwise all that it takes is on one node: runs go to nodes
  /// in two orders, and if both leave some over, a search tries all ways until it has taken too many steps.
  /// \param placed gets the placement, if there are places for all
  constexpr answer find(placement_list* placed = nullptr) {
    flow numbers(*this);
    bool const enough = numbers.suffices();
    steps_ += numbers.steps;
    if (!enough) return answer::do_not;
    bool several = has_pools_on_demand();
    for (int i = 0; i < demand_count_; ++i) several |= takes_several(demands_[i].asked);
    if (!several) {
      if (placed != nullptr) numbers.show(*this, *placed);
      return answer::fit;
    }
    for (first const by : {first::fewest_pools, first::largest}) {
      order_by(by);
      if (placed != nullptr) placed->clear();
      if (in_order(*this).fits(placed)) return answer::fit;
    }
    if (placed != nullptr) placed->clear();
    for (int i = 0; i < demand_count_; ++i) {
      // What finds no place alone finds none beside others.
      if (!demands_[i].asked.alternatives && !in_order(*this).fits(i, nullptr)) return answer::do_not;
    }
    answer const found = search(*this).find(placed);
    // Which GPU of a node a partition is made of was not tried in all ways.
    return found == answer::do_not && has_pools_on_demand() ? answer::undecided : found;
  }
  constexpr bool suffice() { return find() == answer::fit; }

  /// In which order runs may come, so that a scheduler finds places for all of them. It promises what is certain: some
  /// orders that would do are not found. \pre there are places for all
  constexpr arrival find_order() {
    if (stranding(*this).none_of_all()) return arrival::any_order;
    for (first const by : {first::fewest_pools, first::largest}) {
      order_by(by);
      if (stranding(*this).none_in_order()) return arrival::this_order;
    }
    return arrival::not_promised;
  }
  /// The demand that comes at a position of the order: its position among those that this got.
  constexpr int order(int at) const { return demands_[at].first; }
  constexpr int order_size() const { return demand_count_; }
  /// Of those that this got, the first that asks for the same as the one at this position.
  constexpr int first_alike(int position) const { return first_alike_[position]; }
  /// What was looked at and tried: a number that no machine's speed changes.
  constexpr long long steps() const { return steps_; }

 private:
  constexpr bool has_pools_on_demand() const {
    for (int i = 0; i < demand_count_; ++i) {
      for (int pool = 0; pool < pool_count_; ++pool) {
        if (pools_[pool]->on_demand && serves(demands_[i], pool)) return true;
      }
    }
    return false;
  }
  static constexpr bool takes_several(request_items const& asked) {
    for (request_item const& part : asked.all) {
      if (part.count != 1) return true;
    }
    return !asked.alternatives && !asked.one_kind();
  }
  /// Tasks that ask for the same.
  struct like_demands : demand {
    int first = 0;  ///< the position of the first of them
  };
  /// What several nodes serve together is as many runs, each on all of a node.
  constexpr void split_over_nodes(demand& one) const {
    if (!one.asked.one_kind()) return;
    for (int pool = 0; pool < pool_count_; ++pool) {
      if (!serves(one, pool)) continue;
      int const nodes = nodes_of_a_run(*pools_[pool], one.asked.all[0]);
      for (request_item& each : one.asked.all) each.count /= nodes;
      one.count *= nodes;
    }
  }
  /// Tasks that ask for the same are one demand, so that what follows grows with what is different.
  /// \return the position of the first that asks for the same
  constexpr int add(demand one, int position) {
    split_over_nodes(one);
    for (int i = 0; i < demand_count_; ++i) {
      if (demands_[i].pools != one.pools || !are_alike(demands_[i].asked, one.asked)) continue;
      demands_[i].count += one.count;
      demands_[i].alternatives_apart |= one.alternatives_apart;
      return demands_[i].first;
    }
    demands_[demand_count_++] = {one, position};
    return position;
  }
  /// What demands are ordered by: those come first that take most, or that fewest pools serve; the other decides among
  /// equals.
  enum class first { largest, fewest_pools };
  constexpr void order_by(first by) {
    bool const by_slices = has_pools_on_demand();
    auto const comes_before = [by, by_slices](demand const& a, demand const& b) {
      int const size_of_a = size_of(a, by_slices), size_of_b = size_of(b, by_slices);
      int const pools_of_a = std::popcount(a.pools), pools_of_b = std::popcount(b.pools);
      bool const by_size = by == first::largest ? size_of_a != size_of_b : pools_of_a == pools_of_b;
      return by_size ? size_of_a > size_of_b : pools_of_a < pools_of_b;
    };
    for (int i = 1; i < demand_count_; ++i) {
      like_demands const moved = demands_[i];
      int at = i;
      for (; at > 0 && comes_before(moved, demands_[at - 1]); --at) demands_[at] = demands_[at - 1];
      demands_[at] = moved;
    }
  }
  /// \param by_slices of a GPU: a whole one has more than any partition
  static constexpr int size_of(demand const& of, bool by_slices) {
    constexpr int of_a_gpu = 16;
    int size = 0;
    for (request_item const& each : of.asked.all) {
      int const slices = !by_slices ? 1 : each.what->row == nullptr ? of_a_gpu : each.what->row->memory_slices;
      size = each.count * slices > size ? each.count * slices : size;
    }
    return size;
  }
  static constexpr bool serves(demand const& of, int pool) { return (of.pools >> pool & 1) != 0; }

  /// The numbers alone, whichever node they are on: a flow from what demands ask for to kinds of devices of pools. If
  /// it does not suffice, nothing does; where each task takes one thing, it decides. Complexity: asked times kinds, for
  /// each path that is found.
  class flow {
   public:
    constexpr explicit flow(places const& of)
        : asked_(count_asked(of)),
          kinds_(of.count_kinds()),
          fits_(asked_.size() * kinds_.size()),
          taken_(fits_.size()) {
      int next = 0;
      for (int i = 0; i < of.demand_count_; ++i) {
        request_items const& all = of.demands_[i].asked;
        for (int part = 0; part < parts_of(all); ++part)
          asked_[next++] = {&of.demands_[i], part, missing(of.demands_[i], part)};
      }
      next = 0;
      for (int pool = 0; pool < of.pool_count_; ++pool) {
        for (request_item const& had : of.pools_[pool]->on_a_node) {
          int const on_a_node = of.pools_[pool]->free_of(had) * most_of_one(*of.pools_[pool], *had.what);
          kinds_[next++] = {pool, had.what, on_a_node, static_cast<long long>(on_a_node) * of.pools_[pool]->places(),
                            false};
        }
      }
      for (int a = 0; a < asked_.size(); ++a) {
        for (int kind = 0; kind < kinds_.size(); ++kind)
          fits_[at(a, kind)] = choice_for(of, asked_[a], kinds_[kind]) >= 0;
      }
    }

    long long steps = 0;  ///< kinds that were looked at

    constexpr bool suffices() {
      for (int a = 0; a < asked_.size(); ++a) {
        while (asked_[a].missing > 0) {
          for (kind_of_pool& kind : kinds_) kind.seen = false;
          long long const moved = push(a, asked_[a].missing);
          if (moved == 0) return false;
          asked_[a].missing -= moved;
        }
      }
      return true;
    }

    /// The nodes of a pool are filled one after the other. \pre suffices, and each demand takes one thing
    constexpr void show(places const& all, placement_list& placed) const {
      for (int kind = 0; kind < kinds_.size(); ++kind) {
        kind_of_pool const& of = kinds_[kind];
        long long next = 0;
        for (int a = 0; a < asked_.size(); ++a) {
          for (long long left = taken_[at(a, kind)]; left > 0;) {
            long long const room = of.on_a_node - next % of.on_a_node;
            long long const nodes = room == of.on_a_node && left >= room ? left / room : 1;
            long long const each = left < room ? left : room;
            placed.push_back(
                {asked_[a].of->first, choice_for(all, asked_[a], of), of.pool, next / of.on_a_node, nodes, each});
            left -= nodes * each;
            next += nodes * each;
          }
        }
      }
    }

   private:
    struct part_of_demand {
      like_demands const* of = nullptr;
      int part = 0;
      long long missing = 0;
    };
    struct kind_of_pool {
      int pool = 0;
      accelerator_data const* what = nullptr;
      int on_a_node = 0;
      long long free = 0;
      bool seen = false;
    };

    /// A device that is partitioned on demand counts as often as it has partitions: never too little.
    static constexpr int most_of_one(pool_content const& pool, accelerator_data const& what) {
      return pool.on_demand && what.board != nullptr ? what.board->compute_slices : 1;
    }
    /// How many parts are asked for; one, where these are alternatives.
    static constexpr int parts_of(request_items const& all) { return all.alternatives ? 1 : all.all.size(); }
    static constexpr int count_asked(places const& of) {
      int count = 0;
      for (int i = 0; i < of.demand_count_; ++i) count += parts_of(of.demands_[i].asked);
      return count;
    }
    /// How many are missing for a part. Alternatives count as the one that takes least, so more than there is never
    /// seems to be too little.
    static constexpr long long missing(demand const& of, int part) {
      long long least = of.asked.all[part].count;
      for (request_item const& each : of.asked.all) {
        if (of.asked.alternatives && each.count < least) least = each.count;
      }
      return least * of.count;
    }
    /// The position of the alternative that takes it, 0 if there are none; -1: it is not taken.
    static constexpr int choice_for(places const& of, part_of_demand const& asked, kind_of_pool const& had) {
      if (!serves(*asked.of, had.pool)) return -1;
      pool_content const& pool = *of.pools_[had.pool];
      request_items const& all = asked.of->asked;
      if (!all.alternatives) return is_served_by(pool, *all.all[asked.part].what, *had.what) ? 0 : -1;
      for (int i = 0; i < all.all.size(); ++i) {
        if (is_served_by(pool, *all.all[i].what, *had.what)) return i;
      }
      return -1;
    }
    constexpr int at(int asked, int kind) const { return asked * kinds_.size() + kind; }

    /// Gives a part up to so many, where needed by moving others elsewhere. \return how many it got
    constexpr long long push(int asked, long long most) {
      for (int kind = 0; kind < kinds_.size(); ++kind) {
        ++steps;
        if (kinds_[kind].seen || !fits_[at(asked, kind)]) continue;
        kinds_[kind].seen = true;
        if (kinds_[kind].free > 0) {
          long long const moved = kinds_[kind].free < most ? kinds_[kind].free : most;
          kinds_[kind].free -= moved;
          taken_[at(asked, kind)] += moved;
          return moved;
        }
        for (int other = 0; other < asked_.size(); ++other) {
          long long const held = taken_[at(other, kind)];
          if (other == asked || held == 0) continue;
          long long const moved = push(other, held < most ? held : most);
          if (moved == 0) continue;
          taken_[at(other, kind)] -= moved;
          taken_[at(asked, kind)] += moved;
          return moved;
        }
      }
      return 0;
    }

    sized_array<part_of_demand> asked_;
    sized_array<kind_of_pool> kinds_;
    sized_array<bool> fits_;
    sized_array<long long> taken_;
  };

  constexpr int count_kinds() const {
    int count = 0;
    for (int pool = 0; pool < pool_count_; ++pool) count += pools_[pool]->on_a_node.size();
    return count;
  }

  /// Nodes of one pool that have the same left.
  struct like_nodes {
    int pool = 0;
    long long first = 0;  ///< the others follow it, where nodes are filled in order
    long long count = 0;
    int left[max_kinds_of_a_node]{};
    gpus_on_demand gpus{};  ///< in place of `left` where partitions are made on demand

    constexpr bool is_like(like_nodes const& other) const {
      if (pool != other.pool || !gpus.is_like(other.gpus)) return false;
      for (int i = 0; i < max_kinds_of_a_node; ++i) {
        if (left[i] != other.left[i]) return false;
      }
      return true;
    }
    /// Takes what one run asks for on a node. \return whether it is there; if not, something may have been taken
    constexpr bool give(places const& of, request_items const& asked, int choice) {
      node_content const& kinds = of.pools_[pool]->on_a_node;
      if (of.pools_[pool]->on_demand) return gpus.take(kinds, asked, choice);
      for (int part = 0; part < asked.all.size(); ++part) {
        if (asked.alternatives && part != choice) continue;
        int missing = asked.all[part].count;
        for (int kind = 0; kind < kinds.size() && missing > 0; ++kind) {
          if (!is_served_by(*asked.all[part].what, *kinds[kind].what)) continue;
          int const taken = left[kind] < missing ? left[kind] : missing;
          left[kind] -= taken;
          missing -= taken;
        }
        if (missing > 0) return false;
      }
      return true;
    }
  };
  static constexpr int choices_of(demand const& of) { return of.asked.alternatives ? of.asked.all.size() : 1; }
  constexpr long long runs() const {
    long long count = 0;
    for (int i = 0; i < demand_count_; ++i) count += demands_[i].count;
    return count;
  }

  /// Nodes by what is left on them. Pools that serve no demand have none.
  class groups {
   public:
    constexpr groups(places const& of, int more) : all_(of.pool_count_ + more) {
      for (int pool = 0; pool < of.pool_count_; ++pool) {
        bool serves_one = false;
        for (int i = 0; i < of.demand_count_; ++i) serves_one |= serves(of.demands_[i], pool);
        if (!serves_one) continue;
        like_nodes& fresh = all_[size_++];
        fresh.pool = pool;
        fresh.count = of.pools_[pool]->places();
        for (int kind = 0; kind < of.pools_[pool]->on_a_node.size(); ++kind)
          fresh.left[kind] = of.pools_[pool]->free_of(of.pools_[pool]->on_a_node[kind]);
      }
    }
    constexpr int size() const { return size_; }
    constexpr like_nodes& operator[](int i) { return all_[i]; }
    constexpr void push_back(like_nodes const& more) { all_[size_++] = more; }
    /// One node of a group is now `changed`. \return the group that it is in
    constexpr int move_one(int from, like_nodes const& changed) {
      --all_[from].count;
      for (int i = 0; i < size_; ++i) {
        if (!all_[i].is_like(changed)) continue;
        ++all_[i].count;
        return i;
      }
      push_back(changed);
      all_[size_ - 1].count = 1;
      return size_ - 1;
    }
    /// Undoes the last `move_one` that is not undone, before which there were so many groups.
    constexpr void move_back(int from, int to, int size) {
      ++all_[from].count;
      --all_[to].count;
      size_ = size;
    }

   private:
    sized_array<like_nodes> all_;
    int size_ = 0;
  };

  /// Fills nodes with one demand after the other, all nodes of a group at once. What is started is filled first.
  /// Complexity: demands times their alternatives times pools and demands.
  class in_order {
   public:
    constexpr explicit in_order(places& of) : of_(of), nodes_(of, 2 * of.demand_count_) {}

    constexpr bool fits(placement_list* placed) {
      for (int i = 0; i < of_.demand_count_; ++i) {
        if (!fits(i, placed)) return false;
      }
      return true;
    }
    constexpr bool fits(int one, placement_list* placed) {
      like_demands const& each = of_.demands_[one];
      long long missing = each.count;
      for (int choice = 0; choice < choices_of(each); ++choice) {
        for (int group = nodes_.size() - 1; group >= 0 && missing > 0; --group)
          missing -= fill(each, choice, group, missing, placed);
      }
      return missing == 0;
    }

   private:
    /// \return how many of the runs have places now
    constexpr long long fill(like_demands const& with, int choice, int group, long long runs, placement_list* placed) {
      if (nodes_[group].count == 0 || !serves(with, nodes_[group].pool)) return 0;
      like_nodes full = nodes_[group];
      long long a_node = 0;
      for (like_nodes next = full; a_node < runs; ++a_node) {
        ++of_.steps_;
        if (!next.give(of_, with.asked, choice)) break;
        full = next;
      }
      if (a_node == 0) return 0;
      auto const show = [&](like_nodes const& nodes, long long each) {
        if (placed != nullptr) placed->push_back({with.first, choice, nodes.pool, nodes.first, nodes.count, each});
      };
      if (runs / a_node >= nodes_[group].count) {
        full.count = nodes_[group].count;
        nodes_[group] = full;
        show(full, a_node);
        return a_node * full.count;
      }
      full.count = runs / a_node;
      nodes_[group].count -= full.count;
      nodes_[group].first += full.count;
      if (full.count != 0) show(full, a_node);
      if (runs % a_node != 0) {
        like_nodes last = nodes_[group];
        for (long long i = 0; i < runs % a_node; ++i) last.give(of_, with.asked, choice);
        last.count = 1;
        --nodes_[group].count;
        ++nodes_[group].first;
        show(last, runs % a_node);
        nodes_.push_back(last);
      }
      if (full.count != 0) nodes_.push_back(full);
      return runs;
    }

    places& of_;
    groups nodes_;
  };

  /// Searches places on nodes: each task has all that it takes on one of them.
  class search {
   public:
    constexpr explicit search(places& of)
        : of_(of), nodes_(of, steps_at_most(of)), path_(std::is_constant_evaluated() ? 0 : steps_at_most(of)) {}

    constexpr answer find(placement_list* placed) {
      if (placed_from(0, 0)) {
        if (placed != nullptr) show(*placed);
        return answer::fit;
      }
      return steps_ > most() ? answer::undecided : answer::do_not;
    }

   private:
    static constexpr int steps_at_most(places const& of) {
      return static_cast<int>(of.runs() < most() ? of.runs() : most()) + 1;
    }
    static constexpr int most() { return std::is_constant_evaluated() ? max_steps_while_compiling : max_steps; }
    constexpr bool placed_from(int at, int done) {
      if (at == of_.demand_count_) return true;
      demand const& next = of_.demands_[at];
      if (done == next.count) return placed_from(at + 1, 0);
      if (++steps_ > most()) return false;
      ++of_.steps_;
      for (int choice = 0; choice < choices_of(next); ++choice) {
        int const groups_now = nodes_.size();
        for (int group = 0; group < groups_now; ++group) {
          if (nodes_[group].count == 0 || !serves(next, nodes_[group].pool)) continue;
          like_nodes changed = nodes_[group];
          if (!changed.give(of_, next.asked, choice)) continue;
          if (!std::is_constant_evaluated()) path_[path_size_] = {at, choice, nodes_[group]};
          int const to = nodes_.move_one(group, changed);
          ++path_size_;
          if (placed_from(at, done + 1)) return true;
          --path_size_;
          nodes_.move_back(group, to, groups_now);
          if (steps_ > most()) return false;
        }
      }
      return false;
    }

    /// Goes the way once more, with nodes that are told apart.
    constexpr void show(placement_list& placed) {
      groups nodes(of_, path_size_);
      for (int i = 0; i < path_size_; ++i) {
        step const& next = path_[i];
        int group = nodes.size() - 1;
        while (nodes[group].count == 0 || !nodes[group].is_like(next.node)) --group;
        like_nodes one = nodes[group];
        one.first += --nodes[group].count;
        one.count = 1;
        like_demands const& of = of_.demands_[next.demand];
        placed.push_back({of.first, next.choice, one.pool, one.first, 1, 1});
        one.give(of_, of.asked, next.choice);
        nodes.push_back(one);
      }
    }

    struct step {
      int demand = 0, choice = 0;
      like_nodes node;  // before the run is there
    };

    places& of_;
    groups nodes_;
    sized_array<step> path_;
    int path_size_ = 0;
    int steps_ = 0;
  };

  /// Whether runs that come before can leave no node to one more, wherever they were put: each node that serves it then
  /// has less left than it takes. What the others take at most is compared with what they have to take for that; where
  /// all of them take two or four, a node loses two or four at a time. Complexity: demands times those that differ in
  /// where they go.
  class stranding {
   public:
    constexpr explicit stranding(places& of)
        : of_(of),
          first_cell_(of.pool_count_ + 1),
          where_(of.demand_count_),
          all_cells_(of.demand_count_ * words_of(of)),
          most_(of.demand_count_),
          step_(of.demand_count_),
          own_(words_of(of)) {
      for (int pool = 0; pool < of.pool_count_; ++pool)
        first_cell_[pool + 1] = first_cell_[pool] + of.pools_[pool]->on_a_node.size();
      for (int i = 0; i < of.demand_count_; ++i) where_[i] = number_of_its_cells(of.demands_[i]);
    }

    /// None strands, whatever came before.
    constexpr bool none_of_all() {
      for (int i = 0; i < of_.demand_count_; ++i) come(i);
      for (int i = 0; i < of_.demand_count_; ++i) {
        if (strands(i)) return false;
      }
      return true;
    }
    /// None strands behind those that come before it in the order.
    constexpr bool none_in_order() {
      for (int i = 0; i < of_.demand_count_; ++i) {
        come(i);
        if (strands(i)) return false;
      }
      return true;
    }

   private:
    // A cell is a kind of device of a pool: a bit of words_of(of_) words.
    static constexpr int bits_of_a_word = 64;
    static constexpr int words_of(places const& of) { return of.count_kinds() / bits_of_a_word + 1; }

    /// Notes in `own_` the cells that serve one of the parts. \return whether a cell serves two of them
    constexpr bool mark(demand const& of, int first, int last) {
      bool twice = false;
      for (unsigned long long& word : own_) word = 0;
      for (int pool = 0; pool < of_.pool_count_; ++pool) {
        if (!serves(of, pool)) continue;
        node_content const& kinds = of_.pools_[pool]->on_a_node;
        for (int kind = 0; kind < kinds.size(); ++kind) {
          int const cell = first_cell_[pool] + kind;
          unsigned long long& word = own_[cell / bits_of_a_word];
          unsigned long long const bit = 1ull << cell % bits_of_a_word;
          for (int part = first; part < last; ++part) {
            if (!is_served_by(*of_.pools_[pool], *of.asked.all[part].what, *kinds[kind].what)) continue;
            twice |= (word & bit) != 0;
            word |= bit;
          }
        }
      }
      return twice;
    }
    /// Demands that go to the same cells have one number.
    constexpr int number_of_its_cells(demand const& of) {
      mark(of, 0, of.asked.all.size());
      for (int number = 0; number < numbers_; ++number) {
        bool same = true;
        for (int i = 0; i < own_.size() && same; ++i) same = all_cells_[number * own_.size() + i] == own_[i];
        if (same) return number;
      }
      for (int i = 0; i < own_.size(); ++i) all_cells_[numbers_ * own_.size() + i] = own_[i];
      return numbers_++;
    }
    constexpr bool meets(int number) const {
      for (int i = 0; i < own_.size(); ++i) {
        if ((all_cells_[number * own_.size() + i] & own_[i]) != 0) return true;
      }
      return false;
    }

    /// What one run takes at most.
    static constexpr long long things_of(demand const& of) {
      long long sum = 0, largest = 0;
      for (request_item const& each : of.asked.all) {
        sum += each.count;
        largest = each.count > largest ? each.count : largest;
      }
      return of.asked.alternatives ? largest : sum;
    }
    constexpr void come(int one) {
      demand const& each = of_.demands_[one];
      most_[where_[one]] += each.count * things_of(each);
      for (request_item const& part : each.asked.all) step_[where_[one]] = std::gcd(step_[where_[one]], part.count);
    }

    constexpr bool strands(int one) {
      demand const& each = of_.demands_[one];
      // Which GPU of a node the others take from is not counted here.
      if (each.alternatives_apart || each.asked.one_device || meets_others_on_demand(each)) return true;
      if (!each.asked.alternatives) return parts_strand(each, 0, each.asked.all.size());
      for (int choice = 0; choice < each.asked.all.size(); ++choice) {
        if (!parts_strand(each, choice, choice + 1)) return false;
      }
      // All alternatives have to be filled, each with what no other has.
      if (mark(each, 0, each.asked.all.size())) return true;
      load const others = others_of(each);
      long long least = 0;
      for (int choice = 0; choice < each.asked.all.size(); ++choice)
        least += needed(each, choice, choice + 1, others.step);
      return others.most >= least;
    }
    /// Partitions of other sizes that come before may leave no start on any GPU.
    constexpr bool meets_others_on_demand(demand const& one) const {
      for (int pool = 0; pool < of_.pool_count_; ++pool) {
        if (!of_.pools_[pool]->on_demand || !serves(one, pool)) continue;
        if (!one.asked.one_kind()) return true;
        for (int i = 0; i < of_.demand_count_; ++i) {
          demand const& other = of_.demands_[i];
          if (serves(other, pool) && !(other.asked.one_kind() && other.asked.all[0].what == one.asked.all[0].what))
            return true;
        }
      }
      return false;
    }
    /// What those that have come take of the cells that are marked.
    struct load {
      long long most = 0;
      int step = 0;  ///< the greatest common divisor of what one takes
    };
    constexpr load others_of(demand const& one) {
      load others;
      for (int number = 0; number < numbers_; ++number) {
        ++of_.steps_;
        if (most_[number] == 0 || !meets(number)) continue;
        others.most += most_[number];
        others.step = std::gcd(others.step, step_[number]);
      }
      others.most -= things_of(one);  // it has come, too
      return others;
    }
    constexpr bool parts_strand(demand const& one, int first, int last) {
      if (mark(one, first, last)) return true;
      load const others = others_of(one);
      // No node serves these, or the others can fill all that do.
      long long const least = needed(one, first, last, others.step);
      return least == 0 || others.most >= least;
    }
    /// What others have to take so that no node has enough left.
    constexpr long long needed(demand const& of, int first, int last, int step) const {
      long long sum = 0;
      for (int pool = 0; pool < of_.pool_count_; ++pool) {
        if (!serves(of, pool)) continue;
        long long least = -1;
        for (int part = first; part < last; ++part) {
          request_item const& asked = of.asked.all[part];
          long long const more = served_by(*of_.pools_[pool], *asked.what) - asked.count + 1;
          long long const taken = more <= 0 ? 0 : (more + step - 1) / step * step;
          least = least < 0 || taken < least ? taken : least;
        }
        sum += least * of_.pools_[pool]->places();
      }
      return sum;
    }

    places& of_;
    sized_array<int> first_cell_, where_;
    sized_array<unsigned long long> all_cells_;
    sized_array<long long> most_;
    sized_array<int> step_;
    sized_array<unsigned long long> own_;
    int numbers_ = 0;
  };

  pool_content const* const* pools_;
  int pool_count_;
  sized_array<like_demands> demands_;
  int demand_count_ = 0;
  sized_array<int> first_alike_;
  long long steps_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
