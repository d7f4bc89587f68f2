// SPDX-License-Identifier: BSL-1.0
// Masks: who hides which devices, and what is said about it. CUDA_VISIBLE_DEVICES without partitions has its rows in
// test/data/device_grammar.tsv, and a second implementation in test/fuzz.

#include <allotype/devices/device_environment.hpp>
#include <allotype/devices/device_selection.hpp>

#include <cstdlib>
#include <string>
#include <vector>

#include "catch.hpp"

namespace at = allotype;
using limit = at::partitions_per_process;

namespace {

// Board 0 has three compute instances in two GPU instances, board 1 is whole, board 2 is in MIG mode without instances.
at::devices_present with_partitions() {
  at::devices_present here(at::device_rule::indices, "CUDA device");
  here.add_partitioned("GPU-1e3d0c52-0000-0000-0000-000000000000")
      .add_partition("MIG-77aa0000-0000-0000-0000-000000000000", 2, 0)
      .add_partition("MIG-77ab0000-0000-0000-0000-000000000000", 2, 1)
      .add_partition("MIG-41b20000-0000-0000-0000-000000000000", 3, 0);
  return here.add("GPU-9a000000-0000-0000-0000-000000000000").add_partitioned("GPU-9b000000-0000-0000-0000-000000000000");
}

at::devices_present amd() {
  at::devices_present here(at::device_rule::indices, "HIP device");
  return here.add("GPU-deadbeefdeadbeef").add("GPU-deadbeef00000000").add("").add("GPU-4b2c1a9f8d3e6f7a");
}

at::devices_present gpus(int count) { return {at::device_rule::indices, "GPU", count}; }

/// Positions on the machine; devices without UUID are told by their board.
std::vector<int> left(at::visible_devices const& visible, at::devices_present const& here) {
  std::vector<int> positions;
  for (int i = 0; i < visible.count; ++i) {
    for (int k = 0; k < here.count; ++k) {
      auto const& a = visible.device[i];
      auto const& b = here.device[k];
      if (a.uuid == b.uuid && a.board_number == b.board_number) positions.push_back(k);
    }
  }
  return positions;
}
using list = std::vector<int>;

list cuda(char const* mask, limit most) {
  auto const here = with_partitions();
  return left(at::visible_to_cuda(here, mask, most), here);
}
list rocr(char const* mask) { return left(at::visible_to_rocr(amd(), mask), amd()); }
list hip(char const* rocr_mask, char const* hip_mask, char const* cuda_mask = nullptr) {
  return left(at::visible_to_hip(at::visible_to_rocr(amd(), rocr_mask), hip_mask, cuda_mask), amd());
}
list container(char const* value) { return left(at::visible_to_container(with_partitions(), value), with_partitions()); }
list slurm(char const* step, char const* job, int boards = 4) {
  return left(at::visible_to_slurm_job(gpus(boards), step, job), gpus(boards));
}

template <class Function>
at::device_problem refused(Function&& function) {
  try {
    function();
  } catch (at::device_selection_error const& error) {
    return error.problem();
  }
  return at::device_problem::none;
}

}  // namespace

TEST_CASE("drivers from 570 on show one compute instance of every GPU instance, older ones a single partition") {
  CHECK(at::partitions_per_process_of_driver(525) == limit::one);
  CHECK(at::partitions_per_process_of_driver(570) == limit::one_per_gpu_instance);
  CHECK(cuda(nullptr, limit::one) == list{1});
  CHECK(cuda(nullptr, limit::one_per_gpu_instance) == list{1, 3, 4});
}

TEST_CASE("CUDA_VISIBLE_DEVICES on a machine with partitions") {
  for (auto most : {limit::one, limit::one_per_gpu_instance}) {
    INFO((most == limit::one ? "one" : "one per GPU instance"));
    bool const one = most == limit::one;
    CHECK(cuda("", most).empty());
    CHECK(cuda("0", most) == (one ? list{1} : list{1, 3}));        // a board in MIG mode: its partitions
    CHECK(cuda("1", most) == list{4});
    CHECK(cuda("1,0", most) == (one ? list{4} : list{4, 1, 3}));   // a partition would not be alone
    CHECK(cuda("0,1", most) == (one ? list{1} : list{1, 3, 4}));
    CHECK(cuda("2", most).empty());                                // in MIG mode, and no instance was made
    CHECK(cuda("3", most).empty());                                // boards are numbered, not partitions
    CHECK(cuda("GPU-1e3d", most) == (one ? list{1} : list{1, 3}));
    CHECK(cuda("MIG-41b2", most) == list{3});
    CHECK(cuda("MIG-77", most).empty());                           // ambiguous
    CHECK(cuda("MIG-41b2,MIG-77aa", most) == (one ? list{3} : list{3, 1}));
    CHECK(cuda("MIG-77aa,MIG-77ab,MIG-41b2", most) == list{1});    // one compute instance of a GPU instance
    CHECK(cuda("MIG-GPU-1e3d0c52-0000-0000-0000-000000000000/2/1", most) == list{2});
    CHECK(cuda("MIG-GPU-1e3d0c52-0000-0000-0000-000000000000/9/0", most).empty());
    CHECK(cuda("MIG-41b2,MIG-41b20", most).empty());               // one twice
    CHECK(cuda("MIG-41b2,1", most) == list{3});                    // the first decides what the others are
  }
}

TEST_CASE("a mask says where it ends, and errors repeat it") {
  auto const four = gpus(4);
  CHECK(std::string(at::visible_to_cuda(four, "0,foo,1").masks.text()) ==
        "CUDA_VISIBLE_DEVICES=0,foo,1 (the list ends before position 2, where no device is named)");
  CHECK(std::string(at::visible_to_cuda(four, "0,1,0").masks.text()) ==
        "CUDA_VISIBLE_DEVICES=0,1,0 (the element at position 4 repeats a device, which empties the list)");
  CHECK(std::string(at::visible_to_cuda(four, "3,1").masks.text()) == "CUDA_VISIBLE_DEVICES=3,1");
  try {
    at::select_devices("3,", at::visible_to_cuda(four, "3"));
    FAIL("a physical index was taken");
  } catch (at::device_selection_error const& error) {
    CHECK(error.problem() == at::device_problem::not_present);
    CHECK(std::string(error.present()) ==
          "this machine has 1 GPU: 0; 3 more are not visible under CUDA_VISIBLE_DEVICES=3");
    CHECK_THAT(error.what(), contains("indices count the devices that are not hidden"));
  }
}

TEST_CASE("a device that a mask hides is hidden, not missing") {
  auto const visible = at::visible_to_cuda(with_partitions(), "1");
  CHECK(refused([&] { at::select_devices("GPU-9a", visible); }) == at::device_problem::none);
  CHECK(refused([&] { at::select_devices("MIG-41b2", visible); }) == at::device_problem::hidden);
  CHECK(refused([&] { at::select_devices("MIG-ffff", visible); }) == at::device_problem::not_present);
}

TEST_CASE("ROCR_VISIBLE_DEVICES") {
  CHECK(rocr(nullptr) == list{0, 1, 2, 3});
  CHECK(rocr("").empty());
  CHECK(rocr("2,0") == list{2, 0});
  CHECK(rocr(" 1 , 0x2 ") == list{1, 2});                  // any base, blanks
  CHECK(rocr("03") == list{3});                            // octal
  CHECK(rocr("08").empty());                               // no octal digit
  CHECK(rocr("0,GPU-4B2C1A9F8D3E6F7A") == list{0, 3});     // mixed, in either case
  CHECK(rocr("gpu-deadbeefd") == list{0});                 // the beginning of one
  CHECK(rocr("GPU-deadbeef").empty());                     // of two
  CHECK(rocr("GPU-").empty());
  CHECK(rocr("GPU-deadbeef-dead-beef").empty());           // AMD's have no dashes
  CHECK(rocr("0,1,0,2") == list{0, 1});                    // a repeated one ends the list
  CHECK(rocr("1,foo,2") == list{1});
  CHECK(rocr("1,-1,2") == list{1});
  CHECK(rocr("1,,2") == list{1});
  CHECK(rocr("1,4,2") == list{1});
  CHECK(rocr("1,") == list{1});
  CHECK(rocr("99999999999999999999").empty());
}

TEST_CASE("HIP_VISIBLE_DEVICES, within what ROCR_VISIBLE_DEVICES leaves") {
  CHECK(hip(nullptr, nullptr) == list{0, 1, 2, 3});
  CHECK(hip("2,0", nullptr) == list{2, 0});
  CHECK(hip("2,0", "1") == list{0});
  CHECK(hip("2,0", "2").empty());
  CHECK(hip(nullptr, "3,1") == list{3, 1});                // in the order of the list
  CHECK(hip(nullptr, "1,1,0") == list{1, 0});              // a repeated one counts once
  CHECK(hip(nullptr, "1,foo,0") == list{1});
  CHECK(hip(nullptr, "01").empty());                       // written as they are counted, or not at all
  CHECK(hip(nullptr, " 1").empty());
  CHECK(hip(nullptr, "+1").empty());
  CHECK(hip(nullptr, "1,") == list{1});
  CHECK(hip(nullptr, "").empty());
  CHECK(hip(nullptr, "-1").empty());
  CHECK(hip(nullptr, "GPU-4b2c1a9f8d3e6f7a,0") == list{3, 0});
  CHECK(hip(nullptr, "GPU-deadbeef") == list{0});          // the first that begins so
  CHECK(hip(nullptr, nullptr, "2,1") == list{2, 1});       // CUDA's variable in its place
  CHECK(hip(nullptr, "0", "2,1") == list{0});
  CHECK(hip(nullptr, "", "2,1").empty());
  CHECK(hip(nullptr, nullptr, "").empty());
  CHECK(std::string(at::visible_to_hip(at::visible_to_rocr(amd(), "0,1"), "1", nullptr).masks.text()) ==
        "ROCR_VISIBLE_DEVICES=0,1 HIP_VISIBLE_DEVICES=1");
}

TEST_CASE("NVIDIA_VISIBLE_DEVICES, as the container's runtime reads it on the host") {
  for (char const* nothing : {"", "none", "void"}) CHECK(container(nothing).empty());
  CHECK(container(nullptr).empty());
  CHECK(container("all") == list{1, 3, 4});
  CHECK(container("1") == list{4});
  CHECK(container("1,0") == list{1, 3, 4});                // numbered as on the host
  CHECK(container("0:2") == list{3});
  CHECK(container("0:1,GPU-9a") == list{2, 4});
  CHECK(container("MIG-41b2") == list{3});
  CHECK(container("1,1") == list{4});
  using at::device_problem;
  CHECK(refused([] { container("3"); }) == device_problem::not_present);
  CHECK(refused([] { container("0:3"); }) == device_problem::not_present);  // board 0 has three
  CHECK(refused([] { container("1:0"); }) == device_problem::not_present);
  CHECK(refused([] { container("0,foo"); }) == device_problem::not_present);
  CHECK(refused([] { container("MIG-77"); }) == device_problem::ambiguous);
  CHECK(refused([] { container("1,"); }) == device_problem::not_present);
}

TEST_CASE("SLURM_STEP_GPUS and SLURM_JOB_GPUS") {
  using at::device_problem;
  CHECK(slurm(nullptr, nullptr) == list{0, 1, 2, 3});
  CHECK(slurm(nullptr, "1,3") == list{1, 3});
  CHECK(slurm("3", "1,3") == list{3});                     // the step's own
  CHECK(slurm(nullptr, "1-3") == list{1, 2, 3});
  CHECK(slurm(nullptr, "0,2-3") == list{0, 2, 3});
  // The job sees its own devices alone, while the numbers are the host's.
  CHECK(slurm(nullptr, "5,7", 2) == list{0, 1});
  CHECK(refused([] { slurm(nullptr, "5", 2); }) == device_problem::not_present);
  CHECK(refused([] { slurm(nullptr, ""); }) == device_problem::not_understood);
  CHECK(refused([] { slurm(nullptr, "gpu0"); }) == device_problem::not_understood);
  CHECK(refused([] { slurm(nullptr, "3-1"); }) == device_problem::not_understood);
  CHECK(refused([] { slurm(nullptr, "0-999999"); }) == device_problem::too_many);
  CHECK(refused([] { at::visible_to_slurm_job(with_partitions(), nullptr, "0"); }) ==
        device_problem::not_for_this_accelerator);
}

TEST_CASE("which of the variables counts") {
  at::device_environment set;
  CHECK(at::visible_cuda_devices(gpus(4), set).count == 4);
  set.slurm_job_gpus = "1,3";
  CHECK(left(at::visible_cuda_devices(gpus(4), set), gpus(4)) == list{1, 3});
  CHECK(left(at::visible_hip_devices(gpus(4), set), gpus(4)) == list{1, 3});
  CHECK(at::visible_cuda_devices(with_partitions(), set).count == 3);
  set.cuda_visible_devices = "0";
  CHECK(left(at::visible_cuda_devices(gpus(4), set), gpus(4)) == list{0});
  CHECK(left(at::visible_hip_devices(gpus(4), set), gpus(4)) == list{0});
  set.rocr_visible_devices = "2,1";
  CHECK(left(at::visible_hip_devices(gpus(4), set), gpus(4)) == list{2});
  set = {};
  set.nvidia_visible_devices = "none";
  auto const none = at::visible_cuda_devices(gpus(0), set);
  CHECK(std::string(none.masks.text()) == "NVIDIA_VISIBLE_DEVICES=none");
}

TEST_CASE("the variables of this process") {
  setenv("CUDA_VISIBLE_DEVICES", "2", 1);
  unsetenv("HIP_VISIBLE_DEVICES");
  auto const set = at::read_device_environment();
  CHECK(std::string(set.cuda_visible_devices) == "2");
  CHECK(set.hip_visible_devices == nullptr);
}
