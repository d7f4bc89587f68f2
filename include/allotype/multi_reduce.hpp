// SPDX-License-Identifier: BSL-1.0
/// \file
/// `multi_reduce`, apart from `allotype.hpp`: few programs need it, and each would read it.
#pragma once

#include <allotype/block_ranges.hpp>

#include <allotype/dispatch/multi_reduce.hpp>
