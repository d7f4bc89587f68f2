// SPDX-License-Identifier: BSL-1.0
/// \file
/// What is asked for the task, as text. Apart from the task, because nvcc need not read what prints it.
#pragma once

#include <string>

namespace example {

/// The accelerators that will do, in order.
std::string wanted_accelerators();

/// The request that Flyte gets: a TaskTemplate in protobuf's JSON.
std::string flyte_request();

}  // namespace example
