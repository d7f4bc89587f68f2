// SPDX-License-Identifier: BSL-1.0
// Graphs on the GPU of this machine.
#include "graphs.hpp"

#include "backends.hpp"

namespace at = allotype;
using backends::this_gpu;

TEST_CASE("verbs are recorded, run when they are replayed, and keep what they were called with") {
  at::queue<this_gpu> on;
  graphs::run_only_when_replayed(on);
#ifndef ALLOTYPE_CHECKED  // nvcc 13.0 ends without a message; graphs_checked.cpp has them
  graphs::have_each_verb(on);
#endif
}

TEST_CASE("a graph is moved, and replayed on another queue") {
  at::queue<this_gpu> on;
  graphs::replay_on_another_queue(on);
}

TEST_CASE("what a recorded function throws arrives, and the queue works on") {
  at::queue<this_gpu> on;
  graphs::pass_on_what_the_function_throws(on);
}

TEST_CASE("sizes that differ are found while a graph is recorded, and the queue works on") {
  at::queue<this_gpu> on;
  at::buffer<int, this_gpu> few{on, at::extents{3}}, many{on, at::extents{4}};
  CHECK_THROWS_AS((void)at::record(on, [&](at::recorder<this_gpu>& recorder) { at::copy(recorder, few, many); }),
                  at::size_error);
  at::fill(on, few, 2);
  CHECK(graphs::on_host(on, few)[2] == 2);
}

#ifdef ALLOTYPE_CHECKED
TEST_CASE("checked builds find buffers that are gone, indices outside, and queues that did not wait") {
  at::queue<this_gpu> on;
  graphs::find_what_is_gone(on);
  graphs::find_an_index_outside(on);
  graphs::find_queues_without_order(on);
}
#endif
