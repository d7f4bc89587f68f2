// SPDX-License-Identifier: BSL-1.0
// The headers of layouts and packing, and nothing else.
#include <allotype/allotype.hpp>
#include <allotype/cluster/fleet/pack.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>
