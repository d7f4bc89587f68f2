// SPDX-License-Identifier: BSL-1.0
// A strategy whose name is no array of char.
// only: gcc clang
// expect: a_strategy_has_a_static_name_which_is_an_array_of_char
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
#include <string_view>
namespace at = allotype;

struct mine {
#ifdef TWIN
  static constexpr char name[] = "mine";
#else
  static constexpr std::string_view name = "mine";
#endif
  static constexpr at::strategy_kind kind = at::strategy_kind::data_parallel;
  using transport = at::over_threads;
};
static_assert(at::strategy<mine>);  // here
