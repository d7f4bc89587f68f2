// SPDX-License-Identifier: BSL-1.0
// Accelerators that code runs on are other types for the linker in each mode, so a template over them is another one,
// too.
#include <allotype/catalog/cpu.hpp>
#include <allotype/catalog/nvidia.hpp>
#include <string>
#include <typeinfo>

#include "catch.hpp"

namespace at = allotype;

#define MODE_TEXT(text) #text
#define MODE_EXPANDED(text) MODE_TEXT(text)

template <class A>
static void check() {
  std::string const symbol = typeid(A).name();
  INFO(symbol);
  CHECK_THAT(symbol, contains("B" + std::to_string(std::string(MODE_EXPANDED(ALLOTYPE_MODE)).size()) +
                              MODE_EXPANDED(ALLOTYPE_MODE)));
}

TEST_CASE("the mode is in the symbols of every accelerator that code runs on") {
  check<at::cpu>();
  check<at::A100::partition<"2g.10gb">>();
  check<at::A100::unpartitioned>();
  []<class... Device>(at::list<Device...>) { (check<Device>(), ...); }(at::nvidia_devices{});
}
