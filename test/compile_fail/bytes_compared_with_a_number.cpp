// SPDX-License-Identifier: BSL-1.0
// A number has no unit.
// expect: amounts_of_memory_have_a_unit_as_4_GiB
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
inline constexpr bool is_large = at::fact_of<at::A100, at::fact::memory> > 1_GiB;
#else
inline constexpr bool is_large = at::fact_of<at::A100, at::fact::memory> > 1000;  // here
#endif
