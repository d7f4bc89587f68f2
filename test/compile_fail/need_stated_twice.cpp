// SPDX-License-Identifier: BSL-1.0
// Two statements of the number of multiprocessors.
// expect: needs<...>: each amount and each ability at most once
// expect: sms<4>
// expect: sms<8>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_needs<at::A100, at::needs<at::sms<4>, at::bf16>>);
#else
static_assert(at::check_needs<at::A100, at::needs<at::sms<4>, at::sms<8>>>);  // here
#endif
