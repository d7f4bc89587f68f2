// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether tasks find places on pools at the same time: the same question while compiling and in the program
/// `allotype`.
#pragma once

#include <allotype/cluster/request/detail/content.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A number of runs of one task, which are to run together with others.
struct demand {
  request_items asked;
  int count = 0;
  unsigned long long pools = 0;  ///< those that serve one of it, a bit each
};

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

/// Whether demands find places on pools. As many of both as there are; they stay alive as long as this.
class places {
 public:
  static constexpr int max_steps = 20000;
  static constexpr int max_nodes = 128;

  constexpr places(pool_content const* const* pools, int pool_count, demand const* demands, int demand_count)
      : pools_(pools), pool_count_(pool_count), demands_(demands), demand_count_(demand_count) {}

  constexpr bool suffice() const {
    flow numbers(*this);
    if (!numbers.suffices()) return false;
    for (int i = 0; i < demand_count_; ++i) {
      if (takes_several(demands_[i].asked)) return search(*this).finds();
    }
    return true;
  }

 private:
  static constexpr bool takes_several(request_items const& asked) {
    for (request_item const& part : asked.all) {
      if (part.count != 1) return true;
    }
    return !asked.alternatives && !asked.one_kind();
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
          kinds_[next++] = {pool, had.what, static_cast<long long>(had.count) * of.pools_[pool]->nodes, false};
        }
      }
      for (int a = 0; a < asked_.size(); ++a) {
        for (int kind = 0; kind < kinds_.size(); ++kind) fits_[at(a, kind)] = can_take(asked_[a], kinds_[kind]);
      }
    }

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

  /// Searches places on nodes: each task has all that it takes on one of them.
  class search {
   public:
    constexpr explicit search(places const& of) : of_(of), nodes_(count_nodes(of)), order_(of.demand_count_) {
      int next = 0;
      for (int pool = 0; pool < of.pool_count_; ++pool) {
        for (int i = 0; i < of.pools_[pool]->nodes && next < nodes_.size(); ++i, ++next) {
          nodes_[next].pool = pool;
          for (int kind = 0; kind < of.pools_[pool]->on_a_node.size(); ++kind) {
            nodes_[next].left[kind] = of.pools_[pool]->on_a_node[kind].count;
          }
        }
      }
      // Tasks that take most come first.
      for (int i = 0; i < order_.size(); ++i) {
        int at = i;
        for (; at > 0 && size_of(*order_[at - 1]) < size_of(of.demands_[i]); --at) order_[at] = order_[at - 1];
        order_[at] = &of.demands_[i];
      }
    }

    constexpr bool finds() { return placed_from(0, 0); }

   private:
    struct node {
      int pool = 0;
      int left[max_kinds_of_a_node]{};

      constexpr bool operator==(node const&) const = default;
    };

    static constexpr int count_nodes(places const& of) {
      long long count = 0;
      for (int pool = 0; pool < of.pool_count_; ++pool) count += of.pools_[pool]->nodes;
      return count < max_nodes ? static_cast<int>(count) : max_nodes;
    }
    static constexpr int size_of(demand const& of) {
      int size = 0;
      for (request_item const& each : of.asked.all) size = each.count > size ? each.count : size;
      return size;
    }

    constexpr bool placed_from(int at, int done) {
      if (at == order_.size()) return true;
      demand const& next = *order_[at];
      if (done == next.count) return placed_from(at + 1, 0);
      if (++steps_ > max_steps) return false;
      int const choices = next.asked.alternatives ? next.asked.all.size() : 1;
      for (int choice = 0; choice < choices; ++choice) {
        for (int i = 0; i < nodes_.size(); ++i) {
          if (!serves(next, nodes_[i].pool) || is_like_an_earlier_one(i)) continue;
          node const before = nodes_[i];
          if (takes(nodes_[i], next.asked, choice) && placed_from(at, done + 1)) return true;
          nodes_[i] = before;
        }
      }
      return false;
    }
    constexpr bool is_like_an_earlier_one(int which) const {
      for (int i = 0; i < which; ++i) {
        if (nodes_[i] == nodes_[which]) return true;
      }
      return false;
    }
    constexpr bool takes(node& from, request_items const& asked, int choice) const {
      for (int part = 0; part < asked.all.size(); ++part) {
        if (asked.alternatives && part != choice) continue;
        int missing = asked.all[part].count;
        node_content const& kinds = of_.pools_[from.pool]->on_a_node;
        for (int kind = 0; kind < kinds.size() && missing > 0; ++kind) {
          if (!is_served_by(*asked.all[part].what, *kinds[kind].what)) continue;
          int const taken = from.left[kind] < missing ? from.left[kind] : missing;
          from.left[kind] -= taken;
          missing -= taken;
        }
        if (missing > 0) return false;
      }
      return true;
    }

    places const& of_;
    sized_array<node> nodes_;
    sized_array<demand const*> order_;
    int steps_ = 0;
  };

  pool_content const* const* pools_;
  int pool_count_;
  demand const* demands_;
  int demand_count_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
