// SPDX-License-Identifier: BSL-1.0
// Devices that nobody uses, as the driver says.

#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/choose.hpp>
#include <string>

#include "catch.hpp"
#include "machine/fake_nvml.hpp"

namespace at = allotype;

namespace {

template <class A>
at::visible_devices devices_of(at::machine const& here) {
  return at::detail::nvidia_devices_here(at::detail::device_and_board_of<A>(), here);
}
template <class A>
std::string chosen(at::machine const& here, std::string const& text) {
  try {
    auto const devices = devices_of<A>(here).select(text);
    std::string joined;
    for (int i = 0; i < devices.size(); ++i) joined += (i > 0 ? " " : "") + std::to_string(devices[i]);
    return joined;
  } catch (at::device_selection_error const& refused) {
    return refused.what();
  }
}

}  // namespace

TEST_CASE("a board with processes, or with memory of some that the driver does not count, is in use") {
  auto const here = machine_of("h200_some_in_use");
  REQUIRE(here.nvidia.boards.size() == 5);
  std::string in_use;
  for (auto const& device : here.devices()) in_use += device.in_use() ? (*device.in_use() ? "y" : "n") : "?";
  CHECK(in_use == "ynyyn");
  CHECK(chosen<at::H200>(here, "idle") == "1 4");
  CHECK(chosen<at::H200>(here, "idle:1") == "1");
  CHECK(chosen<at::H200>(here, "idle:2") == "1 4");
  CHECK(chosen<at::H200>(here, "2") == "0 1");
  CHECK(chosen<at::H200>(here, "idle:3").find("there are not 3 that nobody uses; in use: 0, 2, 3") !=
        std::string::npos);
}

TEST_CASE("slices are in use, or not, each by itself") {
  auto const here = machine_of("a100_slices_in_use");
  std::string in_use;
  for (auto const& device : here.devices()) in_use += device.in_use() ? (*device.in_use() ? "y" : "n") : "?";
  CHECK(in_use == "nnnny");  // a board, and slices of another
  CHECK(chosen<at::A100::partition<"1g.5gb">>(here, "all") == "0 1");
  CHECK(chosen<at::A100::partition<"1g.5gb">>(here, "idle") == "0");
}

TEST_CASE("what a driver does not say is not idle") {
  auto const here = machine_of("old_driver", FAKE_NVML_OLD);
  REQUIRE(!here.devices().empty());
  for (auto const& device : here.devices()) CHECK(!device.in_use());
}
