// SPDX-License-Identifier: BSL-1.0
// A std::vector<bool>, which has no elements, and a buffer whose type follows from it.
// expect: the elements of std::vector<bool> are bits, which have no addresses
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

#ifdef TWIN
using boolean = char;
#else
using boolean = bool;
#endif

void negate(at::queue<at::cpu>& on, std::vector<boolean> const& flags) {
  at::buffer copied{on, flags};  // here
  auto const x = copied.view(on);
  at::for_each(on, x.extents, [=](int i) { x(i) = !x(i); });
}
