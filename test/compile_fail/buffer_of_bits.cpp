// SPDX-License-Identifier: BSL-1.0
// A std::vector<bool>, which has no elements.
// expect: the elements of std::vector<bool> are bits, which have no addresses
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

#ifdef TWIN
using boolean = char;
#else
using boolean = bool;
#endif

void go(at::queue<at::cpu>& on, std::vector<boolean> const& flags) {
  at::buffer<boolean, at::cpu> const copied{on, flags};  // here
}
