// SPDX-License-Identifier: BSL-1.0
// A view that nobody checked, of elements that own memory, is copied.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
#include <allotype/allotype.hpp>

#include <string>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = std::string;
#endif

void go(at::queue<at::cpu>& on, at::view<element, 1, at::cpu> from, at::view<element, 1, at::cpu> to) {
  at::copy(on, from, to);  // here
}
