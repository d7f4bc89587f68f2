// SPDX-License-Identifier: BSL-1.0
// Namespaces of other libraries are found behind `using namespace allotype`, too.
#include <allotype/allotype.hpp>

namespace cuda::std {
using int32_t = int;
}

using namespace allotype;

inline constexpr cuda::std::int32_t one = 1;
static_assert(one == 1);
