// SPDX-License-Identifier: BSL-1.0
/// \file
/// Clusters: what a system is asked for, what sets up its nodes, whether the two agree, and what fits on a fleet.
#pragma once

// What is asked of clusters by itself and first: compilers print the way to it before its errors.
// clang-format off
#include <allotype/cluster/request/request.hpp>
#include <allotype/cluster/pools/pool.hpp>
#include <allotype/cluster/pools/agreement.hpp>
#include <allotype/cluster/fleet.hpp>
#include <allotype/cluster/layouts.hpp>
#include <allotype/cluster/pools.hpp>
#include <allotype/cluster/provision.hpp>
#include <allotype/cluster/request.hpp>
// clang-format on
