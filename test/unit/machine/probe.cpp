// SPDX-License-Identifier: BSL-1.0
// probe() against machines that the fake NVML plays.
#include <allotype/machine/probe.hpp>
#include <allotype/machine/with_found_device.hpp>
#include <map>
#include <string>

#include "../../../tools/allotype/machine_json.hpp"
#include "catch.hpp"
#include "fake_nvml.hpp"

using namespace allotype;
using namespace std::chrono_literals;

namespace {

/// A board of which no more is told than the name that a driver gives it.
detail::reported_device called(char const* name) {
  detail::reported_device told;
  told.name = name;
  return told;
}

/// `type@gpu instance:start+size`, comma-separated; with its multiprocessors.
std::string slices_of(machine::found_board const& board) {
  std::string text;
  for (auto const& slice : board.slices) {
    text += (text.empty() ? "" : ", ") + slice.type + "/" + std::to_string(slice.sm_count.value_or(-1));
    for (auto const& instance : board.gpu_instances) {
      if (instance.id != slice.gpu_instance_id || !instance.placement) continue;
      text += "@" + std::to_string(instance.placement->start) + "+" + std::to_string(instance.placement->size);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("eight boards with eight layouts, seen by root") {
  auto const here = machine_of("a100_layouts_as_root");
  CHECK(here.nvidia.complete);
  CHECK(here.nvidia.driver_version == "580.65.06");
  CHECK(here.nvidia.cuda_version == 13000);
  CHECK(here.nvidia.cuda_version_text() == "13.0");
  auto const& boards = here.nvidia.boards;
  REQUIRE(boards.size() == 8);
  for (auto const& board : boards) {
    CHECK(board.name == "NVIDIA A100-SXM4-40GB");
    CHECK(board.type == "A100");
    CHECK(board.memory == bytes{40960ull << 20});
    CHECK(board.compute_capability == compute_capability{8, 0});
    CHECK(to_string(board.uuid).size() == 40);
    CHECK(board.complete);
    CHECK(board.gpu_instances_complete);
    CHECK(board.visible == (!board.partitioned() || !board.slices.empty()));
  }
  CHECK(boards[3].bus_id == "00000000:0A:00.0");
  CHECK(boards[0].mig_mode == false);
  CHECK(boards[1].mig_mode == true);
  CHECK(slices_of(boards[0]).empty());
  CHECK(slices_of(boards[1]).empty());
  CHECK(slices_of(boards[2]) ==
        "A100 1g.5gb/14@0+1, A100 1g.5gb/14@1+1, A100 1g.5gb/14@2+1, A100 1g.5gb/14@3+1, A100 1g.5gb/14@4+1, "
        "A100 1g.5gb/14@5+1, A100 1g.5gb/14@6+1");
  CHECK(slices_of(boards[3]) == "A100 3g.20gb/42@4+4, A100 2g.10gb/28@0+2, A100 1g.5gb/14@2+1, A100 1g.5gb+me/14@3+1");
  CHECK(slices_of(boards[4]) == "A100 7g.40gb/98@0+8");
  CHECK(slices_of(boards[6]) == "A100 1g.10gb/14@0+2, A100 1g.10gb/14@2+2, A100 1g.10gb/14@4+2, A100 1g.10gb/14@6+2");

  SECTION("the slice's memory is the slice's") {
    CHECK(boards[3].slices[1].memory == bytes{9856ull << 20});
    CHECK(boards[3].slices[1].name == "NVIDIA A100-SXM4-40GB MIG 2g.10gb");
    CHECK(boards[3].slices[1].profile == "2g.10gb");
    CHECK(boards[3].slices[1].gpu_instance_id == 3u);
    CHECK(boards[3].slices[1].compute_instance_id == 0u);
    CHECK_THAT(to_string(boards[3].slices[1].uuid), starts_with("MIG-"));
  }
  SECTION("compute instances that do not fill their GPU instance are known as such") {
    auto const& board = boards[5];
    REQUIRE(board.slices.size() == 3);
    CHECK(board.slices[1].profile == "1c.3g.20gb");
    CHECK(board.slices[1].sm_count == 14);
    CHECK(board.slices[2].profile == "2c.3g.20gb");
    CHECK(board.slices[1].type == "A100 1c.3g.20gb");
    CHECK(board.slices[2].type == "A100 2c.3g.20gb");
    CHECK(board.slices[0].type == "A100 4g.20gb");
    REQUIRE(board.gpu_instances.size() == 2);
    auto const& divided = board.gpu_instances[board.gpu_instances[0].id == 1 ? 0 : 1];
    CHECK(divided.type == "A100 3g.20gb");
    CHECK(divided.placement == machine::found_placement{4, 4});
    REQUIRE(divided.compute_instances.size() == 2);
    CHECK(divided.compute_instances[1].placement == machine::found_placement{1, 2});
    CHECK(divided.compute_instances[1].profile_id == 1u);
  }
  SECTION("a GPU instance without a compute instance is there, and no slice") {
    CHECK(boards[7].gpu_instances.size() == 2);
    CHECK(boards[7].slices.size() == 1);
    CHECK(boards[7].gpu_instances[1].compute_instances.empty());
    CHECK(boards[7].gpu_instances[1].type == "A100 2g.10gb");
  }
  CHECK(fake_nvml_references() == 0);
}

TEST_CASE("the same, seen by a user: slices are known by name, what only root may see is missing, and that is said") {
  auto const here = machine_of("a100_layouts");
  auto const& boards = here.nvidia.boards;
  REQUIRE(boards.size() == 8);
  CHECK(slices_of(boards[3]) == "A100 3g.20gb/42, A100 2g.10gb/28, A100 1g.5gb/14, A100 1g.5gb+me/14");
  CHECK(boards[3].gpu_instances_complete.why() == availability::no_permission);
  CHECK_THAT(boards[3].gpu_instances_complete.text(), contains("nvmlDeviceGetGpuInstances: Insufficient Permissions"));
  CHECK(boards[3].complete);
  REQUIRE(boards[3].gpu_instances.size() == 4);
  CHECK(boards[3].gpu_instances[0].type == "A100 3g.20gb");
  CHECK(!boards[3].gpu_instances[0].placement);
  // Two compute instances of one GPU instance.
  REQUIRE(boards[5].gpu_instances.size() == 2);
  CHECK(boards[5].gpu_instances[1].type == "A100 3g.20gb");
  CHECK(boards[7].gpu_instances.size() == 1);
  CHECK(boards[0].gpu_instances_complete);
}

TEST_CASE("a user who may describe instances gets their places") {
  auto const here = machine_of("a100_slices_described");
  REQUIRE(here.nvidia.boards.size() == 1);
  CHECK(slices_of(here.nvidia.boards[0]) ==
        "A100 3g.20gb/42@4+4, A100 2g.10gb/28@0+2, A100 1g.5gb/14@2+1, A100 1g.5gb+me/14@3+1");
}

TEST_CASE("MIG mode without an instance") {
  auto const here = machine_of("h100_mig_without_instance");
  REQUIRE(here.nvidia.boards.size() == 1);
  auto const& board = here.nvidia.boards[0];
  CHECK(board.type == "H100_80GB");
  CHECK(board.partitioned());
  CHECK(board.slices.empty());
  CHECK(board.gpu_instances.empty());
  CHECK(here.devices().empty());
}

TEST_CASE("mixed boards: known ones are mapped, others are unknown") {
  auto const here = machine_of("mixed_boards");
  std::map<std::string, std::string> types;
  for (auto const& board : here.nvidia.boards) types[board.name] = board.type;
  CHECK(types == std::map<std::string, std::string>{{"Tesla T4", "T4"},
                                                    {"NVIDIA H200", "H200"},
                                                    {"NVIDIA H20", ""},  // the catalogue's has 96 GB, this one 141
                                                    {"NVIDIA GeForce RTX 9999", ""},
                                                    {"NVIDIA GB10", "GB10"},
                                                    {"A100-SXM4-40GB", "A100"},  // as drivers before R470 spell it
                                                    {"GRID A100-10C", ""}});
  for (auto const& board : here.nvidia.boards) {
    INFO(board.name);
    CHECK(board.complete);
    CHECK(board.mig_mode.has_value() ==
          (board.name == "NVIDIA H200" || board.name == "NVIDIA H20" || board.name == "A100-SXM4-40GB"));
    CHECK(board.memory.has_value() == (board.name != "NVIDIA GB10"));
  }
}

TEST_CASE("a profile that this driver calls otherwise is known by its old name") {
  auto const here = machine_of("a100_80gb_old_names");
  REQUIRE(here.nvidia.boards.size() == 1);
  REQUIRE(here.nvidia.boards[0].slices.size() == 1);
  auto const& slice = here.nvidia.boards[0].slices[0];
  CHECK(slice.name == "NVIDIA A100-SXM4-80GB MIG 7g.79gb");
  CHECK(slice.profile == "7g.79gb");
  CHECK(slice.type == "A100_80GB 7g.80gb");
}

TEST_CASE("no library, something else of that name, no driver, another driver") {
  auto const none = machine_of("a100_whole", "/nowhere/libnvidia-ml.so.1").nvidia;
  CHECK(none.complete.why() == availability::no_driver);
  CHECK_THAT(none.complete.text(), contains("/nowhere/libnvidia-ml.so.1"));
  CHECK(none.boards.empty());
  CHECK(none.driver_version.empty());

  auto const useless = machine_of("a100_whole", FAKE_NVML_USELESS).nvidia;
  CHECK(useless.complete.why() == availability::driver_too_old);
  CHECK_THAT(useless.complete.text(), contains("has no nvmlInit_v2"));

  auto const not_loaded = machine_of("driver_not_loaded").nvidia;
  CHECK(not_loaded.complete.why() == availability::no_driver);
  CHECK_THAT(not_loaded.complete.text(), contains("nvmlInit_v2: Driver Not Loaded"));

  auto const differ = machine_of("versions_differ").nvidia;
  CHECK(differ.complete.why() == availability::driver_too_old);
  CHECK_THAT(differ.complete.text(), contains("Driver/library version mismatch"));
  CHECK(fake_nvml_references() == 0);
}

TEST_CASE("no permission, for all or for one board") {
  auto const all = machine_of("no_permission").nvidia;
  CHECK(all.complete.why() == availability::no_permission);
  auto const one = machine_of("no_permission_for_one").nvidia;
  CHECK(one.complete);
  REQUIRE(one.boards.size() == 2);
  CHECK(one.boards[0].complete);
  CHECK(one.boards[1].complete.why() == availability::no_permission);
  CHECK(one.boards[1].type.empty());
}

TEST_CASE("no boards") {
  auto const here = machine_of("no_boards").nvidia;
  CHECK(here.complete);
  CHECK(here.boards.empty());
}

TEST_CASE("a driver that knows no MIG") {
  auto const here = machine_of("old_driver", FAKE_NVML_OLD).nvidia;
  CHECK(here.complete);
  REQUIRE(here.boards.size() == 1);
  CHECK(here.boards[0].type == "V100_16GB");
  CHECK(!here.boards[0].mig_mode);
  CHECK(here.boards[0].complete);
  CHECK(here.cuda_version_text() == "10.1");
}

TEST_CASE("a board that is lost between two calls keeps what was known, and says so") {
  auto const here = machine_of("lost").nvidia;
  REQUIRE(here.boards.size() == 2);
  CHECK(here.boards[0].complete);
  auto const& lost = here.boards[1];
  CHECK(lost.complete.why() == availability::failed);
  CHECK_THAT(lost.complete.text(), contains("GPU is lost"));
  CHECK(lost.uuid.has_value());
  CHECK(lost.name == "NVIDIA A100-SXM4-40GB");
  CHECK(!lost.memory);

  auto const sliced = machine_of("lost_slice").nvidia;
  REQUIRE(sliced.boards.size() == 1);
  CHECK(sliced.boards[0].complete.why() == availability::failed);
  CHECK(sliced.boards[0].slices.empty());
}

TEST_CASE("a driver that hangs: the answer comes within the limit, and later ones wait for nothing") {
  auto options = options_for("hang_in_initialization");
  options.time_limit = 100ms;  // it hangs until the test lets it go, so that what returns before has not waited for it
  auto const first = probed(options);
  CHECK(first.nvidia.complete.why() == availability::timed_out);
  CHECK_THAT(first.nvidia.complete.text(), contains(" has not returned for "));
  CHECK(first.host_processor.processors > 0);
  wait_for_fake_nvml_calls("nvmlInit_v2", 1);
  options.time_limit = 1h;
  auto const second = probed(options);
  CHECK(second.nvidia.complete.why() == availability::timed_out);
  CHECK_THAT(second.nvidia.complete.text(), contains("nvmlInit_v2 has not returned for "));
  CHECK(fake_nvml_calls("nvmlInit_v2") == 1);

  // It comes back: so does the answer.
  let_driver_go();
  CHECK(probed(options).nvidia.complete);
  CHECK(fake_nvml_references() == 0);
}

TEST_CASE("kinds that nothing probes are declared, with the reason") {
  auto const here = machine_of("no_boards");
  REQUIRE(here.others.size() == 5);
  for (auto const& other : here.others) {
    INFO(other.name);
    CHECK(other.usable.why() == availability::not_compiled_in);
    CHECK(!std::string(other.usable.text()).empty());
  }
}

namespace {

template <class... Devices>
void every_product_name_maps(list<Devices...>) {
  int names = 0;
  auto const each = [&](auto const* device) {
    using type = std::remove_cvref_t<decltype(*device)>;
    if constexpr (requires { type::product_names; }) {
      for (char const* name : type::product_names) {
        INFO(name);
        auto const* const known = detail::find_nvidia_board(called(name));
        REQUIRE(known != nullptr);
        CHECK(known->device == std::string{type::name});
        ++names;
      }
    }
  };
  (each(static_cast<Devices const*>(nullptr)), ...);
  CHECK(names > 50);
}

}  // namespace

TEST_CASE("every product name of the catalogue is its device, and none is another's") {
  every_product_name_maps(nvidia_devices{});
  CHECK(detail::find_nvidia_board(called("NVIDIA A100-SXM4")) == nullptr);
  CHECK(detail::find_nvidia_board(called("NVIDIA A100-SXM4-40GB ")) == nullptr);
  CHECK(detail::find_nvidia_board(called("nvidia a100-sxm4-40gb")) == nullptr);
  CHECK(detail::find_nvidia_board(called("")) == nullptr);
}

namespace {

constexpr auto name_of_type = []<class A>(std::type_identity<A>) -> std::string { return name_of<A>; };

}  // namespace

TEST_CASE("what was found becomes a type") {
  auto const here = machine_of("a100_slices_described");
  auto const& board = here.nvidia.boards[0];
  CHECK(with_accelerator({board, board.slices[1]}, name_of_type) == "A100 2g.10gb");
  CHECK(with_accelerator({board, board.slices[3]}, name_of_type) == "A100 1g.5gb+me");
  CHECK(with_accelerator(board, name_of_type) == "A100");  // MIG mode is on: not the whole
  auto const whole = machine_of("a100_whole");
  CHECK(with_accelerator(whole.nvidia.boards[0], name_of_type) == "A100 unpartitioned");
  auto const layouts = machine_of("a100_layouts");
  auto const& divided = layouts.nvidia.boards[5];
  CHECK(with_accelerator({divided, divided.slices[1]}, name_of_type) == "A100 1c.3g.20gb");
  auto const mixed = machine_of("mixed_boards");
  CHECK(with_accelerator(mixed.nvidia.boards[0], name_of_type) == "T4");
  CHECK_THROWS_AS(with_accelerator(mixed.nvidia.boards[3], name_of_type), input_error);
  auto renamed = machine_of("a100_80gb_old_names");
  auto& parent = renamed.nvidia.boards[0];
  CHECK(with_accelerator({parent, parent.slices[0]}, name_of_type) == "A100_80GB 7g.80gb");
  parent.slices[0].type.clear();
  CHECK_THROWS_AS((with_accelerator({parent, parent.slices[0]}, name_of_type)), input_error);
}

TEST_CASE("a machine as JSON: null where something is not known") {
  nlohmann::ordered_json const json = machine_of("a100_slices_described");
  auto const& board = json["nvidia"]["boards"][0];
  CHECK(json["nvidia"]["driver_version"] == "580.65.06");
  CHECK(json["nvidia"]["problem"].is_null());
  CHECK(board["type"] == "A100");
  CHECK(board["memory_bytes"] == 40960ull << 20);
  CHECK(board["compute_capability"] == "8.0");
  CHECK(board["mig_mode"] == true);
  CHECK(board["slices"][1]["type"] == "A100 2g.10gb");
  CHECK(board["slices"][1]["sm_count"] == 28);
  CHECK(board["gpu_instances"][0]["placement"].dump() == "{\"start\":4,\"size\":4}");
  CHECK(board["gpu_instances_incomplete"]["reason"] == "no_permission");
  CHECK(json["others"].size() == 5);
  CHECK(json["host_processor"]["processors"].get<int>() > 0);
  nlohmann::ordered_json const mixed = machine_of("mixed_boards");
  CHECK(mixed["nvidia"]["boards"][2]["type"].is_null());
  CHECK(mixed["nvidia"]["boards"][4]["memory_bytes"].is_null());
  nlohmann::ordered_json const none = machine_of("a100_whole", "/nowhere.so");
  CHECK(none["nvidia"]["problem"]["reason"] == "no_driver");
  CHECK(none["nvidia"]["driver_version"].is_null());
}

TEST_CASE("counts that no machine has are errors, and nothing is asked so often") {
  auto const boards = machine_of("absurd_boards");
  CHECK_THAT(boards.nvidia.complete.text(),
             contains("nvmlDeviceGetCount_v2: says 4294967295, and there are 4096 at most"));
  CHECK(boards.nvidia.boards.empty());
  auto const slices = machine_of("absurd_slices");
  REQUIRE(slices.nvidia.boards.size() == 2);
  CHECK_THAT(slices.nvidia.boards[0].complete.text(), contains("nvmlDeviceGetMaxMigDeviceCount: says 4294967295"));
  CHECK(slices.nvidia.boards[0].slices.empty());
  CHECK(!slices.nvidia.boards[0].gpu_instances.empty());
  auto const instances = machine_of("absurd_instances");
  REQUIRE(instances.nvidia.boards.size() == 2);
  CHECK_THAT(instances.nvidia.boards[0].gpu_instances_complete.text(),
             contains("nvmlDeviceGetGpuInstanceProfileInfo: says 4294967295"));
}

TEST_CASE("names of MIG devices") {
  auto const split = detail::split_name("NVIDIA H100 80GB HBM3 MIG 1g.10gb");
  CHECK(std::string(split.board, static_cast<std::size_t>(split.board_length)) == "NVIDIA H100 80GB HBM3");
  CHECK(std::string{split.profile} == "1g.10gb");
  CHECK(std::string{detail::split_name("Tesla T4").profile}.empty());
  auto const* const a100 = detail::find_nvidia_board(called("NVIDIA A100-SXM4-40GB"));
  REQUIRE(a100 != nullptr);
  CHECK(detail::name_of_partition(*a100, "1c.3g.20gb", -1) == "1c.3g.20gb");
  CHECK(detail::name_of_partition(*a100, "3g.20gb", 9) == "3g.20gb");
  CHECK(detail::name_of_partition(*a100, "3g.20gb", 19).empty());  // the id of a 1g.5gb
  CHECK(detail::name_of_partition(*a100, "3g.40gb", -1).empty());
  CHECK(detail::name_of_partition(*a100, "", -1).empty());
}
