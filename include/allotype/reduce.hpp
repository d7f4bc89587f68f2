// SPDX-License-Identifier: BSL-1.0
/// \file
/// `reduce` on GPUs: in files that nvcc compiles it includes CUB, which takes seconds. The CPU's needs `allotype.hpp` alone.
#pragma once

#include <allotype/allotype.hpp>

#ifdef __CUDACC__
#include <allotype/backend/cuda/reduce.hpp>
#endif
