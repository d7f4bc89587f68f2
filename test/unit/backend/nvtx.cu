// SPDX-License-Identifier: BSL-1.0
// A task on a CUDA device is a range with its name in NVIDIA's profilers. This file does not include NVTX; another of
// the program does.
#include <allotype/allotype.hpp>

#include <stdexcept>

#include "catch.hpp"
#include "nvtx.hpp"
#include "pretend_cuda_runtime.hpp"

namespace at = allotype;

using told = std::vector<std::string>;

TEST_CASE("a profiler is told when a task begins and ends") {
  pretend::reset();
  pretend::here().devices = {{"NVIDIA A100-SXM4-40GB", 40536, 108, 8, 0}};
  told_to_the_profiler().clear();
  auto const measured = at::task<at::A100>("measure", [](auto&) { told_to_the_profiler().push_back("work"); });
  measured();
  CHECK(told_to_the_profiler() == told{"begin measure", "work", "end"});
}

TEST_CASE("a range ends with a task that throws") {
  pretend::reset();
  pretend::here().devices = {{"NVIDIA A100-SXM4-40GB", 40536, 108, 8, 0}};
  told_to_the_profiler().clear();
  auto const failing = at::task<at::A100>("fail", [](auto&) { throw std::runtime_error("no"); });
  CHECK_THROWS_AS(failing(), std::runtime_error);
  CHECK(told_to_the_profiler() == told{"begin fail", "end"});
}
