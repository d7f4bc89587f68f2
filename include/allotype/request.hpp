// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a system is asked for so that it provides the accelerator.
#pragma once

#include <allotype/request/aks.hpp>
#include <allotype/request/eks.hpp>
#include <allotype/request/flyte.hpp>
#include <allotype/request/gke.hpp>
#include <allotype/request/kubernetes.hpp>
#include <allotype/request/slurm.hpp>
