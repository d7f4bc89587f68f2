// SPDX-License-Identifier: BSL-1.0
// A question about a profile that is spelt wrong: no would be the answer to another question.
// expect(gcc): this GPU has no such profile; the error lists those it has
// expect(clang): A100 has no profile
// expect(nvcc): this GPU has no such profile; the error lists those it has
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(!at::can_layout<at::A100, "3g.20gb", "3g.20gb", "3g.20gb">);
#else
static_assert(!at::can_layout<at::A100, "3g.20gbb">);  // here
#endif
