// SPDX-License-Identifier: BSL-1.0
// An amount without the needs that it belongs to.
// expect: smallest: a device or a list of devices comes first, and needs<...> second: smallest<A100, needs<memory<16_GiB>>>
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;
#ifdef TWIN
using part = at::smallest<at::A100, at::needs<at::memory<16_GiB>>>;
#else
using part = at::smallest<at::A100, at::memory<16_GiB>>;  // here
#endif
at::queue<part>* of_the_part = nullptr;
