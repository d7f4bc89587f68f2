// SPDX-License-Identifier: BSL-1.0
// A range whose elements lie here and there.
// expect: buffer: the elements of this range do not lie in a row in memory
#include <allotype/allotype.hpp>

#include <deque>
#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& on, std::deque<float> const& values) {
#ifdef TWIN
  at::buffer const copied{on, std::vector(values.begin(), values.end())};
#else
  at::buffer const copied{on, values};  // here
#endif
}
