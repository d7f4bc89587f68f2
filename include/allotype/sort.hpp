// SPDX-License-Identifier: BSL-1.0
/// \file
/// `sort` and `sort_by_key`, apart from `allotype.hpp`: the standard library's algorithms and, in files that nvcc
/// compiles, CUB take long to compile.
#pragma once

#include <allotype/allotype.hpp>

#include <allotype/dispatch/sort.hpp>

#include <allotype/backend/cpu/sort.hpp>
#ifdef __CUDACC__
#  include <allotype/backend/cuda/sort.hpp>
#endif
