// SPDX-License-Identifier: BSL-1.0
// Started with a library in LD_LIBRARY_PATH: it is found under the name that drivers install NVML by, with no option
// set.
#include <allotype/machine/probe.hpp>

#include "catch.hpp"

TEST_CASE("NVML is found by its name") {
  auto const here = allotype::probe();
  INFO(here.nvidia.complete.text());
  CHECK(here.nvidia.boards.size() == 8);
}
