// SPDX-License-Identifier: BSL-1.0
// A kernel reads a view of elements that own memory.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
#include <allotype/allotype.hpp>

#include <string>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = std::string;
#endif

ALLOTYPE_FN element first(at::view<element, 1, at::cpu> const& all) {
  return all(0);  // here
}
