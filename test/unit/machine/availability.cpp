// SPDX-License-Identifier: BSL-1.0
// Yes, or the reason: every reason there is, on machines that the fake NVML plays.
#include <allotype/allotype.hpp>
#include <allotype/machine/availability.hpp>
#include <allotype/machine/find.hpp>
#include <string>

#include "catch.hpp"
#include "fake_nvml.hpp"

using namespace allotype;

namespace {

template <class A>
availability reason(machine const& here) {
  auto const answer = is_present<A>(here);
  INFO(name_of<A> << ": " << answer.text());
  CHECK(static_cast<bool>(answer) == (answer.why() == availability::yes));
  CHECK(std::string(answer.text()).empty() == static_cast<bool>(answer));
  return answer.why();
}

struct my_gpu : nvidia_device<my_gpu> {
  static constexpr char name[] = "my-gpu";
  static constexpr char const* product_names[] = {"NVIDIA GeForce RTX 9999"};
  static constexpr allotype::compute_capability<> compute_capability = {14, 0};
};

struct my_accelerator : device<my_accelerator> {
  static constexpr char name[] = "my-accelerator";
  struct backend : serial {};
};
opened<host_state> open_queue(my_accelerator::backend, device_request const&) { return "it is at home"; }

}  // namespace

TEST_CASE("what is there is there") {
  auto const here = machine_of("a100_layouts");
  CHECK(reason<A100>(here) == availability::yes);
  CHECK(reason<A100::unpartitioned>(here) == availability::yes);
  CHECK(reason<A100::partition<"1g.5gb">>(here) == availability::yes);
  CHECK(reason<A100::partition<"1g.5gb+me">>(here) == availability::yes);
  CHECK(reason<A100::partition<"1g.10gb">>(here) == availability::yes);
  CHECK(reason<A100::partition<"2g.10gb">>(here) == availability::yes);
  CHECK(reason<A100::partition<"3g.20gb">>(here) == availability::yes);
  CHECK(reason<A100::partition<"4g.20gb">>(here) == availability::yes);
  CHECK(reason<A100::partition<"7g.40gb">>(here) == availability::yes);
  CHECK(find<A100::partition<"1g.5gb">>(here).size() == 8);
  CHECK(find<A100::partition<"3g.20gb">>(here).size() == 1);  // the other is cut in two
  CHECK(find<A100::unpartitioned>(here).size() == 1);
  std::size_t visible = 0;
  for (found_device const& device : here.devices()) visible += device.visible().value_or(false) ? 1 : 0;
  CHECK(visible == here.devices().size() - 1);  // one compute instance of a GPU instance, and not both
  CHECK(find<A100>(here).size() == visible);
}

TEST_CASE("no such board") {
  auto const here = machine_of("a100_layouts");
  CHECK(reason<H100>(here) == availability::no_such_board);
  CHECK(reason<A100_80GB::partition<"1g.10gb">>(here) == availability::no_such_board);
  CHECK(std::string(is_present<H100>(here).text()) == "no H100_80GB (found: 8 x NVIDIA A100-SXM4-40GB)");
  CHECK(std::string(is_present<H100>(machine_of("no_boards")).text()) == "no H100_80GB (the driver reports no board)");
  CHECK(reason<H20_96GB>(machine_of("mixed_boards")) == availability::no_such_board);  // it has another size
}

TEST_CASE("partition not created") {
  auto const whole = machine_of("a100_whole");
  CHECK(reason<A100>(whole) == availability::yes);
  CHECK(reason<A100::partition<"2g.10gb">>(whole) == availability::partition_not_created);
  CHECK_THAT(is_present<A100::partition<"2g.10gb">>(whole).text(), contains("MIG mode is off"));

  auto const empty = machine_of("h100_mig_without_instance");
  CHECK(reason<H100>(empty) == availability::partition_not_created);
  CHECK(reason<H100::unpartitioned>(empty) == availability::partition_not_created);
  CHECK(reason<H100::partition<"1g.10gb">>(empty) == availability::partition_not_created);
  CHECK_THAT(is_present<H100>(empty).text(), contains("MIG mode is on, and no instance is there"));
  CHECK_THAT(is_present<H100::unpartitioned>(empty).text(), contains("the whole GPU is not to be had"));

  auto const one = machine_of("a100_slices_described");
  CHECK_THAT(is_present<A100::partition<"1g.10gb">>(one).text(), contains("has 3g.20gb, 2g.10gb, 1g.5gb, 1g.5gb+me"));
}

TEST_CASE("hidden by a mask, or not to be told") {
  auto options = options_for("a100_whole");
  options.environment.cuda_visible_devices = "";
  CHECK(reason<A100>(probed(options)) == availability::hidden_by_mask);
  options = options_for("a100_slices_described");
  auto const all = probed(options);
  std::string const second = to_string(all.nvidia.boards[0].slices[1].uuid);
  options.environment.cuda_visible_devices = second.c_str();
  auto const masked = probed(options);
  CHECK(reason<A100::partition<"2g.10gb">>(masked) == availability::yes);
  CHECK(reason<A100::partition<"3g.20gb">>(masked) == availability::hidden_by_mask);
  CHECK(reason<A100::partition<"1g.10gb">>(masked) == availability::partition_not_created);

  options = options_for("mixed_boards");
  options.environment.cuda_visible_devices = "0";
  CHECK(reason<T4>(probed(options)) == availability::cannot_tell);
  options.environment.cuda_device_order = "PCI_BUS_ID";
  CHECK(reason<T4>(probed(options)) == availability::yes);
  CHECK(reason<H200>(probed(options)) == availability::hidden_by_mask);
  CHECK(reason<A100::partition<"2g.10gb">>(machine_of("a100_one_partitioned_r535")) == availability::cannot_tell);
}

TEST_CASE("drivers") {
  CHECK(reason<A100>(machine_of("a100_whole", "/nowhere.so")) == availability::no_driver);
  CHECK(reason<A100>(machine_of("driver_not_loaded")) == availability::no_driver);
  CHECK(reason<A100>(machine_of("versions_differ")) == availability::driver_too_old);
  CHECK(reason<A100>(machine_of("a100_whole", FAKE_NVML_USELESS)) == availability::driver_too_old);
  auto const old = machine_of("old_driver", FAKE_NVML_OLD);
  CHECK(reason<V100_16GB>(old) == availability::yes);
  CHECK(reason<V100>(old) == availability::yes);
  CHECK(is_present<V100>(old, 13000).why() == availability::driver_too_old);
  CHECK(std::string(is_present<V100>(old, 13000).text()) ==
        "driver 418.226.00 knows CUDA 10.1, and this program was made with CUDA 13.0");
  CHECK(is_present<A100>(machine_of("a100_whole"), 13000));
  CHECK(is_present<A100>(machine_of("a100_whole"), 13020));  // any driver of the same major version will do
  CHECK(is_present<A100>(machine_of("a100_whole"), 12080));
}

TEST_CASE("no permission, lost, hanging") {
  CHECK(reason<A100>(machine_of("no_permission")) == availability::no_permission);
  auto const one = machine_of("no_permission_for_one");
  CHECK(reason<A100>(one) == availability::yes);
  CHECK(reason<H100>(one) == availability::no_permission);  // the other board might be one
  auto const lost = machine_of("lost");
  CHECK(reason<A100>(lost) == availability::yes);
  CHECK(reason<A100>(machine_of("lost_slice")) == availability::failed);
  CHECK_THAT(is_present<A100>(machine_of("lost_slice")).text(), contains("GPU is lost"));

  auto options = options_for("hang_in_initialization");
  options.time_limit = std::chrono::milliseconds(50);  // it hangs until the test lets it go
  CHECK(reason<A100>(probed(options)) == availability::timed_out);
  let_driver_go();
}

TEST_CASE("what is not compiled in") {
  auto const here = machine_of("a100_whole");
  CHECK(is_available<A100>(here).why() == availability::not_compiled_in);
  CHECK_THAT(is_available<A100>(here).text(), contains("without CUDA"));
  CHECK(is_available<V5E>(here).why() == availability::not_compiled_in);
  CHECK(is_available<MI300X>(here).why() == availability::not_compiled_in);
  CHECK(reason<V5E>(here) == availability::not_compiled_in);
  CHECK(is_available<cpu>());
  CHECK(reason<cpu>(machine_of("no_permission")) == availability::yes);
}

TEST_CASE("a compute instance is not its GPU instance") {
  auto const here = machine_of("a100_layouts");
  auto const& divided = here.nvidia.boards[5];
  CHECK(divided.slices[1].type == "A100 1c.3g.20gb");
  CHECK(reason<A100::partition<"1c.3g.20gb">>(here) == availability::yes);
  CHECK(reason<A100::partition<"1c.2g.10gb">>(here) == availability::partition_not_created);
  // CUDA shows a program one compute instance of a GPU instance.
  CHECK(reason<A100::partition<"2c.3g.20gb">>(here) == availability::hidden_by_mask);
}

TEST_CASE("devices of one's own") {
  auto const here = machine_of("mixed_boards");
  CHECK(reason<my_gpu>(here) == availability::yes);
  CHECK(reason<my_gpu>(machine_of("a100_whole")) == availability::no_such_board);
  CHECK(is_available<my_accelerator>().why() == availability::failed);
  CHECK(std::string(is_available<my_accelerator>().text()) == "it is at home");
}

TEST_CASE("a device whose name in drivers nobody published is not guessed from its size") {
  // The unknown board with 141 GB has its compute capability and about its memory.
  CHECK(reason<GH200_144GB>(machine_of("mixed_boards")) == availability::cannot_tell);
}

TEST_CASE("every reason has a word of its own") {
  std::string seen;
  for (int i = 0; i <= static_cast<int>(availability::cannot_tell); ++i) {
    std::string const word = to_string(static_cast<availability>(i)).text();
    CHECK(seen.find(" " + word + " ") == std::string::npos);
    seen += " " + word + " ";
  }
}
