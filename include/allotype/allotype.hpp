// SPDX-License-Identifier: BSL-1.0
/// \file
/// All of the library that costs no dependency and little time: accelerators and partitions as types, what is known
/// about them, tasks, and the verbs that run code on them. Apart from it stand `allotype/plan.hpp`, which adds
/// occupancy, `allotype/nvtx.hpp`, which names tasks in NVIDIA's profilers, and two libraries beside the core:
/// `allotype/cluster.hpp`, which asks clusters for accelerators, and `allotype/parallel.hpp` for several devices.
#pragma once

// Each by the shortest way: compilers print it before an error of the header.
// clang-format off
#include <allotype/version.hpp>
#include <allotype/catalog/base/device.hpp>
#include <allotype/catalog/base/amd_device.hpp>
#include <allotype/catalog/base/tpu_device.hpp>
#include <allotype/accelerator/alternatives.hpp>
#include <allotype/accelerator/concepts.hpp>
#include <allotype/accelerator/facts.hpp>
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/plan/needs.hpp>
#include <allotype/plan/kernel_needs.hpp>
#include <allotype/plan/smallest.hpp>
#include <allotype/plan/layout.hpp>
#include <allotype/dispatch.hpp>
#include <allotype/dispatch/detail/other_headers.hpp>
#include <allotype/task/task.hpp>
// clang-format on
