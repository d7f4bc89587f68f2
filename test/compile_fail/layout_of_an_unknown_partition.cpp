// SPDX-License-Identifier: BSL-1.0
// A layout with a profile that the board does not offer.
// expect(gcc): A100 has no profile
// expect(gcc): A100 has no profile \"2g.40gb\"; it has 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb
// expect(clang): it has 1g.5gb, 1g.5gb+me,
// expect(clang): A100 has no profile \"2g.40gb\";
// expect(clang): 1g.10gb, 2g.10gb, 3g.20gb,
// expect(clang): 4g.20gb, 7g.40gb
// expect(nvcc): this GPU has no such profile; the error lists those it has
// expect(nvcc): A100
// expect(nvcc): "2g.40gb"
// expect(nvcc): mig::_1g_5gb
// expect(nvcc): mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, "3g.20gb", "2g.10gb">;
#else
using together = at::layout<at::A100, "3g.20gb", "2g.40gb">;  // here
#endif
