// SPDX-License-Identifier: BSL-1.0
// Graphs in checked builds on the CPU: buffers that are gone, indices outside.
#define ALLOTYPE_CHECKED
#include "graphs.hpp"

namespace at = allotype;

TEST_CASE("graphs work in checked builds") {
  at::queue<at::cpu> on;
  graphs::run_only_when_replayed(on);
  graphs::have_each_verb(on);
  graphs::replay_on_another_queue(on);
}

TEST_CASE("checked builds find buffers that are gone, and indices outside") {
  at::queue<at::cpu> on;
  graphs::find_what_is_gone(on);
  graphs::find_an_index_outside(on);
}
