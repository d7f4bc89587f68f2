// SPDX-License-Identifier: BSL-1.0
/// \file
/// What sets up the GPUs of a node.
#pragma once

#include <allotype/provision/aks.hpp>
#include <allotype/provision/amd_config_manager.hpp>
#include <allotype/provision/gke.hpp>
#include <allotype/provision/gpu_operator.hpp>
#include <allotype/provision/gpu_setup.hpp>
#include <allotype/provision/mig_parted.hpp>
#include <allotype/provision/nvidia_smi.hpp>
#include <allotype/provision/nvidia_smi_transition.hpp>
#include <allotype/provision/planned_transition.hpp>
#include <allotype/provision/resource_slice.hpp>
#include <allotype/provision/slurm.hpp>
#include <allotype/provision/transition.hpp>
