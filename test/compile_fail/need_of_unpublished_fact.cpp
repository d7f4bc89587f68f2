// SPDX-License-Identifier: BSL-1.0
// A need of multiprocessors on a slice whose number is not published. If you know it, state it.
// expect: the accelerator does not offer what is needed
// expect: B300
// expect: 2g_67gb
// expect: fact::sm_count
// expect: asked<20>
// expect: not_published
// expect: stated<Accelerator, sm_count<16>>
// computed: B300 2g.67gb does not meet the needs: streaming multiprocessors 20 (not published; a figure of yours is
// computed: stated<...>); neither a partition of B300 nor all of it would do
#include <allotype/allotype.hpp>
namespace at = allotype;

using slice = at::B300::partition<"2g.67gb">;
#ifdef TWIN
static_assert(at::check_needs<slice, at::needs<at::sm_count<20>, at::stated<slice, at::sm_count<36>>>>);
#else
static_assert(at::check_needs<at::B300::partition<"2g.67gb">, at::needs<at::sm_count<20>>>);  // here
#endif
