// SPDX-License-Identifier: BSL-1.0
/// \file
/// Accelerators by short names, chosen on a command line.
#pragma once

#include <allotype/registry/accelerator_devices.hpp>
#include <allotype/registry/accelerator_options.hpp>
#include <allotype/registry/choose.hpp>
#include <allotype/registry/registry.hpp>
