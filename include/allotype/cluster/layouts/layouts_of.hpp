// SPDX-License-Identifier: BSL-1.0
/// \file
/// All layouts of a board, counted and listed while compiling: `layouts_of<A100>::size` is 2318. A layout is a set of
/// profiles with their starts; the empty one is not counted. A multiset is what remains without the starts.
#pragma once

#include <cstddef>

#include <allotype/plan/layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The profiles of a board from which layouts are made.
enum class profile_set {
  all,
  without_graphics,    ///< all without a `+gfx` in the name
  with_double_memory,  ///< those without `+` or `-` in the name
  base,                ///< of these, for each number of compute slices the one with the least memory
};

namespace detail {

constexpr bool is_in(profile_set set, mig_board const& board, mig_row const& row) {
  switch (set) {
    case profile_set::all:
      return true;
    case profile_set::without_graphics:
      return !parse_mig_name(row.profile).graphics();
    case profile_set::with_double_memory:
      return is_plain(row);
    case profile_set::base:
      return is_base(board, row);
  }
  return false;
}

/// Bit p for each profile of the set.
constexpr unsigned profiles_in(mig_board const& board, profile_set set) {
  unsigned chosen = 0;
  for (int p = 0; p < board.row_count; ++p) {
    if (is_in(set, board, board.rows[p])) chosen |= 1u << p;
  }
  return chosen;
}

inline constexpr int max_layouts = 4096;
inline constexpr int max_multisets = 1024;

/// The layouts of a board that hold only chosen profiles.
///
/// Depth first and from left to right, so that each is met once: every step adds an instance that starts behind those
/// before. A layout is a number: four bits for each unit, one more than the profile that starts there. The topmost bit
/// says that nothing can be added.
class layout_enumeration {
 public:
  static constexpr unsigned long long maximal_bit = 1ull << 63;

  constexpr layout_enumeration(board_places const& board, unsigned chosen) : board_(board) {
    for (int u = 0; u < board.units; ++u) {
      first_at_[u] = choices_;
      for (int p = 0; p < board.profiles; ++p) {
        if ((chosen >> p & 1u) != 0 && (board.of[p].starts >> u & 1u) != 0) {
          profile_[choices_] = p;
          start_[choices_++] = u;
        }
      }
    }
    first_at_[board.units] = choices_;
    for (int p = 0; p < board.profiles; ++p) {
      if ((chosen >> p & 1u) != 0) {
        chosen_[chosen_count_++] = p;
        if (board.of[p].size > largest_) largest_ = board.of[p].size;
      }
    }
    extend(nothing_held(board), 0, 0);
    count_maximal_multisets();
  }

  int all = 0;
  int maximal = 0;
  int multisets = 0;
  int multisets_of_maximal = 0;
  int maximal_multisets = 0;  ///< no larger placeable multiset contains them
  unsigned long long layouts[max_layouts]{};

 private:
  constexpr void extend(holdings const& held, int from, unsigned long long code) {
    for (int c = first_at_[from]; c < choices_; ++c) {
      int const p = profile_[c];
      profile_places const& places = board_.of[p];
      if (!admits(board_, held, p)) continue;
      holdings const more = with_one_more(board_, held, p, start_[c]);
      unsigned long long const now = code | static_cast<unsigned long long>(p + 1) << (4 * start_[c]);
      bool const full = nothing_fits(more);
      if (all < max_layouts) layouts[all] = full ? now | maximal_bit : now;
      ++all;
      if (full) ++maximal;
      remember(more.counts, full);
      int const behind = start_[c] + places.size;
      if (behind < board_.units) extend(more, behind, now);
    }
  }

  constexpr bool nothing_fits(holdings const& held) const {
    // room[k]: the units from which k in a row are free.
    unsigned room[board_places::max_units + 1]{};
    room[1] = ~held.units & ((1u << board_.units) - 1u);
    for (int k = 2; k <= largest_; ++k) room[k] = room[k - 1] & (room[1] >> (k - 1));
    for (int i = 0; i < chosen_count_; ++i) {
      profile_places const& places = board_.of[chosen_[i]];
      if ((places.starts & room[places.size]) != 0 && admits(board_, held, chosen_[i])) return false;
    }
    return true;
  }

  static constexpr int slot_of(unsigned long long counts) {
    return static_cast<int>(counts * 0x9e3779b97f4a7c15ull >> 54);
  }
  constexpr int find(unsigned long long counts) const {
    int slot = slot_of(counts);
    while (counts_[slot] != 0 && counts_[slot] != counts) slot = (slot + 1) % max_multisets;
    return slot;
  }
  constexpr void remember(unsigned long long counts, bool full) {
    int const slot = find(counts);
    if (counts_[slot] == 0) {
      if (multisets == max_multisets - 1) {
        all = max_layouts + 1;  // reported as too many
        return;
      }
      counts_[slot] = counts;
      counted_[multisets++] = counts;
    }
    if (full && !full_[slot]) {
      full_[slot] = true;
      ++multisets_of_maximal;
    }
  }
  constexpr void count_maximal_multisets() {
    for (int i = 0; i < multisets; ++i) {
      bool contained = false;
      for (int k = 0; k < chosen_count_ && !contained; ++k) {
        contained = counts_[find(counted_[i] + (1ull << (4 * chosen_[k])))] != 0;
      }
      if (!contained) ++maximal_multisets;
    }
  }

  board_places const& board_;
  int choices_ = 0;
  int profile_[board_places::max_profiles * 8]{};
  int start_[board_places::max_profiles * 8]{};
  int first_at_[board_places::max_units + 1]{};
  int chosen_[board_places::max_profiles]{};
  int chosen_count_ = 0;
  int largest_ = 0;
  unsigned long long counts_[max_multisets]{};
  unsigned long long counted_[max_multisets]{};
  bool full_[max_multisets]{};
};

/// The codes of exactly so many layouts.
template <int Count>
struct layout_codes {
  unsigned long long of[std::size_t{Count + 1}]{};
  constexpr explicit layout_codes(layout_enumeration const& found) {
    for (int i = 0; i < Count; ++i) of[i] = found.layouts[i];
  }
};

/// One of the layouts of a board.
template <class Board, class Rules>
class listed_layout {
 public:
  constexpr listed_layout() = default;
  constexpr explicit listed_layout(unsigned long long code) : code_(code) {}

  /// No instance of the chosen profiles can be added.
  [[nodiscard]] constexpr bool maximal() const { return (code_ & layout_enumeration::maximal_bit) != 0; }
  /// The number of instances.
  [[nodiscard]] constexpr int size() const {
    int count = 0;
    for (int u = 0; u < board_places::max_units; ++u) count += profile_at(u) >= 0 ? 1 : 0;
    return count;
  }
  /// The i-th instance from the left.
  constexpr placement operator[](int i) const {
    int u = 0;
    while (profile_at(u) < 0 || i-- > 0) ++u;
    return placement_of(places_of_board<Board, Rules::value>, mig_rows<Board>.at, {profile_at(u), u});
  }

 private:
  constexpr int profile_at(int unit) const { return static_cast<int>(code_ >> (4 * unit) & 15u) - 1; }

  unsigned long long code_ = 0;
};

/// Same as for layouts: see there.
template <class Board, profile_set Profiles, class Rules>
class layout_list {
  static constexpr board_places const& board() { return places_of_board<Board, Rules::value>; }
  static constexpr layout_enumeration found_{board(), profiles_in(board_data<Board>, Profiles)};

 public:
  using type = layout_list;
  using layout = listed_layout<Board, Rules>;

  /// The number of layouts.
  static constexpr int size = found_.all;
  /// The number of layouts to which no instance can be added.
  static constexpr int maximal = found_.maximal;
  /// The number of multisets of profiles that have a layout.
  static constexpr int multisets = found_.multisets;
  /// The number of multisets that have a maximal layout.
  static constexpr int multisets_of_maximal = found_.multisets_of_maximal;
  /// The number of multisets that are in no larger multiset with a layout.
  static constexpr int maximal_multisets = found_.maximal_multisets;

  /// The layout at that position, 0 to `size` - 1.
  [[nodiscard]] static constexpr layout at(int index) { return layout(codes_.of[index]); }

 private:
  static constexpr layout_codes<found_.all <= max_layouts ? found_.all : 0> codes_{found_};
};

/// Stands in for the board of a device that has none, after the error.
struct board_without_places {
  static constexpr char name[] = "";
  static constexpr int compute_slices = 0;
};
template <>
inline constexpr mig_rows_of<1> mig_rows<board_without_places>{
    {{"", unknown, unknown, 1, 1, unknown, unknown, unknown, unknown, unknown, unknown, unknown, 0, {}, "", ""}}};
template <class Model>
struct board_of_model {
  using type = board_without_places;
};
template <has_rows Model>
struct board_of_model<Model> {
  using type = typename Model::board;
};

/// The list, or the error; then the list is empty. A function, for clang takes no type from a class that an assertion
/// failed in.
template <class Model, profile_set Profiles, class Rules>
consteval auto checked_layouts() {
  using board = typename board_of_model<Model>::type;
  constexpr bool has_instances = has_rows<Model>;
  constexpr bool places_are_published = places_of_board<board, Rules::value>.units != 0;
  constexpr bool listed = layout_list<board, Profiles, Rules>::size <= max_layouts;
  static_assert(has_instances, "layouts are of MIG instances, and this device has none");
  static_assert(places_are_published || !has_instances,
                "the places of instances on this GPU are not published, and are not guessed; see "
                "placement_rules::assume_equal_shares");
  static_assert(listed, "this board has more layouts than can be listed");
  return std::type_identity<layout_list<board, Profiles, Rules>>{};
}

}  // namespace detail

/// All layouts of a board, from the chosen profiles and under the given rules. Boards with the same table share one.
/// `layouts_of<A100>::size` is their number, `layouts_of<A100>::at(i)` one of them. Complexity: linear in the number of
/// layouts, at most `detail::max_layouts`.
template <class Model, profile_set Profiles = profile_set::all, placement_rules Rules = placement_rules{}>
using layouts_of = typename decltype(detail::checked_layouts<Model, Profiles, detail::rules_as_type<Rules>>())::type;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
