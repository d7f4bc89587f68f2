// SPDX-License-Identifier: BSL-1.0
// A topology of a TPU generation with too many to list. The error has their common rule and the nearest one.
// expect(gcc): V5P has no slice
// expect(gcc): V5P has no slice \"2x2x3\": slices are 2x2x1, 2x2x2, 2x2x4, 2x4x4, or ascending multiples of 4; the nearest is 2x2x1
// expect(clang): slices are 2x2x1, 2x2x2, 2x2x4,
// expect(clang): V5P has no slice \"2x2x3\":
// expect(clang): 2x4x4, or ascending multiples
// expect(clang): of 4; the nearest is 2x2x1
// expect(nvcc): slices are 2x2x1, 2x2x2, 2x2x4, 2x4x4, or ascending multiples of 4; see nearest<...>
// expect(nvcc): V5P
// expect(nvcc): "2x2x3"
// expect(nvcc): topology<2, 2, 1>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::V5P::slice<"2x2x1">;
#else
using wanted = at::V5P::slice<"2x2x3">;  // here
#endif
