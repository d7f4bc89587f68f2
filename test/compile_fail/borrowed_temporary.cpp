// SPDX-License-Identifier: BSL-1.0
// A buffer over a vector that is gone at the end of the line.
// expect: borrowed_buffer: the range is a temporary, which is gone before the buffer is used: give it a name
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& on, std::vector<float>& numbers) {
#ifdef TWIN
  auto buffer = at::borrowed_buffer(on, numbers);
#else
  auto buffer = at::borrowed_buffer(on, std::vector<float>(numbers));  // here
#endif
}
