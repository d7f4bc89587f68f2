// SPDX-License-Identifier: BSL-1.0
/// \file
/// `reduce`, with what runs it. In files that nvcc compiles it includes CUB, which takes seconds.
#pragma once

#include <allotype/allotype.hpp>
#include <allotype/dispatch/reduce.hpp>

#include <allotype/backend/cpu/reduce.hpp>
#ifdef __CUDACC__
#include <allotype/backend/cuda/reduce.hpp>
#endif
