// SPDX-License-Identifier: BSL-1.0
// A view of the host's elements that own memory: a copy of their bytes would be released twice.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
#include <allotype/allotype.hpp>

#include <string>
#include <vector>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = std::string;
#endif

void go(at::queue<at::cpu>& on, std::vector<element>& all) {
  auto const view = at::view_of(on, all.data(), at::extents{all.size()});  // here
  (void)view;
}
