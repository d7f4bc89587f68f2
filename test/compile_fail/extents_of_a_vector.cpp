// SPDX-License-Identifier: BSL-1.0
// Sizes in a container.
// expect: extents: sizes are whole numbers, one for each dimension: extents{rows, columns}; and one of these is a fraction or no number
#include <allotype/allotype.hpp>

#include <vector>

namespace at = allotype;

#ifdef TWIN
auto sizes(std::vector<int> const& of) { return at::extents{of[0], of[1]}; }
#else
auto sizes(std::vector<int> const& of) { return at::extents{of}; }  // here
#endif
