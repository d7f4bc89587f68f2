// SPDX-License-Identifier: BSL-1.0
/// \file
/// `segmented_reduce`, apart from `allotype.hpp`: few programs need it, and each would read it.
#pragma once

#include <allotype/block_ranges.hpp>

#include <allotype/dispatch/segmented_reduce.hpp>
