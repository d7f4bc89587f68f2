// SPDX-License-Identifier: BSL-1.0
/// \file
/// `sort<Most>(block, n, keys)` inside a block of `launch`, apart from `allotype.hpp` and `allotype/sort.hpp`: few
/// programs need it, and CUB takes long to compile.
#pragma once

#include <allotype/block_ranges.hpp>
#include <allotype/sort.hpp>

#include <allotype/dispatch/block_sort.hpp>

#include <allotype/backend/cpu/block_sort.hpp>
#ifdef __CUDACC__
#  include <allotype/backend/cuda/block_sort.hpp>
#endif
