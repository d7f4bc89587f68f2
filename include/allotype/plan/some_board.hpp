// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether any board has instances at the same time, for configurations that name profiles and no board, as those of
/// nvidia-mig-parted do. Its own check (`assert --valid-config`) compares the names alone: it takes eight `1g.5gb` and two
/// `4g.20gb`, which no GPU has room for.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/plan/detail/board_for_layouts.hpp>
#include <allotype/plan/layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

constexpr bool has_together(board_for_layouts const& board, char const* const* profiles, int count) {
  wanted_instance wanted[most_entries]{};
  if (count > most_entries) return false;
  for (int i = 0; i < count; ++i) {
    wanted[i] = {-1, unknown};
    for (int row = 0; row < board.row_count; ++row) {
      if (equal(board.rows[row].profile, profiles[i])) wanted[i].profile = row;
    }
    if (wanted[i].profile < 0) return false;
  }
  return find_places(*board.places, wanted, count).found;
}

template <class Device>
constexpr bool device_has_together(char const* const* profiles, int count) {
  if constexpr (has_rows<Device>) {
    return has_together(board_for_layouts_of<Device>, profiles, count);
  } else {
    return false;
  }
}
template <class... Devices>
constexpr bool any_has_together(list<Devices...>, char const* const* profiles, int count) {
  return (device_has_together<Devices>(profiles, count) || ...);
}

template <text... Profiles>
consteval bool any_board_has() {
  constexpr char const* profiles[] = {Profiles.characters...};
  return any_has_together(known_gpus{}, profiles, static_cast<int>(sizeof...(Profiles)));
}

template <bool Found, text... Profiles>
struct no_board_has {
  static constexpr bool found = Found;
  static_assert(found, "no board has these instances on one GPU at the same time, though nvidia-mig-parted takes them: no_board_has<...> "
                       "lists them");
  static constexpr bool value = true;  // the error stands above
};
template <text... Profiles>
struct no_board_has<true, Profiles...> {
  static constexpr bool value = true;
};

}  // namespace detail

/// Some board of the catalogue has room for these instances on one GPU: `on_some_board<"3g.20gb", "3g.20gb">`. Complexity: a layout a
/// board.
template <text... Profiles>
concept on_some_board = detail::any_board_has<Profiles...>();

/// True, or the error.
template <text... Profiles>
inline constexpr bool check_on_some_board = detail::no_board_has<on_some_board<Profiles...>, Profiles...>::value;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
