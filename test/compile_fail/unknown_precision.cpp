// SPDX-License-Identifier: BSL-1.0
// A misspelt precision.
// expect(gcc): precision
// expect(gcc): precision \"bf16-mixt\" is not known; known are: 64-true, 32-true, 16-true, bf16-true, 16-mixed, bf16-mixed, transformer-engine, transformer-engine-float16, and 64, 32, 16, bf16 for 64-true, 32-true, 16-mixed, bf16-mixed
// expect(clang): known; known are: 64-true,
// expect(clang): precision \"bf16-mixt\" is not
// expect(clang): 32-true, 16-true, bf16-true,
// expect(clang): 16-mixed, bf16-mixed,
// expect(clang): transformer-engine,
// expect(clang): transformer-engine-float16, and
// expect(clang): 64, 32, 16, bf16 for 64-true,
// expect(clang): 32-true, 16-mixed, bf16-mixed
// expect(nvcc): there is no such precision; the error lists all
// expect(nvcc): bf16_mixed
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
using kept_in = at::precision<"bf16-mixed">;
#else
using kept_in = at::precision<"bf16-mixt">;  // here
#endif
