// SPDX-License-Identifier: BSL-1.0
// A size that the index type does not hold.
// expect: extents: a size needs 64 bits: write extents{...} without <...>, or extents<Rank, long long>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr at::extents many{(1LL << 32) + 5};
#else
constexpr at::extents<1> many{(1LL << 32) + 5};  // here
#endif
static_assert(many.rank == 1);
