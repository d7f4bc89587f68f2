// SPDX-License-Identifier: BSL-1.0
/// \file
/// From an accelerator's name, known while running, to its type.
#pragma once

#include <allotype/names/accelerator_names.hpp>
#include <allotype/names/with_accelerator.hpp>
