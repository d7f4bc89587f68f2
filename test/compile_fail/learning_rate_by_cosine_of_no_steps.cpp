// SPDX-License-Identifier: BSL-1.0
// A schedule without the number of steps.
// expect: learning_rate::cosine: behind the rate stands the number of steps: cosine(0.1, 1000)
#include <allotype/allotype.hpp>
#include <allotype/parallel/training.hpp>
namespace at = allotype;

#ifdef TWIN
inline at::adam const slow{.rate = at::learning_rate::cosine(0.1, 1000)};
#else
inline at::adam const slow{.rate = at::learning_rate::cosine(0.1)};  // here
#endif
