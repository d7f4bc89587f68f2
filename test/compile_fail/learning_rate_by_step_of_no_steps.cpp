// SPDX-License-Identifier: BSL-1.0
// A schedule without when it falls.
// expect: learning_rate::step: behind the rate stands after how many steps it falls: step(0.1, 30)
#include <allotype/allotype.hpp>
#include <allotype/parallel/training.hpp>
namespace at = allotype;

#ifdef TWIN
inline at::adam const slow{.rate = at::learning_rate::step(0.1, 30)};
#else
inline at::adam const slow{.rate = at::learning_rate::step(0.1)};  // here
#endif
