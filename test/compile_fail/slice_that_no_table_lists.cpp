// SPDX-License-Identifier: BSL-1.0
// A topology that follows the rule of its generation and is in none of the tables.
// expect(gcc): slice 4x8x16 of V5P follows the rule, but no table lists it: write unlisted_partition<
// expect(gcc): slice 4x8x16 of V5P follows the rule, but no table lists it: write unlisted_partition<\"4x8x16\">
// expect(clang): slice 4x8x16 of V5P follows the
// expect(clang): rule, but no table lists it:
// expect(clang): write
// expect(clang): unlisted_partition<\"4x8x16\">
// expect(nvcc): this slice follows the rule, but no table lists it: write unlisted_partition<...>
// expect(nvcc): V5P
// expect(nvcc): "4x8x16"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::V5P::unlisted_partition<"4x8x16">;
#else
using wanted = at::V5P::slice<"4x8x16">;  // here
#endif
