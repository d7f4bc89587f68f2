// SPDX-License-Identifier: BSL-1.0
#include <allotype/machine/detail/mark_visible_devices.hpp>
#include <string>

#include "catch.hpp"

using namespace allotype;

namespace {

machine::found_nvidia nvidia_with(std::initializer_list<char const*> names, std::string const& driver = "580.65.06") {
  constexpr char const* first[] = {"9a", "ba", "1a", "9e"};
  machine::found_nvidia nvidia;
  nvidia.driver_version = driver;
  for (char const* name : names) {
    machine::found_board board;
    board.index = static_cast<int>(nvidia.boards.size());
    board.name = name;
    board.uuid =
        device_uuid((std::string{"GPU-"} + first[nvidia.boards.size()] + "1e3d0c-52aa-4f0e-9d1b-0a1b2c3d4e5f").c_str());
    nvidia.boards.push_back(board);
  }
  return nvidia;
}

void add_slices(machine::found_board& board, int count) {
  board.mig_mode = true;
  for (int i = 0; i < count; ++i) {
    machine::found_slice slice;
    slice.uuid = device_uuid(
        ("MIG-" + std::to_string(i) + "f00ba11-7a5c-5b1e-8f00-00000000000" + std::to_string(board.index)).c_str());
    slice.gpu_instance_id = static_cast<unsigned>(7 + i);
    slice.compute_instance_id = 0u;
    board.slices.push_back(slice);
  }
}

/// `1` visible, `0` hidden, `u` undecided; slices in parentheses behind their board.
std::string shown(machine::found_nvidia nvidia, visible_devices::environment const& environment) {
  detail::mark_visible_devices(nvidia, environment);
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

/// CUDA's numbers, `-` where there is none; slices in parentheses behind their board.
std::string numbered(machine::found_nvidia nvidia, visible_devices::environment const& environment) {
  detail::mark_visible_devices(nvidia, environment);
  auto const sign = [](std::optional<int> number) { return number ? std::to_string(*number) : std::string{"-"}; };
  std::string text;
  for (auto const& board : nvidia.boards) {
    text += sign(board.cuda_index);
    if (board.slices.empty()) continue;
    text += "(";
    for (auto const& slice : board.slices) text += sign(slice.cuda_index);
    text += ")";
  }
  return text;
}

visible_devices::environment under(char const* mask, char const* order = nullptr) {
  return {.cuda_visible_devices = mask, .cuda_device_order = order};
}

}  // namespace

TEST_CASE("CUDA counts what a mask leaves, in the mask's order") {
  auto const four = nvidia_with({"A", "A", "A", "A"});  // GPU-9a…, GPU-ba…, GPU-1a…, GPU-9e…
  CHECK(numbered(four, {}) == "0123");
  CHECK(numbered(four, under("3,1")) == "-1-0");
  CHECK(numbered(four, under("GPU-9e,GPU-9a")) == "1--0");
  CHECK(numbered(four, under("")) == "----");
  // Of boards of several kinds CUDA's order is not known, unless the mask or the user says it.
  auto const mixed = nvidia_with({"A", "A", "B", "B"});
  CHECK(numbered(mixed, {}) == "----");
  CHECK(numbered(mixed, under(nullptr, "PCI_BUS_ID")) == "0123");
  CHECK(numbered(mixed, under("3,1", "PCI_BUS_ID")) == "-1-0");
  CHECK(numbered(mixed, under("GPU-1a,GPU-ba")) == "-10-");
  auto sliced = nvidia_with({"A", "A"});
  add_slices(sliced.boards[1], 2);
  CHECK(numbered(sliced, {}) == "0-(12)");
  CHECK(numbered(sliced, under("MIG-1f,MIG-0f")) == "--(10)");
}

TEST_CASE("masks over four boards of one kind") {
  auto const four = nvidia_with({"A", "A", "A", "A"});  // GPU-9a…, GPU-ba…, GPU-1a…, GPU-9e…
  struct row {
    char const* mask;
    char const* shown;
  };
  for (auto const& [mask, wanted] : {
           row{"", "0000"},
           row{"0,1", "1100"},
           row{"3,1", "0101"},
           row{"0,0", "0000"},
           row{"0,4", "1000"},
           row{"4", "0000"},
           row{" 0 , 1 ", "1100"},
           row{"NoDevFiles", "0000"},
           row{"-1", "0000"},
           row{"0,foo,1", "1000"},
           row{"GPU-b", "0100"},
           row{"GPU-9a,GPU-b", "1100"},
           row{"GPU-9", "0000"},
           row{"GPU-9a,GPU-9a", "0000"},
           row{"GPU-9a,0", "1000"},
           row{"0,GPU-9a", "1000"},
           row{"MIG-00", "0000"},
       }) {
    INFO("CUDA_VISIBLE_DEVICES=" << mask);
    CHECK(shown(four, under(mask)) == wanted);
  }
  CHECK(shown(four, {}) == "1111");
}

TEST_CASE("numbers over boards of several kinds mean CUDA's order, which NVML does not know") {
  auto const mixed = nvidia_with({"T4", "H200"});
  CHECK(shown(mixed, under("0")) == "uu");
  CHECK(shown(mixed, under("0", "FASTEST_FIRST")) == "uu");
  CHECK(shown(mixed, under("0", "PCI_BUS_ID")) == "10");
  CHECK(shown(mixed, under("1,0")) == "11");
  CHECK(shown(mixed, under("GPU-ba1e3d0c")) == "01");
  CHECK(shown(mixed, under("7")) == "00");
  CHECK(shown(mixed, under("")) == "00");
  CHECK(shown(mixed, {}) == "11");
}

TEST_CASE("slices") {
  auto here = nvidia_with({"A100", "A100"});
  add_slices(here.boards[0], 2);
  CHECK(shown(here, {}) == "1(11)1");
  CHECK(shown(here, under("0")) == "1(11)0");
  CHECK(shown(here, under("MIG-1f")) == "1(01)0");
  CHECK(shown(here, under("MIG-GPU-9a1e3d0c-52aa-4f0e-9d1b-0a1b2c3d4e5f/8/0")) == "1(01)0");
  CHECK(shown(here, under("MIG-GPU-9a1e3d0c-52aa-4f0e-9d1b-0a1b2c3d4e5f/9/0")) == "0(00)0");
  CHECK(shown(here, under("MIG-0f,MIG-1f")) == "1(11)0");
  CHECK(shown(here, under("MIG-0f,MIG-0f")) == "0(00)0");

  SECTION("before R570 a process sees one of them; what beside it is not known here") {
    here.driver_version = "535.104.05";
    CHECK(shown(here, {}) == "1(1u)u");
    here.driver_version = "570.86.10";
    CHECK(shown(here, {}) == "1(11)1");
    here.driver_version = "569.99";
    CHECK(shown(here, under("0")) == "1(1u)0");
    CHECK(shown(here, under("MIG-1f")) == "1(01)0");
    here.boards[0].slices.pop_back();
    CHECK(shown(here, under("0")) == "1(1)0");
  }
  SECTION("a driver whose version nobody knows is taken for an old one") {
    here.driver_version.clear();
    CHECK(shown(here, {}) == "1(1u)u");
  }
  SECTION("a board without slices shows nothing") {
    here.boards[0].slices.clear();
    CHECK(shown(here, {}) == "01");
  }
}

TEST_CASE("what was found, for the device grammar") {
  auto here = nvidia_with({"A100", "A100"});
  add_slices(here.boards[1], 2);
  auto const present = detail::devices_present_among(here);
  CHECK(present.count == 4);
  CHECK(present.boards() == 2);
  CHECK(present.device[1].partitioned);
  CHECK(present.device[3].is_partition);
  CHECK(present.device[3].board_number == 1);
  CHECK(present.device[3].gpu_instance == 8);
  CHECK(present.device[3].uuid.digits == 32);
}

TEST_CASE("what Slurm gave is visible, and CUDA's numbers stay CUDA's") {
  auto const four = nvidia_with({"A", "A", "A", "A"});
  visible_devices::environment const step{.slurm_step_gpus = "1,3", .slurm_job_gpus = "0,1,3"};
  CHECK(shown(four, step) == "0101");
  CHECK(numbered(four, step) == "-1-3");
  CHECK(shown(four, {.slurm_job_gpus = "0-1"}) == "1100");
  CHECK(shown(four, {.cuda_visible_devices = "2", .slurm_step_gpus = "1,3"}) == "0010");
  CHECK(shown(nvidia_with({"T4", "H200"}), {.slurm_job_gpus = "1"}) == "01");
  CHECK(shown(nvidia_with({"A", "A"}), {.slurm_job_gpus = "5,7"}) == "11");  // Slurm shows the job its own two alone
  CHECK(shown(nvidia_with({"A", "A"}), {.slurm_job_gpus = "5"}) == "00");
  auto sliced = nvidia_with({"A", "A"});
  add_slices(sliced.boards[1], 2);
  CHECK(shown(sliced, {.slurm_job_gpus = "0"}) == "11(11)");  // Slurm numbers slices in a way of its own
}

TEST_CASE("the machine says what hid its devices") {
  auto two = nvidia_with({"A", "A"});
  detail::mark_visible_devices(two, {});
  CHECK(two.masks.empty());
  detail::mark_visible_devices(two, {.slurm_job_gpus = "1"});
  CHECK(two.masks == "SLURM_JOB_GPUS=1");
  detail::mark_visible_devices(two, under("0,9"));
  CHECK(two.masks == "CUDA_VISIBLE_DEVICES=0,9 (position 2 names no device of this machine, so the list ends there)");
  machine::found_nvidia nothing;
  detail::mark_visible_devices(nothing, {.nvidia_visible_devices = "void"});
  CHECK(nothing.masks == "NVIDIA_VISIBLE_DEVICES=void");
}
