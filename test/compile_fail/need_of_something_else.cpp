// SPDX-License-Identifier: BSL-1.0
// Cores of the host as a need of the accelerator. They belong into limits.
// expect: needs<...> takes amounts such as memory<8_GiB> and sm_count<28>
// expect: cpus<4
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_needs<at::A100, at::needs<at::sm_count<4>, at::bf16>>);
#else
static_assert(at::check_needs<at::A100, at::needs<at::cpus<4>, at::bf16>>);  // here
#endif
