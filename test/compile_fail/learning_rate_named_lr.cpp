// SPDX-License-Identifier: BSL-1.0
// PyTorch's name of the rate.
// expect: an optimizer: the learning rate is .rate: sgd{.rate = 0.1f}
#include <allotype/allotype.hpp>
#include <allotype/parallel/training.hpp>
namespace at = allotype;

#ifdef TWIN
inline at::sgd const slow{.rate = 0.1f};
#else
inline at::sgd const slow{.lr = 0.1f};  // here
#endif
