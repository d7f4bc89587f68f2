// SPDX-License-Identifier: BSL-1.0
// only: gcc clang
// A loop of the host over the elements of a GPU.
// expect: view::begin: this file has no code for the view's accelerator
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using owner = at::cpu;
#else
using owner = at::A100;
#endif
inline int sum(at::view<int, 1, owner> const& of) {
  int result = 0;
  for (int const number : of) result += number;  // here
  return result;
}
