// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a system is asked for so that it provides the accelerator.
#pragma once

#include <allotype/cluster/request/container.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/flyte.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/htcondor.hpp>
#include <allotype/cluster/request/kuberay.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/kueue.hpp>
#include <allotype/cluster/request/ray.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system.hpp>
