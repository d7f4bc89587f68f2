// SPDX-License-Identifier: BSL-1.0
/// \file
/// What sets up the GPUs of a node.
#pragma once

#include <allotype/cluster/provision/aks.hpp>
#include <allotype/cluster/provision/amd_config_manager.hpp>
#include <allotype/cluster/provision/gke.hpp>
#include <allotype/cluster/provision/gpu_operator.hpp>
#include <allotype/cluster/provision/gpu_setup.hpp>
#include <allotype/cluster/provision/mig_parted.hpp>
#include <allotype/cluster/provision/nvidia_smi.hpp>
#include <allotype/cluster/provision/nvidia_smi_transition.hpp>
#include <allotype/cluster/provision/planned_transition.hpp>
#include <allotype/cluster/provision/resource_slice.hpp>
#include <allotype/cluster/provision/slurm.hpp>
#include <allotype/cluster/provision/transition.hpp>
