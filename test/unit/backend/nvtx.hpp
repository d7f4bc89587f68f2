// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a profiler that listens to NVTX was told.
#pragma once

#include <string>
#include <vector>

/// `"begin NAME"` and `"end"`, in order.
std::vector<std::string>& told_to_the_profiler();
