// SPDX-License-Identifier: BSL-1.0
// A start that the driver does not list for the profile.
// expect(gcc): on A100 no 3g.20gb starts at 2; they start at 0, 4
// expect(clang): on A100 no 3g.20gb starts at 2;
// expect(clang): they start at 0, 4
// expect(nvcc): no instance of this profile starts there; starts<...> lists where they do
// expect(nvcc): A100
// expect(nvcc): mig::_3g_20gb
// expect(nvcc): "3g.20gb"
// expect(nvcc): starts<0, 4>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, at::at<"3g.20gb", 4>>;
#else
using together = at::layout<at::A100, at::at<"3g.20gb", 2>>;  // here
#endif
