// SPDX-License-Identifier: BSL-1.0
// Elements of a buffer that is const are set.
// expect: fill: the second argument is a buffer or a view that is not const
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using owner = at::buffer<float, at::cpu>;
#else
using owner = at::buffer<float, at::cpu> const;
#endif
void go(at::queue<at::cpu>& on, owner& x) { at::fill(on, x, 0.f); }  // here
