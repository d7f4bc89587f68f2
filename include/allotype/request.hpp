// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a system is asked for so that it provides the accelerator.
#pragma once

#include <allotype/request/aks.hpp>
#include <allotype/request/container.hpp>
#include <allotype/request/dra.hpp>
#include <allotype/request/dstack.hpp>
#include <allotype/request/eks.hpp>
#include <allotype/request/flyte.hpp>
#include <allotype/request/flyte_pod.hpp>
#include <allotype/request/gke.hpp>
#include <allotype/request/hami.hpp>
#include <allotype/request/htcondor.hpp>
#include <allotype/request/kuberay.hpp>
#include <allotype/request/kubernetes.hpp>
#include <allotype/request/kueue.hpp>
#include <allotype/request/labelled_clouds.hpp>
#include <allotype/request/lsf.hpp>
#include <allotype/request/nomad.hpp>
#include <allotype/request/pbs.hpp>
#include <allotype/request/ray.hpp>
#include <allotype/request/skypilot.hpp>
#include <allotype/request/slurm.hpp>
