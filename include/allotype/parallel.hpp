// SPDX-License-Identifier: BSL-1.0
/// \file
/// Several devices: accelerators by name, one function on all of them, collectives, training, statistics.
#pragma once

#include <allotype/parallel/executor.hpp>
#include <allotype/parallel/registry.hpp>
#include <allotype/parallel/statistics.hpp>
#include <allotype/parallel/training.hpp>
#include <allotype/parallel/transport.hpp>
