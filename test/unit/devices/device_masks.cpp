// SPDX-License-Identifier: BSL-1.0
// Which devices a process may use: which environment variables count, in which order, and what each of them leaves.
// CUDA_VISIBLE_DEVICES without partitions has its rows in test/data/device_grammar.tsv, and a second implementation in
// test/fuzz.

#include <allotype/devices/device_selection.hpp>
#include <allotype/devices/visible_devices.hpp>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "catch.hpp"

namespace at = allotype;

namespace {

// Board 0 has three compute instances in two GPU instances, board 1 is whole, board 2 is in MIG mode without instances.
at::devices_present with_partitions() {
  at::devices_present here("CUDA device");
  here.add_partitioned("GPU-1e3d0c52-0000-0000-0000-000000000000")
      .add_partition("MIG-77aa0000-0000-0000-0000-000000000000", 2, 0)
      .add_partition("MIG-77ab0000-0000-0000-0000-000000000000", 2, 1)
      .add_partition("MIG-41b20000-0000-0000-0000-000000000000", 3, 0);
  return here.add("GPU-9a000000-0000-0000-0000-000000000000")
      .add_partitioned("GPU-9b000000-0000-0000-0000-000000000000");
}

at::devices_present gpus(int count) { return {"GPU", count}; }

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

at::visible_devices under_cuda(at::devices_present const& here, char const* mask) {
  return at::visible_devices(here, {.cuda_visible_devices = mask});
}
list cuda(char const* mask, bool one_partition) {
  auto here = with_partitions();
  here.one_partition = one_partition;
  return left(under_cuda(here, mask), here);
}
at::visible_devices under_slurm(at::devices_present const& here, char const* step, char const* job) {
  return at::visible_devices(here, {.slurm_step_gpus = step, .slurm_job_gpus = job});
}
list slurm(char const* step, char const* job, int boards = 4) {
  return left(under_slurm(gpus(boards), step, job), gpus(boards));
}

template <class Function>
at::device_selection_error::kind refused(Function&& function) {
  try {
    function();
  } catch (at::device_selection_error const& error) {
    return error.problem();
  }
  return at::device_selection_error::kind::none;
}

}  // namespace

TEST_CASE("a process sees one compute instance of every GPU instance, or a single partition under an old driver") {
  CHECK(cuda(nullptr, true) == list{1});
  CHECK(cuda(nullptr, false) == list{1, 3, 4});
}

TEST_CASE("CUDA_VISIBLE_DEVICES on a machine with partitions") {
  for (bool const one : {true, false}) {
    INFO((one ? "one" : "one per GPU instance"));
    CHECK(cuda("", one).empty());
    CHECK(cuda("0", one) == (one ? list{1} : list{1, 3}));  // a board in MIG mode: its partitions
    CHECK(cuda("1", one) == list{4});
    CHECK(cuda("1,0", one) == (one ? list{4} : list{4, 1, 3}));  // a partition would not be alone
    CHECK(cuda("0,1", one) == (one ? list{1} : list{1, 3, 4}));
    CHECK(cuda("2", one).empty());  // in MIG mode, and no instance was made
    CHECK(cuda("3", one).empty());  // boards are numbered, not partitions
    CHECK(cuda("GPU-1e3d", one) == (one ? list{1} : list{1, 3}));
    CHECK(cuda("MIG-41b2", one) == list{3});
    CHECK(cuda("MIG-77", one).empty());  // ambiguous
    CHECK(cuda("MIG-41b2,MIG-77aa", one) == (one ? list{3} : list{3, 1}));
    CHECK(cuda("MIG-77aa,MIG-77ab,MIG-41b2", one) == list{1});  // one compute instance of a GPU instance
    CHECK(cuda("MIG-GPU-1e3d0c52-0000-0000-0000-000000000000/2/1", one) == list{2});
    CHECK(cuda("MIG-GPU-1e3d0c52-0000-0000-0000-000000000000/9/0", one).empty());
    CHECK(cuda("MIG-41b2,MIG-41b20", one).empty());  // one twice
    CHECK(cuda("MIG-41b2,1", one) == list{3});       // the first decides what the others are
  }
}

TEST_CASE("a mask says where it ends, and errors repeat it") {
  auto const four = gpus(4);
  CHECK(std::string(under_cuda(four, "0,foo,1").masks.text()) ==
        "CUDA_VISIBLE_DEVICES=0,foo,1 (position 2 names no device of this machine, so the list ends there)");
  CHECK(std::string(under_cuda(four, "0,1,0").masks.text()) ==
        "CUDA_VISIBLE_DEVICES=0,1,0 (position 4 repeats a device, so the list is empty)");
  CHECK(std::string(under_cuda(four, "3,1").masks.text()) == "CUDA_VISIBLE_DEVICES=3,1");
  CHECK(std::string(under_cuda(four, "").masks.text()) == "CUDA_VISIBLE_DEVICES=");
  try {
    (void)under_cuda(four, "3").select("3,");
    FAIL("a physical index was taken");
  } catch (at::device_selection_error const& error) {
    CHECK(error.problem() == at::device_selection_error::kind::not_present);
    CHECK(std::string(error.present()) ==
          "this machine has 1 GPU: 0; 3 more are not visible under CUDA_VISIBLE_DEVICES=3");
    CHECK_THAT(error.what(), contains("indices count the devices that are not hidden"));
  }
}

TEST_CASE("a device that a mask hides is hidden, not missing") {
  auto const visible = under_cuda(with_partitions(), "1");
  CHECK(refused([&] { (void)visible.select("GPU-9a"); }) == at::device_selection_error::kind::none);
  CHECK(refused([&] { (void)visible.select("MIG-41b2"); }) == at::device_selection_error::kind::hidden);
  CHECK(refused([&] { (void)visible.select("MIG-ffff"); }) == at::device_selection_error::kind::not_present);
}

TEST_CASE("SLURM_STEP_GPUS and SLURM_JOB_GPUS") {
  CHECK(slurm(nullptr, nullptr) == list{0, 1, 2, 3});
  CHECK(slurm(nullptr, "1,3") == list{1, 3});
  CHECK(slurm("3", "1,3") == list{3});  // the step's own
  CHECK(slurm(nullptr, "1-3") == list{1, 2, 3});
  CHECK(slurm(nullptr, "0,2-3") == list{0, 2, 3});
  // The job sees its own devices alone, while the numbers are the host's.
  CHECK(slurm(nullptr, "5,7", 2) == list{0, 1});
  // What is not a list of this machine's GPUs leaves no device, and errors say why.
  auto const said = [](int boards, char const* job) {
    auto const visible = under_slurm(gpus(boards), nullptr, job);
    CHECK(visible.count == 0);
    CHECK(visible.known == boards);
    return std::string(visible.masks.text());
  };
  CHECK(said(2, "5") ==
        "SLURM_JOB_GPUS=5 (position 0 names a GPU that this machine does not have, so no device is visible)");
  CHECK(said(4, "") == "SLURM_JOB_GPUS= (position 0 is not a number of a GPU, so no device is visible)");
  CHECK_THAT(said(4, "gpu0"), contains("position 0 is not a number of a GPU"));
  CHECK_THAT(said(4, "0,3-1"), contains("position 5 is not a number of a GPU"));
  CHECK_THAT(said(4, "0-999999"), contains("position 0 lists more GPUs than a machine has"));
  CHECK(refused([] { (void)under_slurm(gpus(2), nullptr, "5").select("1"); }) ==
        at::device_selection_error::kind::not_present);
  // Slurm numbers partitions in a way of its own, so nothing is said about a machine that has them.
  CHECK(left(under_slurm(with_partitions(), nullptr, "0"), with_partitions()) == list{1, 3, 4});
  CHECK(under_slurm(with_partitions(), "0", "0").masks.empty());
}

TEST_CASE("numbers in CUDA_VISIBLE_DEVICES on boards whose order is not known") {
  auto here = gpus(4);
  here.order_known = false;
  auto const certain = [&here](at::visible_devices::environment const& set) {
    return at::visible_devices(here, set).certain;
  };
  CHECK(certain({}));
  CHECK_FALSE(certain({.cuda_visible_devices = "1"}));
  CHECK(certain({.cuda_visible_devices = ""}));
  CHECK(certain({.cuda_visible_devices = "3,2,1,0"}));
  CHECK(certain({.cuda_visible_devices = "1", .cuda_device_order = "PCI_BUS_ID"}));
  CHECK_FALSE(certain({.cuda_visible_devices = "1", .cuda_device_order = "FASTEST_FIRST"}));
  CHECK(certain({.slurm_job_gpus = "1"}));  // numbers of the host, which go by the bus
}

TEST_CASE("which of the variables counts") {
  at::visible_devices::environment set;
  CHECK(at::visible_devices(gpus(4), set).count == 4);
  CHECK(at::visible_devices(gpus(4), set).masks.empty());
  set.slurm_job_gpus = "1,3";
  CHECK(left(at::visible_devices(gpus(4), set), gpus(4)) == list{1, 3});
  set.slurm_step_gpus = "3";
  CHECK(left(at::visible_devices(gpus(4), set), gpus(4)) == list{3});
  CHECK(at::visible_devices(with_partitions(), set).count == 3);
  set.cuda_visible_devices = "0";
  CHECK(left(at::visible_devices(gpus(4), set), gpus(4)) == list{0});
  CHECK(std::string(at::visible_devices(gpus(4), set).masks.text()) == "CUDA_VISIBLE_DEVICES=0");
  // What the container's runtime did before is named where nothing is left.
  set = {};
  set.nvidia_visible_devices = "none";
  CHECK(std::string(at::visible_devices(gpus(0), set).masks.text()) == "NVIDIA_VISIBLE_DEVICES=none");
  CHECK(at::visible_devices(gpus(4), set).count == 4);
  CHECK(at::visible_devices(gpus(4), set).masks.empty());
}

TEST_CASE("the page lists the variables that count, in their order") {
  std::ifstream page(DEVICES_PAGE);
  REQUIRE(page);
  std::vector<std::string> listed;
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| order | variable |")) {
      in_table = true;
    } else if (in_table && !line.starts_with("|")) {
      break;
    } else if (in_table && line.find("| `") != std::string::npos) {
      auto const first = line.find("| `") + 3;
      listed.push_back(line.substr(2, line.find(' ', 2) - 2) + " " + line.substr(first, line.find('`', first) - first));
    }
  }
  std::vector<std::string> known;
  int order = 0;
  for (auto const& variable : at::detail::device_variables) {
    bool const hides = variable.use == at::detail::device_variable_use::mask;
    CHECK(hides == (variable.read != nullptr));
    known.push_back((hides ? std::to_string(++order) : "-") + std::string(" ") + variable.name);
  }
  CHECK(listed == known);
}

TEST_CASE("the variables of this process") {
  for (auto const& variable : at::detail::device_variables) {
    unsetenv(variable.name);
    CHECK(at::visible_devices::environment::of_this_process().*variable.value == nullptr);
    setenv(variable.name, variable.name, 1);
    CHECK(at::visible_devices::environment::of_this_process().*variable.value == std::string(variable.name));
    unsetenv(variable.name);
  }
}
