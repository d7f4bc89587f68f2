// SPDX-License-Identifier: BSL-1.0
// The headers of a cluster with three systems, and nothing else.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system.hpp>
