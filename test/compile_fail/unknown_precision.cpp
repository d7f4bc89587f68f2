// SPDX-License-Identifier: BSL-1.0
// A misspelt precision.
// expect: there is no such precision; the error lists all
// expect: bf16_mixed
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
using kept_in = at::precision<"bf16-mixed">;
#else
using kept_in = at::precision<"bf16-mixt">;  // here
#endif
