// SPDX-License-Identifier: BSL-1.0
// A question about an amount without the needs that it belongs to.
// only: gcc clang
// expect: amounts_and_abilities_stand_in_needs
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;
#ifdef TWIN
static_assert(at::meets<at::A100, at::needs<at::memory<16_GiB>>>);
#else
static_assert(at::meets<at::A100, at::memory<16_GiB>>);  // here
#endif
