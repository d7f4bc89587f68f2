// SPDX-License-Identifier: BSL-1.0
/// \file
/// `reduce` on GPUs. In files that nvcc compiles it includes CUB, which takes seconds to compile. On the CPU `reduce` needs
/// only `allotype.hpp`.
#pragma once

#include <allotype/allotype.hpp>

#ifdef __CUDACC__
#include <allotype/backend/cuda/reduce.hpp>
#endif
