// SPDX-License-Identifier: BSL-1.0
// What is copied goes to the last argument; nothing is returned.
// expect: copy: the queue comes first, a variable that is not const, then what is read and what is written: copy(queue, from, to)
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

inline std::vector<float> elements_of(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& from) {
  std::vector<float> to(static_cast<std::size_t>(from.size()));
#ifdef TWIN
  at::copy(on, from, to);
#else
  to = at::copy(on, from);  // here
#endif
  return to;
}
