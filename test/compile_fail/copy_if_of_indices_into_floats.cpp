// SPDX-License-Identifier: BSL-1.0
// Indices are copied to a buffer of floats, which do not hold all of them.
// expect: copy_if: what is copied are indices: the elements to write to are int, long long or another integer of 32 or 64 bits
#include <allotype/allotype.hpp>
namespace at = allotype;

struct is_odd {
  ALLOTYPE_FN bool operator()(int i) const { return i % 2 == 1; }
};
#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& to) {
#else
void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& to) {
#endif
  at::copy_if(on, at::extents{100}, to, is_odd{});  // here
}
