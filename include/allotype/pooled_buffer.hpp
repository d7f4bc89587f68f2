// SPDX-License-Identifier: BSL-1.0
/// \file
/// `pooled_buffer`, apart from `allotype.hpp`: few programs need it, and each would read `<memory_resource>`.
#pragma once

#include <allotype/dispatch.hpp>

#include <allotype/dispatch/pooled_buffer.hpp>

#include <allotype/backend/cpu/pool.hpp>
#ifdef __CUDACC__
#  include <allotype/backend/cuda/pool.hpp>
#endif
