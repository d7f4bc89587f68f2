// SPDX-License-Identifier: BSL-1.0
/// \file
/// The settings that a system has of its own, by the names that files and `setting<Name, Value>` give them.
#pragma once

#include <allotype/cluster/quoting/names.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <allotype/core/driver.hpp>

#include <array>
#include <type_traits>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

enum class setting_kind { string, boolean, number, choice };

struct setting_value {
  char const* string = "";
  bool boolean = false;
  int number = 0;  ///< of a choice its position, from 0
};

template <class Settings>
struct setting_row {
  char const* name;
  setting_kind kind;
  void (*set)(Settings& to, setting_value const& value);
  int max = 10000000;               ///< the largest number
  char const* choices = "";         ///< those of a choice, with commas between them
  char const* was = "";             ///< its name in files of version 0.2
  name_rule const* rule = nullptr;  ///< of a string: which it may be; null: any
  int min = 1;                      ///< the smallest number
};

/// Why a value is none of a row's; null if it is one.
enum class setting_fault { none, no_boolean, no_number, no_choice, no_name };

/// A value as the row understands it.
struct read_setting {
  setting_value value;
  setting_fault fault = setting_fault::none;
};
template <class Settings>
constexpr read_setting read_for(setting_row<Settings> const& row, char const* text) {
  read_setting made;
  made.value.string = text;
  switch (row.kind) {
    case setting_kind::string:
      if (row.rule != nullptr && !obeys(*row.rule, text)) made.fault = setting_fault::no_name;
      break;
    case setting_kind::boolean:
      made.value.boolean = equal(text, "true");
      if (!made.value.boolean && !equal(text, "false")) made.fault = setting_fault::no_boolean;
      break;
    case setting_kind::number: {
      auto const number = read_number(text_range{text}, static_cast<unsigned long long>(row.max));
      if (number) made.value.number = static_cast<int>(number.value);
      if (made.value.number < row.min) made.fault = setting_fault::no_number;
      break;
    }
    case setting_kind::choice:
      made.fault = setting_fault::no_choice;
      for (comma_separated each{row.choices}; !each.done(); each.next()) {
        if (equal(each.element(), text_range{text})) made.fault = setting_fault::none;
        if (made.fault == setting_fault::none) break;
        ++made.value.number;
      }
  }
  return made;
}

template <class Settings, class Value>
struct member_of_settings {
  using settings = Settings;
  using value = Value;
};
template <class Settings, class Value>
member_of_settings<Settings, Value> member_of(Value Settings::*);

/// The row of a setting that is a member, whose type says which values there are.
template <auto Member, class Settings = typename decltype(member_of(Member))::settings>
constexpr setting_row<Settings> row_of(char const* name, int max = 10000000, char const* choices = "",
                                       char const* was = "", name_rule const* rule = nullptr, int min = 1) {
  using value = typename decltype(member_of(Member))::value;
  setting_row<Settings> row{name, setting_kind::choice, nullptr, max, choices, was, rule, min};
  if constexpr (std::is_same_v<value, char const*>) {
    row.kind = setting_kind::string;
    row.set = [](Settings& to, setting_value const& from) { to.*Member = from.string; };
  } else if constexpr (std::is_same_v<value, bool>) {
    row.kind = setting_kind::boolean;
    row.set = [](Settings& to, setting_value const& from) { to.*Member = from.boolean; };
  } else {
    if (std::is_same_v<value, int> || std::is_same_v<value, driver>) row.kind = setting_kind::number;
    row.set = [](Settings& to, setting_value const& from) { to.*Member = static_cast<value>(from.number); };
  }
  return row;
}

/// The row of a setting that is a name.
template <auto Member, class Settings = typename decltype(member_of(Member))::settings>
constexpr setting_row<Settings> row_of(char const* name, name_rule const& rule, char const* was = "") {
  return row_of<Member, Settings>(name, 0, "", was, &rule);
}

/// What the values of a row are, for errors; empty where that is a number or a truth value.
template <class Settings>
constexpr char const* words_of_values(setting_row<Settings> const& row) {
  return row.rule != nullptr ? row.rule->words : row.choices;
}

/// An array with a row for each setting, a `std::array` because nvcc 12.4 takes no other here; a system without such
/// settings has none.
template <class Settings>
inline constexpr bool setting_rows = false;

template <class Settings>
concept has_setting_rows = !std::is_same_v<decltype(setting_rows<Settings>), bool const>;

/// True, or the error: what is wrong with a part that settings of this type take. The part has the check: nvcc finds no
/// partial specialization for a template whose argument is a text.
template <class Settings, class Part>
inline constexpr bool part_is_right = true;
template <class Settings, class Part>
  requires has_setting_rows<Settings> && requires { typename Part::checks_its_value; }
inline constexpr bool part_is_right<Settings, Part> = decltype(Part::template check<Settings>())::value;
template <class Settings, class... Parts>
inline constexpr bool parts_are_right = (part_is_right<Settings, Parts> && ...);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
