// SPDX-License-Identifier: BSL-1.0
// All layouts of a board, counted and listed.
#include <allotype/allotype.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>

namespace at = allotype;

static_assert(at::layouts_of<at::A100>::size == 2318);
static_assert(at::layouts_of<at::A100>::maximal == 239);
static_assert(at::layouts_of<at::A100>::at(2317).size() > 0);
