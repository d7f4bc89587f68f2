// SPDX-License-Identifier: BSL-1.0
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/program/accelerator_description.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <boost/mp11/algorithm.hpp>

#include "catch.hpp"

namespace {

using namespace allotype;
using namespace allotype::literals;

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool has_line(std::string const& text, std::string const& line) {
  for (auto const& found : lines_of(text)) {
    if (found == "  " + line) return true;
  }
  return false;
}

/// How many lines start so.
int lines_about(std::string const& text, std::string const& label) {
  int count = 0;
  for (auto const& line : lines_of(text)) count += line.rfind("  " + label + ":", 0) == 0 ? 1 : 0;
  return count;
}

struct xpu : partitionable_device<xpu> {
  static constexpr char name[] = "acme-xpu";
  static constexpr bytes memory = 16_GiB;
  struct half {
    static constexpr char name[] = "half";
    static constexpr bytes memory = 8'000'000'001_B;
  };
  using partitions = list<half>;
};

}  // namespace

TEST_CASE("a partition is described by its own facts, its device's, and who published them") {
  CHECK(to_string<A100::partition<"2g.10gb">>() ==
        "A100 2g.10gb\n"
        "  vendor: NVIDIA\n"
        "  state: a partition of A100\n"
        "  architecture: Ampere\n"
        "  compute capability: 8.0\n"
        "  memory: 9856 MiB\n"
        "  streaming multiprocessors: 28\n"
        "  compute slices: 2\n"
        "  memory slices: 2\n"
        "  instances at most: 3\n"
        "  copy engines: 2\n"
        "  video decoders: 1\n"
        "  video encoders: 0\n"
        "  JPEG decoders: 0\n"
        "  optical flow accelerators: 0\n"
        "  profile id of NVML: 1\n"
        "  profile id of nvidia-smi: 14\n"
        "  threads of a warp: 32\n"
        "  threads of a block at most: 1024\n"
        "  threads of a multiprocessor at most: 2048\n"
        "  shared memory of a block at most: 163 KiB\n"
        "  bf16: yes\n"
        "  fp8: no\n"
        "  double precision on tensor cores: yes\n"
        "  direct access to another accelerator's memory: no\n"
        "  memory shared with another accelerator's process: no\n"
        "  OpenGL and Vulkan: no\n"
        "  placements (start:size in memory slices): 0:2 2:2 4:2\n"
        "  source of the memory: exact: NVML value (go-nvml A100 mock, agrees with 5xx-driver nvidia-smi)\n"
        "  source of the placements: verified: real nvidia-smi mig -lgipp\n"
        "  source of the partition: " +
            std::string{boards::A100_40GB::source} +
            "\n"
            "  source: " +
            A100::source + "\n");
}

TEST_CASE("the three states are told apart") {
  CHECK(has_line(to_string<A100>(), "state: partitioning left open"));
  CHECK(has_line(to_string<A100>(), "partitions: 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb"));
  CHECK(has_line(to_string<A100::unpartitioned>(), "state: the whole device, not partitioned"));
  CHECK(lines_about(to_string<A100::unpartitioned>(), "partitions") == 0);
  CHECK(lines_about(to_string<T4>(), "state") == 0);
}

TEST_CASE("parts of parts, modes and slices say what they are") {
  auto const third = to_string<A100::partition<"1c.3g.20gb">>();
  CHECK(has_line(third, "part of: 3g.20gb, whose memory and engines all its compute instances share"));
  CHECK(has_line(third, "streaming multiprocessors: 14"));
  CHECK(has_line(third, "memory: 19968 MiB"));
  CHECK(lines_about(to_string<A100::partition<"3g.20gb">>(), "part of") == 0);
  auto const disputed = to_string<MI300A::partition_although_disputed<"DPX/NPS1">>();
  CHECK(has_line(disputed, "status of the mode: disputed: AMD's documentation and the Linux driver disagree"));
  CHECK(has_line(disputed, "compute units: 114"));
  auto const slice = to_string<V5E::slice<"2x4">>();
  CHECK(has_line(slice, "hosts: 1"));
  CHECK(has_line(slice, "machine type: ct5lp-hightpu-8t or ct5lp-hightpu-4t"));
  CHECK(has_line(to_string<V6E::slice<"1x1">>(), "hosts: 1/8"));
  CHECK(has_line(to_string<V5P::slice<"4x4x8">>(), "twisted torus: yes"));
}

TEST_CASE("what nobody published has no line") {
  CHECK(lines_about(to_string<K80>(), "streaming multiprocessors") == 0);
  CHECK(lines_about(to_string<THOR>(), "memory") == 0);
  auto const text = to_string<H100_64GB::partition<"1g.8gb">>();
  CHECK(lines_about(text, "memory") == 0);
  CHECK(lines_about(text, "source of the memory") == 0);
  CHECK(lines_about(text, "memory slices") == 1);
  CHECK(lines_about(to_string<RTX_PRO_5000_BLACKWELL::partition<"1g.24gb">>(), "placements (start") == 0);
}

TEST_CASE("devices for requests say so") {
  CHECK(to_string<unlisted_gpu<"acme x">>() == "acme x\n  use: requests only\n");
  CHECK(has_line(to_string<unlisted_gpu<"x">::unpartitioned>(), "use: requests only"));
  CHECK(has_line(to_string<A100::unlisted_partition<"1g.4gb">>(), "use: requests only"));
  CHECK(to_string<cpu>() == "cpu\n");
}

TEST_CASE("a device of one's own is described like those of the catalogue") {
  CHECK(to_string<xpu>() == "acme-xpu\n  state: partitioning left open\n  partitions: half\n  memory: 16384 MiB\n");
  CHECK(to_string<xpu::partition<"half">>() ==
        "acme-xpu half\n  state: a partition of acme-xpu\n  memory: 8000000001 B\n");
}

TEST_CASE("what follows from a rule is described like what a table says") {
  CHECK(has_line(to_string<A100>(), "OpenGL and Vulkan: yes"));
  CHECK(has_line(to_string<A100>(), "direct access to another accelerator's memory: yes"));
  CHECK(has_line(to_string<A100::partition<"1g.5gb">>(), "direct access to another accelerator's memory: no"));
  CHECK(has_line(to_string<A100::partition<"1g.5gb">>(), "memory shared with another accelerator's process: no"));
  CHECK(has_line(to_string<A100::partition<"1c.3g.20gb">>(), "memory shared with another accelerator's process: yes"));
}

namespace {

template <class Device>
void is_described() {
  INFO(Device::name);
  CHECK(lines_of(to_string<Device>()).front() == Device::name);
  CHECK(has_line(to_string<Device>(), std::string{"source: "} + Device::source));
}

template <class... Devices>
void each_is_described(list<Devices...>) {
  (is_described<Devices>(), ...);
}

}  // namespace

TEST_CASE("every device of the catalogue is described, with its source") {
  each_is_described(boost::mp11::mp_remove<detail::known_devices::devices, cpu>{});
}
