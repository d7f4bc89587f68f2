// SPDX-License-Identifier: BSL-1.0
// An amount of memory without its unit. The error is in the line that names it, and uses of it bring no second one.
// expect: an_amount_of_memory_has_its_unit_as_in_memory_8_GiB
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
using wanted = at::needs<at::memory<8_GiB>>;
#else
using wanted = at::needs<at::memory<8>>;  // here
#endif
static_assert(at::meets<at::A100, wanted>);
