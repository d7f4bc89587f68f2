// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which instances go on which GPU, such that the GPUs cost least: the search behind `pack` (cluster/fleet/pack.hpp), a
/// plain function over integers, for the compiler and for programs alike.
///
/// Branch and bound. Items are taken in the order of the largest share of a GPU that they need of anything; each is
/// tried on every open GPU and on a new one of every kind. Equal items and equal GPUs are tried in one order only. A
/// branch is cut where its cost, and what its remaining items cost at least beyond what is free on its open GPUs,
/// reaches the best packing so far. The first packing is the greedy one: each item on the first GPU that takes it, else
/// on a new one of the kind on which its share costs least. The search ends when the best reaches the lower bound, when
/// all branches are done, or after `max_branches`; in the last case the result is the best so far, at worst the greedy
/// one, and is not called exact.
#pragma once

#include <allotype/plan/placement.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What an item is on a kind of GPU, besides the row of a profile.
inline constexpr int no_part = -1;
inline constexpr int whole_part = -2;

inline constexpr int max_items = 32;
inline constexpr int max_kinds = 8;
inline constexpr int max_branches = 1000;

/// A kind of GPU: where instances may lie on it, what one costs, and the compute slices of its profiles.
struct gpu_kind {
  board_places board{};
  int cost = 1;
  int compute_slices = 1;
  int compute_slices_of[board_places::max_profiles]{};
};

constexpr gpu_kind kind_of_board(board_places const& board, mig_row const* rows, int compute_slices, int cost) {
  gpu_kind kind{board, cost, compute_slices, {}};
  for (int p = 0; p < board.profiles; ++p) kind.compute_slices_of[p] = rows[p].compute_slices;
  return kind;
}

/// Items, as what each kind of GPU would give them: the row of a profile, `whole_part`, or `no_part`.
struct packing_items {
  int count = 0;
  int on[max_items][max_kinds]{};
};

struct packing_result {
  bool packed = false;  // no: an item has a place on no kind
  bool exact = false;   // nothing costs less
  int gpus = 0;
  long long cost = 0;
  long long at_least = 0;    // no packing costs less than this
  int branches = 0;          // of the search; none where the greedy packing reaches the bound
  int gpu_of[max_items]{};   // by item
  int kind_of[max_items]{};  // by GPU; GPUs are numbered in the order of their first items
};

class packing_search {
 public:
  constexpr packing_search(gpu_kind const* kinds, int kind_count, packing_items const& items)
      : kinds_(kinds), kind_count_(kind_count), items_(items) {}

  constexpr packing_result search() {
    if (!prepare()) return best_;
    greedy();
    best_.at_least = lower_bound();
    if (best_.cost > best_.at_least) {
      branch(0, 0);
      if (branches_ < max_branches) best_.at_least = best_.cost;
    }
    best_.branches = branches_;
    number_gpus_by_first_item();
    best_.packed = true;
    best_.exact = best_.cost == best_.at_least;
    return best_;
  }

 private:
  // Shares of a GPU's cost are counted in parts that most numbers of slices divide; where they do not, bounds are
  // rounded so that they stay bounds.
  static constexpr long long parts = 840;

  // What the instances on a GPU share, and what of it bounds are made of: memory slices, compute slices, the one
  // instance with +me or +me.all, and NVDEC (which stands for the other engines: they come together).
  static constexpr int resources = 4;

  struct open_gpu {
    int kind = 0;
    bool whole = false;
    int instances = 0;
    int used[resources]{};
    holdings held{};  // without the places, which are not decided
    instance_spec instance[board_places::max_units]{};
  };

  static constexpr int nvdec(unsigned engines) { return static_cast<int>(engines & 0x7fu); }
  constexpr int capacity(int kind, int resource) const {
    gpu_kind const& gpu = kinds_[kind];
    int const of[resources] = {gpu.board.units, gpu.compute_slices, 1, nvdec(gpu.board.engines)};
    return of[resource] > 0 ? of[resource] : 1;
  }
  constexpr int use(int part, int kind, int resource) const {
    if (part == whole_part) return capacity(kind, resource);
    profile_places const& places = kinds_[kind].board.of[part];
    bool const extension = (places.excludes >> part & 1u) != 0;
    int const of[resources] = {places.size, kinds_[kind].compute_slices_of[part], extension ? 1 : 0,
                               nvdec(places.engines)};
    return of[resource];
  }
  /// What an item costs at least of a GPU of that kind.
  constexpr long long share(int item, int kind, int resource) const {
    return kinds_[kind].cost * parts * use(items_.on[item][kind], kind, resource) / capacity(kind, resource);
  }
  /// The largest of its shares, the share among instances of its profile included.
  constexpr long long largest_share(int item, int kind) const {
    int const on = items_.on[item][kind];
    long long largest = kinds_[kind].cost * parts / (on == whole_part ? 1 : kinds_[kind].board.of[on].most);
    for (int r = 0; r < resources; ++r) {
      long long const one = share(item, kind, r);
      if (one > largest) largest = one;
    }
    return largest;
  }
  constexpr bool same(int a, int b) const {
    for (int k = 0; k < kind_count_; ++k) {
      if (items_.on[a][k] != items_.on[b][k]) return false;
    }
    return true;
  }
  /// One GPU of that kind takes the item at all.
  constexpr bool possible(int item, int kind) const {
    int const on = items_.on[item][kind];
    instance_spec const alone{on, unknown};
    return on == whole_part || (on != no_part && placeable(kinds_[kind].board, &alone, 1));
  }

  /// Sorts the items, those that need most of something first and equal ones together, and works out the least share of
  /// each.
  constexpr bool prepare() {
    for (int i = 0; i < items_.count; ++i) {
      bool first = true;
      for (int k = 0; k < kind_count_; ++k) {
        possible_[i][k] = possible(i, k);
        if (!possible_[i][k]) continue;
        for (int r = 0; r < resources; ++r) {
          long long const one = share(i, k, r);
          if (first || one < least_[i][r]) least_[i][r] = one;
        }
        long long const largest = largest_share(i, k);
        if (first || largest < scarce_[i]) scarce_[i] = largest;
        first = false;
      }
      if (first) return false;
    }
    for (int i = 0; i < items_.count; ++i) {
      int at = i;
      for (; at > 0 && before(i, sorted_[at - 1]); --at) sorted_[at] = sorted_[at - 1];
      sorted_[at] = i;
    }
    for (int n = items_.count - 1; n >= 0; --n) {
      for (int r = 0; r < resources; ++r) from_[n][r] = from_[n + 1][r] + least_[sorted_[n]][r];
    }
    return true;
  }
  constexpr bool before(int a, int b) const {
    if (scarce_[a] != scarce_[b]) return scarce_[a] > scarce_[b];
    for (int r = 0; r < resources; ++r) {
      if (least_[a][r] != least_[b][r]) return least_[a][r] > least_[b][r];
    }
    for (int k = 0; k < kind_count_; ++k) {
      if (items_.on[a][k] != items_.on[b][k]) return items_.on[a][k] > items_.on[b][k];
    }
    return false;
  }

  constexpr long long lower_bound() const {
    long long least = 0;
    for (int r = 0; r < resources; ++r) {
      if (rounded_up(from_[0][r]) > least) least = rounded_up(from_[0][r]);
    }
    // No more instances of one profile on a GPU than its maximum.
    for (int n = 0; n < items_.count;) {
      int const item = sorted_[n];
      int equal_items = 0;
      for (; n < items_.count && same(item, sorted_[n]); ++n) ++equal_items;
      long long cheapest = -1;
      for (int k = 0; k < kind_count_; ++k) {
        if (!possible_[item][k]) continue;
        int const on = items_.on[item][k];
        int const most = on == whole_part ? 1 : kinds_[k].board.of[on].most;
        long long const cost = static_cast<long long>(kinds_[k].cost) * ((equal_items + most - 1) / most);
        long long const shares = static_cast<long long>(kinds_[k].cost) * parts * equal_items / most;
        long long const bound = kind_count_ == 1 ? cost : rounded_up(shares);
        if (cheapest < 0 || bound < cheapest) cheapest = bound;
      }
      if (cheapest > least) least = cheapest;
    }
    return least;
  }
  static constexpr long long rounded_up(long long share) { return (share + parts - 1) / parts; }

  constexpr void open(int kind) {
    open_gpu& gpu = gpus_[open_count_++];
    gpu = open_gpu{};
    gpu.kind = kind;
    gpu.held = nothing_held(kinds_[kind].board);
    cost_ += kinds_[kind].cost;
  }
  constexpr void close_last() { cost_ -= kinds_[gpus_[--open_count_].kind].cost; }

  /// Puts the item on the GPU, if it has a place there beside the others.
  constexpr bool add(int item, int g) {
    open_gpu& gpu = gpus_[g];
    gpu_kind const& kind = kinds_[gpu.kind];
    int const on = items_.on[item][gpu.kind];
    if (gpu.whole || !possible_[item][gpu.kind]) return false;
    if (on == whole_part) {
      if (gpu.instances != 0) return false;
      gpu.whole = true;
    } else {
      if (gpu.used[0] + kind.board.of[on].size > kind.board.units || !admits(kind.board, gpu.held, on)) return false;
      gpu.instance[gpu.instances] = {on, unknown};
      unsigned long long const counts = gpu.held.counts + (1ull << (4 * on));
      if (!can_be_placed(gpu, counts)) return false;
      gpu.held = with_one_more(kind.board, gpu.held, on, 0);
      for (int r = 0; r < resources; ++r) gpu.used[r] += use(on, gpu.kind, r);
    }
    ++gpu.instances;
    gpu_of_[item] = g;
    return true;
  }

  /// Asks once for each set of instances.
  constexpr bool can_be_placed(open_gpu const& gpu, unsigned long long counts) {
    if (gpu.instances == 0) return true;
    unsigned long long const key = counts << 3 | static_cast<unsigned long long>(gpu.kind);
    int slot = static_cast<int>(key * 0x9e3779b97f4a7c15ull >> 56);
    for (; known_[slot] != 0; slot = (slot + 1) % known_sets) {
      if (known_[slot] >> 1 == key) return (known_[slot] & 1u) != 0;
    }
    bool const can = placeable(kinds_[gpu.kind].board, gpu.instance, gpu.instances + 1);
    if (known_count_ < known_sets - 1) {
      known_[slot] = key << 1 | (can ? 1u : 0u);
      ++known_count_;
    }
    return can;
  }

  constexpr void greedy() {
    for (int n = 0; n < items_.count; ++n) {
      int const item = sorted_[n];
      int g = 0;
      while (g < open_count_ && !add(item, g)) ++g;
      if (g < open_count_) continue;
      int kind = -1;
      for (int k = 0; k < kind_count_; ++k) {
        if (possible_[item][k] && (kind < 0 || largest_share(item, k) < largest_share(item, kind))) kind = k;
      }
      open(kind);
      add(item, g);
    }
    keep();
    while (open_count_ > 0) close_last();
  }

  constexpr void keep() {
    best_.cost = cost_;
    best_.gpus = open_count_;
    for (int i = 0; i < items_.count; ++i) best_.gpu_of[i] = gpu_of_[i];
    for (int g = 0; g < open_count_; ++g) best_.kind_of[g] = gpus_[g].kind;
  }

  constexpr void number_gpus_by_first_item() {
    int number[max_items]{};  // one more than the new number
    int kind_of[max_items]{};
    int gpus = 0;
    for (int i = 0; i < items_.count; ++i) {
      int const old = best_.gpu_of[i];
      if (number[old] == 0) {
        kind_of[gpus] = best_.kind_of[old];
        number[old] = ++gpus;
      }
      best_.gpu_of[i] = number[old] - 1;
    }
    for (int g = 0; g < gpus; ++g) best_.kind_of[g] = kind_of[g];
  }

  /// What the items from the n-th on add to the cost at least.
  constexpr long long least_beyond(int n) const {
    long long most = 0;
    for (int r = 0; r < resources; ++r) {
      long long more = from_[n][r];
      for (int g = 0; g < open_count_ && more > 0; ++g) {
        if (gpus_[g].whole) continue;
        int const all = capacity(gpus_[g].kind, r);
        more -= (kinds_[gpus_[g].kind].cost * parts * (all - gpus_[g].used[r]) + all - 1) / all;
      }
      if (more > most) most = more;
    }
    return rounded_up(most);
  }

  constexpr bool done() const { return best_.cost <= best_.at_least || branches_ >= max_branches; }

  /// Equal ones: the same kind, and the same instances.
  constexpr bool seen_before(int g) const {
    for (int h = 0; h < g; ++h) {
      if (gpus_[h].kind == gpus_[g].kind && gpus_[h].whole == gpus_[g].whole &&
          gpus_[h].held.counts == gpus_[g].held.counts) {
        return true;
      }
    }
    return false;
  }

  constexpr void branch(int n, int first_gpu) {
    ++branches_;
    if (n == items_.count) {
      if (cost_ < best_.cost) keep();
      return;
    }
    if (cost_ + least_beyond(n) >= best_.cost) return;
    int const item = sorted_[n];
    bool const next_is_equal = n + 1 < items_.count && same(item, sorted_[n + 1]);
    for (int g = first_gpu; g < open_count_ && !done(); ++g) {
      if (seen_before(g)) continue;
      open_gpu const before_adding = gpus_[g];
      if (!add(item, g)) continue;
      branch(n + 1, next_is_equal ? g : 0);
      gpus_[g] = before_adding;
    }
    for (int k = 0; k < kind_count_ && !done(); ++k) {
      if (!possible_[item][k] || cost_ + kinds_[k].cost >= best_.cost) continue;
      open(k);
      if (add(item, open_count_ - 1)) branch(n + 1, next_is_equal ? open_count_ - 1 : 0);
      close_last();
    }
  }

  gpu_kind const* kinds_;
  int kind_count_;
  packing_items const& items_;
  bool possible_[max_items][max_kinds]{};
  long long least_[max_items][resources]{};
  long long scarce_[max_items]{};
  long long from_[max_items + 1][resources]{};
  int sorted_[max_items]{};
  open_gpu gpus_[max_items]{};
  int open_count_ = 0;
  long long cost_ = 0;
  int gpu_of_[max_items]{};
  static constexpr int known_sets = 256;
  unsigned long long known_[known_sets]{};
  int known_count_ = 0;
  int branches_ = 0;
  packing_result best_{};
};

/// The items on the cheapest GPUs. Complexity: exponential in the number of items at worst, at most `max_branches`
/// branches; each asks for places at most once for each set of instances.
constexpr packing_result pack_items(gpu_kind const* kinds, int kind_count, packing_items const& items) {
  return packing_search(kinds, kind_count, items).search();
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
