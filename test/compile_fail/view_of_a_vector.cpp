// SPDX-License-Identifier: BSL-1.0
// A container in place of an address.
// expect: view_of: a container's address is data(): view_of(queue, numbers.data(), at::extents{n}) where A reads the host's memory; else at::buffer{queue, numbers} copies it to A
#include <allotype/allotype.hpp>

#include <vector>

namespace at = allotype;

void go(at::queue<at::cpu>& on, std::vector<float>& numbers) {
#ifdef TWIN
  (void)at::view_of(on, numbers.data(), at::extents{10});
#else
  (void)at::view_of(on, numbers, at::extents{10});  // here
#endif
}
