// SPDX-License-Identifier: BSL-1.0
/// \file
/// `segmented_inclusive_scan` and `segmented_exclusive_scan`, apart from `allotype.hpp`: few programs need them, and
/// each would read them.
#pragma once

#include <allotype/block_ranges.hpp>

#include <allotype/dispatch/segmented_scan.hpp>
