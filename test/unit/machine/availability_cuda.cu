// SPDX-License-Identifier: BSL-1.0
// Availability in a program with CUDA: the same machines as in availability.cpp, and what nvcc adds.
#include <allotype/allotype.hpp>
#include <allotype/machine/availability.hpp>

#include "catch.hpp"
#include "fake_nvml.hpp"

using namespace allotype;

TEST_CASE("compiled with CUDA, the machine decides") {
  CHECK(is_available<A100>(machine_of("a100_whole")));
  CHECK(is_available<A100::partition<"2g.10gb">>(machine_of("a100_layouts")));
  CHECK(is_available<A100::partition<"2g.10gb">>(machine_of("a100_whole")).why() ==
        availability::partition_not_created);
  CHECK(is_available<H200>(machine_of("a100_whole")).why() == availability::no_such_board);
  CHECK(is_available<A100>(machine_of("no_permission")).why() == availability::no_permission);
  CHECK(is_available<A100>(options_for("a100_whole", "/nowhere.so")).why() == availability::no_driver);
  CHECK(is_available<A100>(options_for("a100_whole")));
  CHECK(is_available<cpu>());
}

TEST_CASE("a driver of an older major version than the toolkit's") {
  auto old = machine_of("a100_whole");
  old.nvidia.cuda_version = 11080;
  CHECK(is_available<A100>(old).why() == availability::driver_too_old);
  CHECK_THAT(is_available<A100>(old).text(), contains("knows CUDA 11.8"));
}

TEST_CASE("GPUs that this binary has no code for") {
  CHECK(is_available<T4>(machine_of("mixed_boards")).why() == availability::not_compiled_in);  // compiled for 8.0
}
