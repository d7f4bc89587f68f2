// SPDX-License-Identifier: BSL-1.0
/// \file
/// `record`, `graph` and `replay`, apart from `allotype.hpp`: few programs need them.
#pragma once

#include <allotype/dispatch.hpp>

#include <allotype/dispatch/graph.hpp>

#ifdef __CUDACC__
#  include <allotype/backend/cuda/graph.hpp>
#endif
