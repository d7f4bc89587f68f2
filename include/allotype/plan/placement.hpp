// SPDX-License-Identifier: BSL-1.0
/// \file
/// Where instances can lie on a GPU beside each other, computed from the rows of its board: plain functions over small
/// integer masks, used while compiling and at run time.
///
/// A GPU in MIG mode is a row of units, its memory slices. An instance occupies as many adjacent units as its profile
/// has, from one of the starts that the driver lists for the profile. Instances do not overlap, a profile occurs at
/// most as often as its row allows, and `placement_rules` hold. (NVIDIA MIG User Guide; `nvidia-smi mig -lgipp`.)
/// Compute slices need no separate rule: on every board with published places, instances that have places have compute
/// slices.
#pragma once

#include <allotype/accelerator/concepts.hpp>
#include <allotype/catalog/base/nvidia_device.hpp>
#include <allotype/core/driver.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The rules of placement besides the board. The defaults are the newest driver and all known rules.
struct placement_rules {
  /// Which instances can have media engines on one GPU. It is documented that a GPU has at most one `+me` instance.
  /// That engines are given out at most once is inferred from the table of engines: no published output shows a driver
  /// that refuses `+me.all` beside a plain instance. The inference matters only on RTX PRO boards; elsewhere the first
  /// two rules agree.
  enum class media_rule {
    engines,             ///< one `+me` or `+me.all`, and no more of each engine than the GPU has (an inference)
    one_extension,       ///< one `+me` or `+me.all`
    per_profile_maxima,  ///< nothing but each profile's own maximum
  };

  media_rule media = media_rule::engines;  ///< how instances with media engines stand beside others
  driver version = driver::newest;         ///< before R510 a 4g and a 3g instance are refused on one GPU
  /// On a board whose places are not published, where otherwise no layout compiles: assume that compute slices are
  /// equal shares of the memory, and that instances start at multiples of their size. Possible if the maxima agree with
  /// it (RTX PRO 5000 and 4500).
  bool assume_equal_shares = false;

  friend constexpr bool operator==(placement_rules, placement_rules) = default;
};

namespace detail {

/// The length of an array: C++ has no arrays of length zero.
constexpr std::size_t at_least_one(int size) { return size > 0 ? static_cast<std::size_t>(size) : 1; }

/// `placement_rules` as a type, because nvcc cannot name an object in a type that an alias makes.
template <placement_rules::media_rule Media, driver Version, bool AssumeEqualShares>
struct rules {
  static constexpr placement_rules value{Media, Version, AssumeEqualShares};
};
template <placement_rules Rules>
using rules_as_type = rules<Rules.media, Rules.version, Rules.assume_equal_shares>;
using default_rules = rules_as_type<placement_rules{}>;

/// How instances of one profile can lie, and what they occupy.
struct profile_places {
  unsigned starts = 0;    // bit u: may start at unit u
  int size = 0;           // in units
  int most = 0;           // instances on one GPU
  unsigned excludes = 0;  // bit p: no instance of profile p beside one of this
  unsigned engines = 0;   // NVDEC, NVENC, JPEG, OFA: seven bits each, a byte apart

  friend constexpr bool operator==(profile_places const&, profile_places const&) = default;
};

/// A board as placement sees it. Profiles stand in the order of the board's rows.
struct board_places {
  static constexpr int max_profiles = 15;
  static constexpr int max_units = 15;

  int profiles = 0;
  int units = 0;                  // none: no places are known
  unsigned engines = 0x7f7f7f7f;  // of the GPU; all ones where unknown
  profile_places of[max_profiles]{};

  friend constexpr bool operator==(board_places const&, board_places const&) = default;
};

constexpr bool is_media_extension(mig_row const& row) {
  media_extensions const media = parse_mig_name(row.profile).media();
  return media == media_extensions::extended || media == media_extensions::all;
}

constexpr unsigned packed_engines(mig_row const& row, int unpublished) {
  int const engines[] = {row.nvdec, row.nvenc, row.jpeg, row.ofa};
  unsigned packed = 0;
  for (int i = 0; i < 4; ++i) {
    packed |= static_cast<unsigned>(engines[i] == unknown ? unpublished : engines[i]) << (8 * i);
  }
  return packed;
}

/// Equal shares agree with the maxima: as many plain instances as shares of their size.
constexpr bool shares_are_equal(mig_board const& board) {
  for (int p = 0; p < board.row_count; ++p) {
    mig_row const& row = board.rows[p];
    if (is_plain(row) && row.max_instances * row.compute_slices != board.compute_slices) return false;
  }
  return true;
}

/// Complexity: the square of the number of rows.
constexpr board_places places_on(mig_board const& of, placement_rules rules = {}) {
  mig_row const* const rows = of.rows;
  int const count = of.row_count;
  board_places board;
  board.profiles = count;
  board.units = of.memory_slices;
  bool published = of.memory_slices > 0;
  for (int p = 0; p < count; ++p) published = published && rows[p].start_count() > 0;
  if (!published) {
    bool const supposed = rules.assume_equal_shares && shares_are_equal(of);
    board.units = supposed ? of.compute_slices : 0;
  }
  unsigned extensions = 0;
  for (int p = 0; p < count; ++p) extensions |= is_media_extension(rows[p]) ? 1u << p : 0u;
  bool const one_extension = rules.media != placement_rules::media_rule::per_profile_maxima;
  int largest = 0;
  for (int p = 0; p < count; ++p) {
    mig_row const& row = rows[p];
    profile_places& places = board.of[p];
    places.most = row.max_instances;
    places.size = published ? row.memory_slices : row.compute_slices;
    if (published) {
      int const starts = row.start_count();
      for (int i = 0; i < starts; ++i) places.starts |= 1u << row.starts[i];
    } else {
      for (int u = 0; u + places.size <= board.units; u += places.size) places.starts |= 1u << u;
    }
    if (rules.media == placement_rules::media_rule::engines) places.engines = packed_engines(row, 0);
    if (one_extension && (extensions >> p & 1u) != 0) places.excludes = extensions;
    for (int q = 0; q < count; ++q) {
      bool const four_and_three = !four_beside_three(rules.version) &&
                                  row.compute_slices + rows[q].compute_slices == 7 &&
                                  (row.compute_slices == 3 || row.compute_slices == 4);
      if (four_and_three) places.excludes |= 1u << q;
    }
    if (row.compute_slices > rows[largest].compute_slices) largest = p;
  }
  if (rules.media == placement_rules::media_rule::engines) board.engines = packed_engines(rows[largest], 0x7f);
  return board;
}

template <class Board, placement_rules Rules>
inline constexpr board_places places_of_board = places_on(board_data<Board>, Rules);

/// The part of a GPU that instances occupy.
struct holdings {
  unsigned units = 0;             // bit u: taken
  unsigned excluded = 0;          // bit p: no further instance of profile p
  unsigned engines_left = 0;      // as board_places::engines
  unsigned long long counts = 0;  // instances of each profile, four bits each: equal for equal multisets
};

constexpr holdings nothing_held(board_places const& board) { return {0, 0, board.engines, 0}; }

constexpr unsigned units_of(board_places const& board, int profile, int start) {
  return ((1u << board.of[profile].size) - 1u) << start;
}

/// All rules except the place allow one more of the profile.
constexpr bool admits(board_places const& board, holdings const& held, int profile) {
  unsigned const after = (held.engines_left | 0x80808080u) - board.of[profile].engines;
  return (held.excluded >> profile & 1u) == 0 && (after & 0x80808080u) == 0x80808080u;
}

constexpr holdings with_one_more(board_places const& board, holdings held, int profile, int start) {
  profile_places const& places = board.of[profile];
  held.units |= units_of(board, profile, start);
  held.excluded |= places.excludes;
  held.engines_left -= places.engines;
  held.counts += 1ull << (4 * profile);
  if (static_cast<int>(held.counts >> (4 * profile) & 15u) == places.most) held.excluded |= 1u << profile;
  return held;
}

/// The starts that are free for the profile, bit by bit.
constexpr unsigned free_starts(board_places const& board, holdings const& held, int profile) {
  if (!admits(board, held, profile)) return 0;
  unsigned starts = board.of[profile].starts;
  for (int i = 0; i < board.of[profile].size; ++i) starts &= ~(held.units >> i);
  return starts;
}

/// Bit p for each profile of which one more has a place.
constexpr unsigned profiles_with_a_place(board_places const& board, holdings const& held) {
  unsigned found = 0;
  for (int p = 0; p < board.profiles; ++p) {
    if (free_starts(board, held, p) != 0) found |= 1u << p;
  }
  return found;
}

constexpr int lowest_bit(unsigned bits) {
  int bit = 0;
  while ((bits >> bit & 1u) == 0) ++bit;
  return bit;
}

/// One instance that is asked for: a profile, by its row, and its start if it is given.
struct instance_spec {
  int profile = 0;
  int start = unknown;

  friend constexpr bool operator==(instance_spec, instance_spec) = default;
};

constexpr int highest_bit(unsigned bits) {
  int bit = 0;
  while (bits >> 1 != 0) {
    bits >>= 1;
    ++bit;
  }
  return bit;
}

/// The free start that a driver gives to an instance without a start. It is not published: `lowest` is the simplest,
/// and the one example in NVIDIA's MIG User Guide shows the highest.
enum class start_taken { lowest, highest, either };

/// Instances with their starts, in the order in which they were asked for.
struct found_places {
  bool found = false;
  bool in_order = false;    // creating them in `order`, each at the lowest free start, leads to these starts
  bool either_way = false;  // and each at the highest free start, all find a place, be it another
  int start[board_places::max_units]{};
  int order[board_places::max_units]{};
};

/// Looks for places of a set of instances on an empty GPU, depth first.
class place_search {
 public:
  constexpr place_search(board_places const& board, instance_spec const* wanted, int count)
      : board_(board), wanted_(wanted), count_(count) {}

  /// Starts for all instances. Large ones are placed before small ones, and equal ones from left to right.
  constexpr bool places(found_places& found) {
    if (count_ > board_places::max_units) return false;
    sort_large_first();
    return place_from(0, nothing_held(board_), found);
  }

  /// The starts that such a driver finds, and the order for it, with large instances as early as possible. For either,
  /// the starts are those of the lowest; stated starts are for the lowest too.
  constexpr bool places_in_order(found_places& found, start_taken taken) {
    if (count_ > board_places::max_units) return false;
    sort_large_first();
    for (int i = 0; i < count_; ++i) found.start[i] = unknown;
    holdings const nothing = nothing_held(board_);
    return create_from(0, nothing, nothing, found, taken);
  }

  /// Large ones before small ones.
  constexpr void order_by_size(found_places& found) {
    sort_large_first();
    for (int i = 0; i < count_; ++i) found.order[i] = sorted_[i];
  }

 private:
  constexpr bool before(instance_spec a, instance_spec b) const {
    bool const a_stated = a.start != unknown;
    bool const b_stated = b.start != unknown;
    if (a_stated != b_stated) return a_stated;
    int const a_size = board_.of[a.profile].size;
    int const b_size = board_.of[b.profile].size;
    return a_size != b_size ? a_size > b_size : a.profile > b.profile;
  }
  constexpr void sort_large_first() {
    for (int i = 0; i < count_; ++i) {
      int at = i;
      for (; at > 0 && before(wanted_[i], wanted_[sorted_[at - 1]]); --at) sorted_[at] = sorted_[at - 1];
      sorted_[at] = i;
    }
  }

  constexpr bool place_from(int next, holdings held, found_places& found) const {
    if (next == count_) return true;
    int const i = sorted_[next];
    instance_spec const wanted = wanted_[i];
    unsigned starts = free_starts(board_, held, wanted.profile);
    if (wanted.start != unknown) {
      starts &= 1u << wanted.start;
    } else if (next > 0 && wanted_[sorted_[next - 1]] == wanted) {
      starts &= ~0u << found.start[sorted_[next - 1]];
    }
    for (; starts != 0; starts &= starts - 1) {
      found.start[i] = lowest_bit(starts);
      if (place_from(next + 1, with_one_more(board_, held, wanted.profile, found.start[i]), found)) return true;
    }
    return false;
  }

  constexpr bool create_from(int created, holdings low, holdings high, found_places& found, start_taken taken) const {
    if (created == count_) return true;
    bool const lowest = taken != start_taken::highest;
    bool const highest = taken != start_taken::lowest;
    for (int k = 0; k < count_; ++k) {
      int const i = sorted_[k];
      instance_spec const wanted = wanted_[i];
      if (found.start[i] != unknown) continue;
      if (k > 0 && wanted_[sorted_[k - 1]] == wanted && found.start[sorted_[k - 1]] == unknown) continue;
      unsigned const starts_low = lowest ? free_starts(board_, low, wanted.profile) : 0;
      unsigned const starts_high = highest ? free_starts(board_, high, wanted.profile) : 0;
      if (lowest && starts_low == 0) return false;  // it will have none later either
      if (highest && starts_high == 0) return false;
      int const start = lowest ? lowest_bit(starts_low) : highest_bit(starts_high);
      if (lowest && wanted.start != unknown && wanted.start != start) continue;
      found.start[i] = start;
      found.order[created] = i;
      holdings const then_low = lowest ? with_one_more(board_, low, wanted.profile, start) : low;
      holdings const then_high = highest ? with_one_more(board_, high, wanted.profile, highest_bit(starts_high)) : high;
      if (create_from(created + 1, then_low, then_high, found, taken)) return true;
      found.start[i] = unknown;
    }
    return false;
  }

  board_places const& board_;
  instance_spec const* wanted_;
  int count_;
  int sorted_[board_places::max_units]{};
};

/// Places for all, such that an order of creation leads there if any does, whichever start the driver takes if any
/// does.
constexpr found_places find_places(board_places const& board, instance_spec const* wanted, int count) {
  found_places result;
  place_search search(board, wanted, count);
  if (board.units == 0 || !search.places(result)) return result;
  result.found = true;
  found_places ordered = result;
  if (search.places_in_order(ordered, start_taken::either)) {
    result = ordered;
    result.in_order = result.either_way = true;
  } else if (search.places_in_order(ordered, start_taken::lowest)) {
    result = ordered;
    result.in_order = true;
  } else {
    for (int i = 0; i < count; ++i) result.order[i] = i;
  }
  return result;
}

/// An order in which to create instances that have their places, and whether it does without stating these; see
/// `layout_on::creation_order`.
constexpr found_places find_creation_order(board_places const& board, instance_spec const* placed, int count) {
  found_places result;
  place_search search(board, placed, count);
  if (board.units == 0 || count > board_places::max_units) return result;
  if (search.places_in_order(result, start_taken::either)) {
    result.in_order = result.either_way = true;
    return result;
  }
  instance_spec anywhere[board_places::max_units]{};
  for (int i = 0; i < count; ++i) anywhere[i].profile = placed[i].profile;
  place_search free_search(board, anywhere, count);
  if (!free_search.places_in_order(result, start_taken::highest)) search.order_by_size(result);
  return result;
}

constexpr bool placeable(board_places const& board, instance_spec const* wanted, int count) {
  found_places result;
  return board.units != 0 && place_search(board, wanted, count).places(result);
}

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
