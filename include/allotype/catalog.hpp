// SPDX-License-Identifier: BSL-1.0
/// \file
/// Every device that the library knows, a file each vendor.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
