// SPDX-License-Identifier: BSL-1.0
// Segments whose beginnings are no integers.
// expect: a verb on segments: where segments begin are integers of 32 or 64 bits
#include <allotype/segmented_sort.hpp>
namespace at = allotype;

#ifdef TWIN
using begin = int;
#else
using begin = float;
#endif
inline void sorted(at::queue<at::cpu>& on, at::buffer<begin, at::cpu> const& begins, at::buffer<int, at::cpu>& keys) {
  at::segmented_sort(on, begins, keys);  // here
}
