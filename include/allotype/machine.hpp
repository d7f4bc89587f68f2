// SPDX-License-Identifier: BSL-1.0
/// \file
/// What is on this machine: probe, identity, visibility, availability.
#pragma once

#include <allotype/machine/availability.hpp>
#include <allotype/machine/find.hpp>
#include <allotype/machine/host_processor.hpp>
#include <allotype/machine/machine.hpp>
#include <allotype/machine/probe.hpp>
#include <allotype/machine/with_found_device.hpp>
