// SPDX-License-Identifier: BSL-1.0
// A random number as of a generator with a state.
// expect: philox: it has no state, and is called with a counter, another one for each draw
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
unsigned first(at::philox const& random) { return random(0)[0]; }
#else
unsigned first(at::philox const& random) { return random()[0]; }  // here
#endif
