// SPDX-License-Identifier: BSL-1.0
/// \file
/// The settings that a system has of its own, by the names that files and `setting<Name, Value>` give them.
#pragma once

#include <allotype/core/detail/compare_text.hpp>

#include <type_traits>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

enum class setting_kind { text, truth, number };
/// The largest number that a setting may be.
inline constexpr int max_setting = 10000000;

struct setting_value {
  char const* text = "";
  bool truth = false;
  int number = 0;
};

template <class Settings>
struct setting_row {
  char const* name;
  setting_kind kind;
  void (*set)(Settings& to, setting_value const& value);
};

/// A row for each setting; a system without such settings has none.
template <class Settings>
inline constexpr bool setting_rows = false;

template <class Settings>
concept has_setting_rows = std::is_array_v<std::remove_reference_t<decltype(setting_rows<Settings>)>>;

/// True, or the error: what is wrong with a part that settings of this type take. The part has the check: nvcc finds no
/// partial specialization for a template whose argument is a text.
template <class Settings, class Part>
inline constexpr bool part_is_right = true;
template <class Settings, class Part>
  requires requires { typename Part::template check<Settings>; }
inline constexpr bool part_is_right<Settings, Part> = Part::template check<Settings>::value;
template <class Settings, class... Parts>
inline constexpr bool parts_are_right = (part_is_right<Settings, Parts> && ...);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
