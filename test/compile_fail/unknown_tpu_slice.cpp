// SPDX-License-Identifier: BSL-1.0
// A topology that is not offered.
// expect(gcc): V5E has no partition
// expect(gcc): V5E has no partition \"3x3\"; it has 1x1, 2x2, 2x4, 4x4, 4x8, 8x8, 8x16, 16x16
// expect(clang): has 1x1, 2x2, 2x4, 4x4, 4x8,
// expect(clang): V5E has no partition \"3x3\"; it
// expect(clang): 8x8, 8x16, 16x16
// expect(nvcc): this device has no such partition; the error lists those it has
// expect(nvcc): V5E
// expect(nvcc): "3x3"
// expect(nvcc): topology<1, 1
// expect(nvcc): topology<16, 16
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::V5E::slice<"2x2">;
#else
using wanted = at::V5E::slice<"3x3">;  // here
#endif
