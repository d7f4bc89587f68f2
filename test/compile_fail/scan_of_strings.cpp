// SPDX-License-Identifier: BSL-1.0
// A scan over a view of elements that own memory.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
#include <allotype/allotype.hpp>

#include <string>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = std::string;
#endif

void go(at::queue<at::cpu>& on, at::view<element, 1, at::cpu> from) {
  at::inclusive_scan(on, from, from);  // here
}
