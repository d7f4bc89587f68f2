// SPDX-License-Identifier: BSL-1.0
#include "verbs.hpp"

TEST_CASE("the verbs work on the CPU") { verbs::all<allotype::cpu>(); }
