// SPDX-License-Identifier: BSL-1.0
// A split into equal parts over unequal slices.
// expect: equal_shares<...>: these are not equal
// expect: 2g_10gb
// expect: 3g_20gb
// expect: RAPIDS
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::equal_shares<at::A100::partition_2g_10gb, at::A100::partition_2g_10gb, at::A100::partition_2g_10gb>::count == 3);
#else
static_assert(at::equal_shares<at::A100::partition_2g_10gb, at::A100::partition_2g_10gb, at::A100::partition_3g_20gb>::count == 3);  // here
#endif
