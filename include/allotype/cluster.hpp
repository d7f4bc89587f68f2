// SPDX-License-Identifier: BSL-1.0
/// \file
/// Clusters: pools of nodes, and whether they have what tasks ask for.
#pragma once

#include <allotype/cluster/agreement.hpp>
#include <allotype/cluster/pool.hpp>
