// SPDX-License-Identifier: BSL-1.0
// A copy from ordinary memory of the host that is not waited for.
// expect: copy_async(queue, from, to): one of the two must be a buffer or a view
// expect: and the other a buffer, a view or pinned<T, A>
// expect: so use copy
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& on, std::vector<float> const& numbers, at::buffer<float, at::cpu>& to) {
#ifdef TWIN
  at::copy(on, numbers, to);
#else
  at::copy_async(on, numbers, to);  // here
#endif
}
