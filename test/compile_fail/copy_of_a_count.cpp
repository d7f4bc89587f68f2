// SPDX-License-Identifier: BSL-1.0
// A pointer and a count, as for memcpy.
// expect: copy: the arguments are (queue, from, to), which know how many elements they have
// expect: of a pointer and a count make a range, std::span(p, n)
#include <allotype/allotype.hpp>
#include <span>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, float* from, at::buffer<float, at::cpu>& to) { at::copy(on, std::span(from, 8), to); }
#else
void go(at::queue<at::cpu>& on, float* from, at::buffer<float, at::cpu>& to) { at::copy(on, from, to, 8); }  // here
#endif
