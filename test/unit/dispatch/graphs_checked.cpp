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

TEST_CASE("checked builds refuse the queue that is recorded, and not another one") {
  at::queue<at::cpu> on, other;
  at::buffer<int, at::cpu> numbers{on, at::extents{4}};
  auto const fills = [&](at::queue<at::cpu>& used) {
    return at::record(on, [&](at::recorder<at::cpu>&) { at::fill(used, numbers, 1); });
  };
  CHECK_THROWS_AS(fills(on), at::order_error);
  other.wait_for(on);
  CHECK(fills(other).size() == 0);
  on.wait_for(other);
  at::fill(on, numbers, 2);  // the recording has ended
}
