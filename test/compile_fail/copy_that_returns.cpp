// SPDX-License-Identifier: BSL-1.0
// A copy returns nothing: what is written is an argument.
// expect: copy: the queue comes first, a variable that is not const, then what is read and what is written: copy(queue, from, to)
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;
inline std::vector<float> go(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& from) {
#ifdef TWIN
  std::vector<float> to(4);
  at::copy(on, from, to);
#else
  std::vector<float> to = at::copy(on, from);  // here
#endif
  return to;
}
