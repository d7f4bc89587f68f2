// SPDX-License-Identifier: BSL-1.0
// A concept that is not met says why by its name.
// only: gcc clang
// expect: the_accelerator_offers_all_that_is_needed
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::meets<at::A100, at::needs<at::bf16>>);
#else
static_assert(at::meets<at::T4, at::needs<at::bf16>>);  // here
#endif
