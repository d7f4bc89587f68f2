// SPDX-License-Identifier: BSL-1.0
// A statement that contradicts a published value.
// expect: another value is published of this accelerator
// expect: A100
// expect: sms<109>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_needs<at::A100, at::needs<at::sms<20>, at::stated<at::A100, at::sms<108>>>>);
#else
static_assert(at::check_needs<at::A100, at::needs<at::sms<20>, at::stated<at::A100, at::sms<109>>>>);  // here
#endif
