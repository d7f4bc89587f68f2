// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether tasks find places on pools at the same time: the same question while compiling and in the program
/// `allotype`.
#pragma once

#include <allotype/cluster/request/detail/content.hpp>

#include <bit>
#include <cstddef>
#include <type_traits>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A number of runs of one task, which are to run together with others.
struct demand {
  request_items asked;
  long long count = 0;
  unsigned long long pools = 0;  ///< those that serve one of it, a bit each
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
      : pools_(pools), pool_count_(pool_count), demands_(demand_count) {
    for (int i = 0; i < demand_count; ++i) add(demands[i]);
  }

  /// Where each task takes one thing, the numbers decide. Otherwise all that it takes is on one node: runs go to nodes
  /// in two orders, and if both leave some over, a search tries all ways until it has taken too many steps.
  constexpr answer find() {
    flow numbers(*this);
    bool const enough = numbers.suffices();
    steps_ += numbers.steps;
    if (!enough) return answer::do_not;
    bool several = false;
    for (int i = 0; i < demand_count_; ++i) several |= takes_several(demands_[i].asked);
    if (!several) return answer::fit;
    for (first const by : {first::fewest_pools, first::largest}) {
      order(by);
      if (in_order(*this).fits()) return answer::fit;
    }
    for (int i = 0; i < demand_count_; ++i) {
      // What finds no place alone finds none beside others.
      if (!demands_[i].asked.alternatives && !in_order(*this).fits(i)) return answer::do_not;
    }
    return search(*this).find();
  }
  constexpr bool suffice() { return find() == answer::fit; }
  /// What was looked at and tried: a number that no machine's speed changes.
  constexpr long long steps() const { return steps_; }

 private:
  static constexpr bool takes_several(request_items const& asked) {
    for (request_item const& part : asked.all) {
      if (part.count != 1) return true;
    }
    return !asked.alternatives && !asked.one_kind();
  }
  /// Tasks that ask for the same are one demand, so that what follows grows with what is different.
  constexpr void add(demand const& one) {
    for (int i = 0; i < demand_count_; ++i) {
      if (demands_[i].pools != one.pools || !are_alike(demands_[i].asked, one.asked)) continue;
      demands_[i].count += one.count;
      return;
    }
    demands_[demand_count_++] = one;
  }
  /// What demands are ordered by: those come first that take most, or that fewest pools serve; the other decides among
  /// equals.
  enum class first { largest, fewest_pools };
  constexpr void order(first by) {
    auto const comes_before = [by](demand const& a, demand const& b) {
      int const size_of_a = size_of(a), size_of_b = size_of(b);
      int const pools_of_a = std::popcount(a.pools), pools_of_b = std::popcount(b.pools);
      bool const by_size = by == first::largest ? size_of_a != size_of_b : pools_of_a == pools_of_b;
      return by_size ? size_of_a > size_of_b : pools_of_a < pools_of_b;
    };
    for (int i = 1; i < demand_count_; ++i) {
      demand const moved = demands_[i];
      int at = i;
      for (; at > 0 && comes_before(moved, demands_[at - 1]); --at) demands_[at] = demands_[at - 1];
      demands_[at] = moved;
    }
  }
  static constexpr int size_of(demand const& of) {
    int size = 0;
    for (request_item const& each : of.asked.all) size = each.count > size ? each.count : size;
    return size;
  }
  static constexpr bool serves(demand const& of, int pool) { return (of.pools >> pool & 1) != 0; }

  /// The numbers alone, whichever node they are on: a flow from what demands ask for to kinds of devices of pools. If
  /// it does not suffice, nothing does; where each task takes one thing, it decides. Complexity: asked times kinds, for
  /// each path that is found.
  class flow {
   public:
    constexpr explicit flow(places const& of)
        : asked_(count_asked(of)), kinds_(count_kinds(of)), fits_(asked_.size() * kinds_.size()), taken_(fits_.size()) {
      int next = 0;
      for (int i = 0; i < of.demand_count_; ++i) {
        request_items const& all = of.demands_[i].asked;
        for (int part = 0; part < parts_of(all); ++part)
          asked_[next++] = {&of.demands_[i], part, missing(of.demands_[i], part)};
      }
      next = 0;
      for (int pool = 0; pool < of.pool_count_; ++pool) {
        for (request_item const& had : of.pools_[pool]->on_a_node) {
          kinds_[next++] = {pool, had.what, static_cast<long long>(had.count) * of.pools_[pool]->places(), false};
        }
      }
      for (int a = 0; a < asked_.size(); ++a) {
        for (int kind = 0; kind < kinds_.size(); ++kind) fits_[at(a, kind)] = can_take(asked_[a], kinds_[kind]);
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

   private:
    struct part_of_demand {
      demand const* of = nullptr;
      int part = 0;
      long long missing = 0;
    };
    struct kind_of_pool {
      int pool = 0;
      accelerator_data const* what = nullptr;
      long long free = 0;
      bool seen = false;
    };

    /// How many parts are asked for; one, where these are alternatives.
    static constexpr int parts_of(request_items const& all) { return all.alternatives ? 1 : all.all.size(); }
    static constexpr int count_asked(places const& of) {
      int count = 0;
      for (int i = 0; i < of.demand_count_; ++i) count += parts_of(of.demands_[i].asked);
      return count;
    }
    static constexpr int count_kinds(places const& of) {
      int count = 0;
      for (int pool = 0; pool < of.pool_count_; ++pool) count += of.pools_[pool]->on_a_node.size();
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
    static constexpr bool can_take(part_of_demand const& asked, kind_of_pool const& had) {
      if (!serves(*asked.of, had.pool)) return false;
      request_items const& all = asked.of->asked;
      if (!all.alternatives) return is_served_by(*all.all[asked.part].what, *had.what);
      for (request_item const& each : all.all) {
        if (is_served_by(*each.what, *had.what)) return true;
      }
      return false;
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

  /// Nodes of one pool that have the same left.
  struct like_nodes {
    int pool = 0;
    long long count = 0;
    int left[max_kinds_of_a_node]{};

    constexpr bool is_like(like_nodes const& other) const {
      if (pool != other.pool) return false;
      for (int i = 0; i < max_kinds_of_a_node; ++i) {
        if (left[i] != other.left[i]) return false;
      }
      return true;
    }
    /// Takes what one run asks for on a node. \return whether it is there; if not, something may have been taken
    constexpr bool give(places const& of, request_items const& asked, int choice) {
      node_content const& kinds = of.pools_[pool]->on_a_node;
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
          fresh.left[kind] = of.pools_[pool]->on_a_node[kind].count;
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

    constexpr bool fits() {
      for (int i = 0; i < of_.demand_count_; ++i) {
        if (!fits(i)) return false;
      }
      return true;
    }
    constexpr bool fits(int one) {
      demand const& each = of_.demands_[one];
      long long missing = each.count;
      for (int choice = 0; choice < choices_of(each); ++choice) {
        for (int group = nodes_.size() - 1; group >= 0 && missing > 0; --group)
          missing -= fill(each, choice, group, missing);
      }
      return missing == 0;
    }

   private:
    /// \return how many of the runs have places now
    constexpr long long fill(demand const& with, int choice, int group, long long runs) {
      if (nodes_[group].count == 0 || !serves(with, nodes_[group].pool)) return 0;
      like_nodes full = nodes_[group];
      long long a_node = 0;
      for (like_nodes next = full; a_node < runs; ++a_node) {
        ++of_.steps_;
        if (!next.give(of_, with.asked, choice)) break;
        full = next;
      }
      if (a_node == 0) return 0;
      if (runs / a_node >= nodes_[group].count) {
        full.count = nodes_[group].count;
        nodes_[group] = full;
        return a_node * full.count;
      }
      full.count = runs / a_node;
      nodes_[group].count -= full.count;
      if (runs % a_node != 0) {
        like_nodes last = nodes_[group];
        for (long long i = 0; i < runs % a_node; ++i) last.give(of_, with.asked, choice);
        last.count = 1;
        --nodes_[group].count;
        nodes_.push_back(last);
      }
      nodes_.push_back(full);
      return runs;
    }

    places& of_;
    groups nodes_;
  };

  /// Searches places on nodes: each task has all that it takes on one of them.
  class search {
   public:
    constexpr explicit search(places& of)
        : of_(of), nodes_(of, static_cast<int>(of.runs() < most() ? of.runs() : most()) + 1) {}

    constexpr answer find() {
      if (placed_from(0, 0)) return answer::fit;
      return steps_ > most() ? answer::undecided : answer::do_not;
    }

   private:
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
          int const to = nodes_.move_one(group, changed);
          if (placed_from(at, done + 1)) return true;
          nodes_.move_back(group, to, groups_now);
          if (steps_ > most()) return false;
        }
      }
      return false;
    }

    places& of_;
    groups nodes_;
    int steps_ = 0;
  };

  pool_content const* const* pools_;
  int pool_count_;
  sized_array<demand> demands_;
  int demand_count_ = 0;
  long long steps_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
