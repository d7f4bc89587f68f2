// SPDX-License-Identifier: BSL-1.0
/// \file
/// A program made of tasks: it lists and describes them, runs one with inputs from the command line or a file, and
/// prints what Flyte and other systems are asked for it.
///
/// \code
/// int main(int argc, char** argv) { return at::program<"denoise", clean_picture, estimate_noise>::main(argc, argv); }
/// \endcode
///
/// Link CMake's target allotype::program, a compiled library: it holds what depends on no task.
#pragma once

#include <string_view>

#include <allotype/program/detail/described_task.hpp>
#include <allotype/program/value_types.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

/// The tasks of a program, each a constexpr variable of a namespace. A task's function takes its inputs and returns its
/// outputs as structs that Boost.Hana knows; the names of their members are the names of the inputs and outputs. One
/// that writes files takes the folder for them as its last argument.
template <fixed_text Name, auto const&... Tasks>
struct program {
  static constexpr bool has_a_name = !Name.empty();
  static_assert(has_a_name, "program<\"name\", tasks...>: its name comes first, a text, and its tasks behind it");
  static_assert(!has_a_name || sizeof...(Tasks) > 0, "program<\"name\", tasks...> needs at least one task");
  static constexpr bool named =
      (detail::can_name_a_task(Tasks.name()) && ...) && (!has_a_name || detail::can_name_a_task(Name.characters));
  static constexpr bool named_differently = detail::all_differ({Tasks.name()...});
  static_assert(
      named,
      "program<\"name\", tasks...>: the names of the program and its tasks begin with a letter and have letters, "
      "digits, _ and - alone");
  static_assert(named_differently, "program<\"name\", tasks...>: two tasks have the same name");

  /// Does what the command line says. Returns the exit status: 0; 1 if it could not be done here, such as without the
  /// accelerators; 2 if the command line or an input is wrong.
  [[nodiscard]] static int main(int argc, char** argv) {
    if constexpr ((mode_detail::task_of_a_program<Tasks>::possible && ...)) {
      static constexpr detail::described_task tasks[] = {mode_detail::task_of_a_program<Tasks>::described()...};
      detail::described_program const about{Name.characters, tasks, static_cast<int>(sizeof...(Tasks))};
      return detail::program_main(about, argc, argv);
    } else {
      (mode_detail::task_of_a_program<Tasks>::refuse(), ...);
      return 2;
    }
  }

  program() = default;
  /// Does not compile; it says what is called.
  template <class... Arguments>
    requires(sizeof...(Arguments) > 0)
  explicit program(Arguments const&...) {
    constexpr bool is_called_by_main = sizeof...(Arguments) == 0;
    static_assert(is_called_by_main, "program: it is called by its function main: program<...>::main(argc, argv)");
  }
  operator int() const { return 2; }
};

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
