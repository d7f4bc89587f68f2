// SPDX-License-Identifier: BSL-1.0
/// \file
/// The secret by which the ranks of a job know each other.
#pragma once

#include "../../../src/sockets/job_secret.hpp"

namespace program::library {

using allotype::detail::random_secret;

}  // namespace program::library
