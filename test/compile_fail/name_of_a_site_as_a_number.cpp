// SPDX-License-Identifier: BSL-1.0
// A name is a text, though it may have digits alone.
// expect: a number stands in place of a text, which is written in quotes: "1g.5gb"
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;
#ifdef TWIN
using named = at::site_type<at::A100, "4">;
#else
using named = at::site_type<at::A100, 4>;  // here
#endif
inline constexpr named* type_of_a_site = nullptr;
