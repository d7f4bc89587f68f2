// SPDX-License-Identifier: BSL-1.0
/// \file
/// Runs each service once on data of its own, where it can run, and says what came of it.
#pragma once

namespace example {

/// Prints what each did and where. \returns whether all did what they should.
bool run_services();

}  // namespace example
