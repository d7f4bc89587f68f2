// SPDX-License-Identifier: BSL-1.0
// A partition, and not which.
// expect: a_task_on_a_partition_names_which_between_brackets
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto answer = at::task<at::A100::partition<"2g.10gb">>("answer", [](auto&) { return 42; });
#else
inline constexpr auto answer = at::task<at::A100::partition>("answer", [](auto&) { return 42; });  // here
#endif
