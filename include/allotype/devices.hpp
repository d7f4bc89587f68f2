// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which devices are meant: counts, indices, UUIDs, masks, environment variables. No machine is asked.
#pragma once

#include <allotype/devices/device_choice.hpp>
#include <allotype/devices/device_selection.hpp>
#include <allotype/devices/device_selection_error.hpp>
#include <allotype/devices/device_uuid.hpp>
#include <allotype/devices/devices_present.hpp>
#include <allotype/devices/visible_devices.hpp>
