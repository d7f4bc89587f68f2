// SPDX-License-Identifier: BSL-1.0
#include <allotype/runtime/visible_devices.hpp>
#include <string>

#include "catch.hpp"

using namespace allotype;

namespace {

found_nvidia nvidia_with(std::initializer_list<char const*> names, std::string const& driver = "580.65.06") {
  found_nvidia nvidia;
  nvidia.driver_version = driver;
  for (char const* name : names) {
    found_board board;
    board.index = static_cast<int>(nvidia.boards.size());
    board.name = name;
    board.uuid = std::string{"GPU-"} + "9b1e"[nvidia.boards.size() % 4] + "a-" + std::to_string(board.index);
    nvidia.boards.push_back(board);
  }
  return nvidia;
}

void add_slices(found_board& board, int count) {
  board.mig_mode = true;
  for (int i = 0; i < count; ++i) {
    found_slice slice;
    slice.uuid = "MIG-" + std::to_string(board.index) + std::to_string(i);
    slice.gpu_instance_id = static_cast<unsigned>(7 + i);
    slice.compute_instance_id = 0u;
    board.slices.push_back(slice);
  }
}

/// `1` visible, `0` hidden, `u` undecided; slices in parentheses behind their board.
std::string shown(found_nvidia nvidia, device_mask const& mask) {
  apply_mask(nvidia, mask);
  auto const sign = [](std::optional<bool> visible) { return visible ? (*visible ? "1" : "0") : "u"; };
  std::string text;
  for (auto const& board : nvidia.boards) {
    text += sign(board.visible);
    if (board.slices.empty()) continue;
    text += "(";
    for (auto const& slice : board.slices) text += sign(slice.visible);
    text += ")";
  }
  return text;
}

}  // namespace

TEST_CASE("masks over four boards of one kind") {
  auto const four = nvidia_with({"A", "A", "A", "A"});  // GPU-9a-0, GPU-ba-1, GPU-1a-2, GPU-ea-3
  struct row {
    char const* mask;
    char const* shown;
  };
  for (auto const& [mask, wanted] : {
           row{"", "0000"}, row{"0,1", "1100"}, row{"3,1", "0101"}, row{"0,0", "0000"}, row{"1,+1", "0000"},
           row{"0:0,0:1", "0000"}, row{"0,4", "1000"}, row{"0,4,1", "1000"}, row{"4", "0000"}, row{"1gpu2,2ampere", "0110"},
           row{" 0 , 1 ", "1100"}, row{"+1", "0100"}, row{"1_0", "0100"}, row{"0.1", "1000"}, row{"foo", "0000"},
           row{"NoDevFiles", "0000"}, row{"-1", "0000"}, row{"mig-a", "0000"}, row{"gpu-9a", "0000"}, row{"0,foo,1", "1000"},
           row{"1,-1,2", "0100"}, row{"GPU-9a-0", "1000"}, row{"GPU-b", "0100"}, row{"GPU-9a,GPU-b", "1100"},
           row{"GPU-", "0000"}, row{"GPU-zzz", "0000"}, row{"GPU-9a,GPU-9a", "0000"}, row{"GPU-9,GPU-9a", "0000"},
           row{"GPU-9a,0", "1000"}, row{"0,GPU-9a", "1000"}, row{"MIG-00", "0000"}, row{"0,,1", "1000"},
           row{"99999999999999999999", "0000"},
       }) {
    INFO("CUDA_VISIBLE_DEVICES=" << mask);
    CHECK(shown(four, {mask, {}}) == wanted);
  }
  CHECK(shown(four, {}) == "1111");
}

TEST_CASE("numbers over boards of several kinds mean CUDA's order, which NVML does not know") {
  auto const mixed = nvidia_with({"T4", "H200"});
  CHECK(shown(mixed, {"0", {}}) == "uu");
  CHECK(shown(mixed, {"0", "FASTEST_FIRST"}) == "uu");
  CHECK(shown(mixed, {"0", "PCI_BUS_ID"}) == "10");
  CHECK(shown(mixed, {"1,0", {}}) == "11");
  CHECK(shown(mixed, {"GPU-ba-1", {}}) == "01");
  CHECK(shown(mixed, {"7", {}}) == "00");
  CHECK(shown(mixed, {}) == "11");
}

TEST_CASE("slices") {
  auto here = nvidia_with({"A100", "A100"});
  add_slices(here.boards[0], 2);
  CHECK(shown(here, {}) == "1(11)1");
  CHECK(shown(here, {"0", {}}) == "1(11)0");
  CHECK(shown(here, {"MIG-01", {}}) == "0(01)0");
  CHECK(shown(here, {"MIG-GPU-9a-0/8/0", {}}) == "0(01)0");
  CHECK(shown(here, {"MIG-GPU-9a-0/9/0", {}}) == "0(00)0");
  CHECK(shown(here, {"MIG-00,GPU-ba-1", {}}) == "0(10)1");
  CHECK(shown(here, {"MIG-00,MIG-00", {}}) == "0(00)0");

  SECTION("before R570 a process sees one of them, and which is not known here") {
    here.driver_version = "535.104.05";
    CHECK(shown(here, {}) == "u(uu)u");
    CHECK(shown(here, {"0", {}}) == "1(uu)0");
    CHECK(shown(here, {"MIG-01", {}}) == "0(01)0");
    here.boards[0].slices.pop_back();
    CHECK(shown(here, {}) == "u(1)u");
    CHECK(shown(here, {"0", {}}) == "1(1)0");
  }
  SECTION("a driver whose version nobody knows is taken for an old one") {
    here.driver_version.clear();
    CHECK(shown(here, {}) == "u(uu)u");
  }
}

TEST_CASE("the environment") {
  setenv("CUDA_VISIBLE_DEVICES", "", 1);
  unsetenv("CUDA_DEVICE_ORDER");
  CHECK(device_mask::of_environment().visible_devices == "");
  CHECK(!device_mask::of_environment().device_order);
  unsetenv("CUDA_VISIBLE_DEVICES");
  CHECK(!device_mask::of_environment().visible_devices);
}
