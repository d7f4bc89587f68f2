// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a system is asked for so that it provides the accelerator.
#pragma once

#include <allotype/request/flyte.hpp>
