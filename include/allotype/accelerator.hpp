// SPDX-License-Identifier: BSL-1.0
/// \file
/// What an accelerator is: a device, a partition of one or a list of alternatives, and the facts about it.
#pragma once

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/accelerator/alternatives.hpp>
#include <allotype/accelerator/concepts.hpp>
#include <allotype/accelerator/facts.hpp>
#include <allotype/accelerator/known_devices.hpp>
