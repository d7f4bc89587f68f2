// SPDX-License-Identifier: BSL-1.0
// A negative count in a statement of the user.
// expect: a count such as sm_count<N> cannot be negative
#include <allotype/allotype.hpp>
namespace at = allotype;
using slice = at::B300::partition<"2g.67gb">;

#ifdef TWIN
using wanted = at::needs<at::sm_count<20>, at::stated<slice, at::sm_count<36>>>;
#else
using wanted = at::needs<at::stated<slice, at::sm_count<-36>>>;
#endif
static_assert(at::check_needs<slice, wanted>);  // here
