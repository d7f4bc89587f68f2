// SPDX-License-Identifier: BSL-1.0
// A statement that contradicts a published value.
// expect: another value is published for this accelerator
// expect: A100
// expect: sm_count<109>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_needs<at::A100, at::needs<at::sm_count<20>, at::stated<at::A100, at::sm_count<108>>>>);
#else
static_assert(at::check_needs<at::A100, at::needs<at::sm_count<20>, at::stated<at::A100, at::sm_count<109>>>>);  // here
#endif
