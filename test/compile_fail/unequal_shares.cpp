// SPDX-License-Identifier: BSL-1.0
// Equal parts over unequal slices.
// expect: equal_shares<...>: these are not equal
// expect: 1g_6gb
// expect: 2g_12gb
// expect: RAPIDS
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>
namespace at = allotype;

#ifdef TWIN
using shares = at::equal_shares<at::A30::partition_1g_6gb, at::A30::partition_1g_6gb, at::A30::partition_1g_6gb>;
#else
using shares = at::equal_shares<at::A30::partition_1g_6gb, at::A30::partition_1g_6gb, at::A30::partition_2g_12gb>;
#endif
static_assert(shares::count == 3);  // here

// Uses of them bring no second error.
using share = shares::share;
static_assert(at::fact_of<share, at::fact::sm_count> > 0);
