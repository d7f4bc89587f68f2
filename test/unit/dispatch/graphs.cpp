// SPDX-License-Identifier: BSL-1.0
// Graphs on the CPU.
#include "graphs.hpp"

namespace at = allotype;

TEST_CASE("verbs are recorded, run when they are replayed, and keep what they were called with") {
  at::queue<at::cpu> on;
  graphs::run_only_when_replayed(on);
  graphs::have_each_verb(on);
}

TEST_CASE("a graph is moved, and replayed on another queue") {
  at::queue<at::cpu> on;
  graphs::replay_on_another_queue(on);
}

TEST_CASE("what a recorded function throws arrives, and the queue works on") {
  at::queue<at::cpu> on;
  graphs::pass_on_what_the_function_throws(on);
}

TEST_CASE("sizes that differ are found") {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> few{on, at::extents{3}}, many{on, at::extents{4}};
  auto const one = at::record(on, [&](at::recorder<at::cpu>& recorder) { at::copy(recorder, few, many); });
  CHECK_THROWS_AS(at::replay(on, one), at::size_error);
}
