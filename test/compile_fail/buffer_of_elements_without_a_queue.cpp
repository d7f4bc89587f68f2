// SPDX-License-Identifier: BSL-1.0
// A buffer of elements, of which nothing says where.
// expect: buffer: the queue comes first, a variable that is not const, then extents or a range of the host: buffer<float, cpu>{queue, at::extents{n}}
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

void go([[maybe_unused]] at::queue<at::cpu>& on, std::vector<float> const& elements) {
#ifdef TWIN
  at::buffer x{on, elements};
#else
  at::buffer x{elements};  // here
#endif
}
