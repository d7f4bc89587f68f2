// SPDX-License-Identifier: BSL-1.0
/// \file
/// `sort_indices`, apart from `allotype.hpp` and `allotype/sort.hpp`: few programs need it, and each would read it.
#pragma once

#include <allotype/sort.hpp>

#include <allotype/dispatch/sort_indices.hpp>
