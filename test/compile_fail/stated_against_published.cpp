// SPDX-License-Identifier: BSL-1.0
// What is published is not stated otherwise.
// expect: another value is published of this accelerator
// expect: A100
// expect: sms<30>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_needs<at::A100::partition_2g_10gb, at::needs<at::sms<20>, at::stated<at::A100::partition_2g_10gb, at::sms<28>>>>);
#else
static_assert(at::check_needs<at::A100::partition_2g_10gb, at::needs<at::sms<20>, at::stated<at::A100::partition_2g_10gb, at::sms<30>>>>);  // here
#endif
