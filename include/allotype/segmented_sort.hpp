// SPDX-License-Identifier: BSL-1.0
/// \file
/// `segmented_sort` and `segmented_sort_by_key`, apart from `allotype.hpp`: few programs need them, and CUB takes long
/// to compile.
#pragma once

#include <allotype/block_sort.hpp>

#include <allotype/dispatch/segmented_sort.hpp>

#include <allotype/backend/cpu/segmented_sort.hpp>
#ifdef __CUDACC__
#  include <allotype/backend/cuda/segmented_sort.hpp>
#endif
