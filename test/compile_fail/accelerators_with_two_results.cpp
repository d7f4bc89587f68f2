// SPDX-License-Identifier: BSL-1.0
// A function that returns one type for some accelerators of the list, and another for the others.
// expect: with_accelerator: the function returns the same type for every accelerator of the list
// expect: bytes
// expect: int
#include <allotype/allotype.hpp>
#include <allotype/names/with_accelerator.hpp>
namespace at = allotype;

void look(char const* name) {
  auto const memory = [](auto which) {
    using accelerator = typename decltype(which)::type;
    if constexpr (at::publishes<accelerator, at::fact::memory>) {
      return at::fact_of<accelerator, at::fact::memory>;
    } else {
#ifdef TWIN
      return at::bytes{};
#else
      return 0;
#endif
    }
  };
  at::with_accelerator(name, memory);  // here
}
