// SPDX-License-Identifier: BSL-1.0
#include "two_modes.hpp"

int app::worker::work() { return to_string(on).empty() ? 1 : 0; }
allotype::queue<allotype::cpu> app::opened() { return {}; }
allotype::queue<allotype::cpu> app::shared;
