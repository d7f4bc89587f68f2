// SPDX-License-Identifier: BSL-1.0
/// \file
/// Pools of nodes, what sets them up, and whether they have what tasks ask for.
#pragma once

#include <allotype/cluster/pools/agreement.hpp>
#include <allotype/cluster/pools/pool.hpp>
#include <allotype/cluster/pools/setup.hpp>
