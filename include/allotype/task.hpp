// SPDX-License-Identifier: BSL-1.0
/// \file
/// A task, its limits and its result.
#pragma once

#include <allotype/task/limits.hpp>
#include <allotype/task/result.hpp>
#include <allotype/task/task.hpp>
