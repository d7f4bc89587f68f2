// SPDX-License-Identifier: BSL-1.0
/// \file
/// Clusters: what a system is asked for, what sets up its nodes, whether the two agree, and what fits on a fleet.
#pragma once

#include <allotype/cluster/fleet.hpp>
#include <allotype/cluster/layouts.hpp>
#include <allotype/cluster/pools.hpp>
#include <allotype/cluster/provision.hpp>
#include <allotype/cluster/request.hpp>
