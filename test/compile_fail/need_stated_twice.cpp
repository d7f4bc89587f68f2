// SPDX-License-Identifier: BSL-1.0
// Two statements of the number of multiprocessors.
// expect: needs<...>: each amount and each ability at most once
// expect: sm_count<4>
// expect: sm_count<8>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_needs<at::A100, at::needs<at::sm_count<4>, at::bf16>>);
#else
static_assert(at::check_needs<at::A100, at::needs<at::sm_count<4>, at::sm_count<8>>>);  // here
#endif
