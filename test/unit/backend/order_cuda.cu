// SPDX-License-Identifier: BSL-1.0
// A checked build notes whether queues on CUDA wait for each other; against a runtime that only pretends.
#include "dispatch/overlaps.hpp"

#include "dispatch/moved_from.hpp"
#include "dispatch/several_queues.hpp"
#include "pretend_cuda_runtime.hpp"

namespace at = allotype;

TEST_CASE("queues that use one buffer wait for each other, or it is an error") {
  pretend::reset();
  pretend::here().devices = {{"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000a"}};
  at::queue<at::L4> on;
  verbs::checks_order(on);
}

TEST_CASE("two queues copy different parts of one buffer") {
  pretend::reset();
  pretend::here().devices = {{"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000a"}};
  at::queue<at::L4> on;
  verbs::exchanges_parts(on);
}

TEST_CASE("a queue over a stream is checked, too") {
  pretend::reset();
  pretend::here().devices = {{"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000a"}};
  at::queue<at::L4> on;
  auto over_default_stream = at::queue<at::L4>::from(nullptr);
  at::buffer<int, at::L4> buffer{on, std::vector<int>(10, 1)};
  CHECK_THROWS_AS(buffer.view(over_default_stream), at::order_error);
  over_default_stream.wait_for(on);
  CHECK_NOTHROW(buffer.view(over_default_stream));
}

TEST_CASE("copies and scans whose ends overlap are an error") {
  pretend::reset();
  pretend::here().devices = {{"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000a"}};
  at::queue<at::L4> on;
  overlaps::of_copies(on);
  overlaps::of_scans(on);
}

TEST_CASE("a checked queue that was moved from says so") {
  pretend::reset();
  pretend::here().devices = {{"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000a"}};
  at::queue<at::L4> on;
  moved_from::queue_says_so(on);
}
