// SPDX-License-Identifier: BSL-1.0
// A view that is kept, of a buffer that is gone behind this line.
// only: clang
// option: -Werror=dangling
// expect: temporary whose address is used as value of local variable 'x' will be destroyed
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

float go(at::queue<at::cpu>& on, std::vector<float> const& values) {
#ifdef TWIN
  at::buffer elements{on, values};
  auto const x = elements.view(on);
#else
  auto const x = at::buffer{on, values}.view(on);  // here
#endif
  return x(0);
}
