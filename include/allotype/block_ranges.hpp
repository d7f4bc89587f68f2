// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranges inside a block of `launch` and in its subgroups, apart from `allotype.hpp`: few programs need them, and each
/// would read them.
#pragma once

#include <allotype/allotype.hpp>

#include <allotype/dispatch/subgroups.hpp>

#include <allotype/backend/cpu/block_ranges.hpp>
#ifdef __CUDACC__
#  include <allotype/backend/cuda/block_ranges.hpp>
#endif
