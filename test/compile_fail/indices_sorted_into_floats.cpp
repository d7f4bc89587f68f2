// SPDX-License-Identifier: BSL-1.0
// Indices in the order of a function, written to elements that are no integers.
// expect: sort_indices: what is written are the indices: write to elements of int, or of long long where the extents are
#include <allotype/sort_indices.hpp>
namespace at = allotype;

#ifdef TWIN
using element = int;
#else
using element = float;
#endif
struct same {
  ALLOTYPE_FN int operator()(int i) const { return i; }
};
inline void sorted(at::queue<at::cpu>& on, at::buffer<element, at::cpu>& indices) {
  at::sort_indices(on, at::extents{4}, indices, same{});  // here
}
