// SPDX-License-Identifier: BSL-1.0
/// \file
/// Accelerators by short names, chosen on a command line.
#pragma once

#include <allotype/parallel/registry/accelerator_devices.hpp>
#include <allotype/parallel/registry/accelerator_options.hpp>
#include <allotype/parallel/registry/choose.hpp>
#include <allotype/parallel/registry/registry.hpp>
