// SPDX-License-Identifier: BSL-1.0
/// \file
/// `threads_per_block<automatic>` for grids of `launch`, apart from `allotype.hpp`: few programs need it, and each
/// would read it.
#pragma once

#include <allotype/allotype.hpp>

#include <allotype/dispatch/automatic_threads.hpp>
