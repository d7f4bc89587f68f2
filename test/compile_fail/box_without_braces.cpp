// SPDX-License-Identifier: BSL-1.0
// A box of one dimension, written like extents.
// expect: box: each dimension has a beginning and an end in braces: at::box{{1, n}}
#include <allotype/allotype.hpp>
namespace at = allotype;

auto inside() {
#ifdef TWIN
  return at::box{{1, 4}};
#else
  return at::box{1, 4};  // here
#endif
}
