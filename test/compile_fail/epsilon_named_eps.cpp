// SPDX-License-Identifier: BSL-1.0
// PyTorch's name of epsilon.
// expect: adam: what keeps the divisor above 0 is .epsilon: adam{.epsilon = 1e-8f}
#include <allotype/allotype.hpp>
#include <allotype/parallel/training.hpp>
namespace at = allotype;

#ifdef TWIN
inline at::adam const slow{.rate = 0.1f, .epsilon = 1e-6f};
#else
inline at::adam const slow{.rate = 0.1f, .eps = 1e-6f};  // here
#endif
