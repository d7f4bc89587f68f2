// SPDX-License-Identifier: BSL-1.0
// A topology of a TPU generation that has too many to list: the error says what they have in common, and the nearest.
// expect: no_such_slice__only_2x2x1_2x2x2_2x2x4_2x4x4_and_ascending_multiples_of_4__did_you_mean
// expect: V5P
// expect: "2x2x3"
// expect: topology<2, 2, 1>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::V5P::slice<"2x2x1">;
#else
using wanted = at::V5P::slice<"2x2x3">;  // here
#endif
