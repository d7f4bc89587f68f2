// SPDX-License-Identifier: BSL-1.0
// A loop over the elements of a buffer.
// expect: for_each: the second argument is neither extents nor a box: for the elements of a buffer or a range of the
// host write at::extents{range.size()}
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  ALLOTYPE_FN void operator()(long long) const {}
};

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers) {
#ifdef TWIN
  at::for_each(on, at::extents{numbers.size()}, nothing{});
#else
  at::for_each(on, numbers, nothing{});  // here
#endif
}
