// SPDX-License-Identifier: BSL-1.0
/// \file
/// What fits on the GPUs of a fleet: packing, fleets, arrivals.
#pragma once

#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/fleet.hpp>
#include <allotype/cluster/fleet/pack.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
