// SPDX-License-Identifier: BSL-1.0
// A split into equal parts over unequal slices.
// expect: equal_shares<...>: these are not equal
// expect: 1g_6gb
// expect: 2g_12gb
// expect: RAPIDS
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::equal_shares<at::A30::partition_1g_6gb, at::A30::partition_1g_6gb, at::A30::partition_1g_6gb>::count == 3);
#else
static_assert(at::equal_shares<at::A30::partition_1g_6gb, at::A30::partition_1g_6gb, at::A30::partition_2g_12gb>::count == 3);  // here
#endif
