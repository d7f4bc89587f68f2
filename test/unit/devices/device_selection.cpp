// SPDX-License-Identifier: BSL-1.0
// Choices of devices met by machines. What Lightning has as well has its rows in test/data/device_grammar.tsv.

#include <allotype/allotype.hpp>
#include <allotype/devices/device_selection.hpp>

#include <cstring>
#include <string>

#include "catch.hpp"

namespace at = allotype;

namespace {

at::visible_devices boards() {
  at::devices_present here("CUDA device");
  here.add("GPU-1e3d0c52-aaaa-bbbb-cccc-0123456789ab").add("GPU-9a000000-0000-0000-0000-000000000000");
  here.add("GPU-9b000000-0000-0000-0000-000000000000").add("GPU-9b000000-0000-0000-0000-000000000001");
  return here;
}
at::visible_devices gpus(int count) { return at::devices_present("CUDA device", count); }

std::string selected(std::string const& text, at::visible_devices const& visible = boards()) {
  auto const devices = visible.select(text);
  std::string joined;
  for (int i = 0; i < devices.size(); ++i) joined += (i > 0 ? " " : "") + std::to_string(devices[i]);
  return joined;
}

struct refusal {
  at::device_selection_error::kind problem = at::device_selection_error::kind::none;
  int position = -2;
  std::string what{};
};
refusal refused(std::string const& text, at::visible_devices const& visible = boards()) {
  try {
    (void)visible.select(text);
  } catch (at::device_selection_error const& error) {
    return {error.problem(), error.position(), error.what()};
  }
  return {};
}

}  // namespace

TEST_CASE("UUIDs choose devices, by themselves and by what they begin with") {
  CHECK(selected("GPU-1e3d0c52-aaaa-bbbb-cccc-0123456789ab") == "0");
  CHECK(selected("gpu-1E3D0C52-AAAA") == "0");
  CHECK(selected("GPU-9a,GPU-1") == "1 0");
  CHECK(selected("3,GPU-9a , 0") == "3 1 0");
  CHECK(selected("GPU-9b000000-0000-0000-0000-000000000001") == "3");
  CHECK(refused("GPU-9b").problem == at::device_selection_error::kind::ambiguous);
  CHECK_THAT(refused("GPU-9b").what, contains("2 devices have a UUID that begins with GPU-9b; write more of it"));
  CHECK(refused("0,GPU-ff").problem == at::device_selection_error::kind::not_present);
  CHECK(refused("0,GPU-ff").position == 2);
  CHECK_THAT(refused("0,GPU-ff").what, contains("1 GPU-9a000000-0000-0000-0000-000000000000"));
  CHECK(refused("GPU-1e3d,0").problem == at::device_selection_error::kind::listed_twice);
  CHECK(refused("GPU-1e3d,0").position == 9);
  CHECK(refused("GPU-9a,GPU-9a0,77").problem ==
        at::device_selection_error::kind::listed_twice);  // before what is not there
}

TEST_CASE("a UUID is digits with dashes where they belong") {
  for (char const* wrong :
       {"GPU-", "GPU--1", "GPU-1e3d0c521", "GPU-1e3d0c52-aaaabbbb", "GPU-1e3d0c5g", "MIG-", "MIG-GPU-", "GPU-1e3d-0c52",
        "GPU-0123456789abcdef0", "MIG-GPU-9a000000-0000-0000-0000-000000000000/1",
        "MIG-GPU-9a000000-0000-0000-0000-000000000000/1/", "MIG-GPU-9a/1/0", "TPU-0",
        "GPU-1e3d0c52-aaaa-bbbb-cccc-0123456789ab0"}) {
    INFO(wrong);
    auto const fault = at::detail::parse_devices(wrong).fault;
    // Beyond eight digits without a dash it may be one of AMD's; then it is only not there.
    bool const like_amd = std::strcmp(wrong, "GPU-1e3d0c521") == 0;
    CHECK(fault.problem ==
          (like_amd ? at::device_selection_error::kind::none : at::device_selection_error::kind::not_understood));
  }
  for (char const* right : {"GPU-8932f937-d72c-4106-c12f-20bd9faed9f6", "MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6",
                            "MIG-GPU-8932f937-d72c-4106-c12f-20bd9faed9f6/7/0", "GPU-4b2c1a9f8d3e6f7a", "GPU-1"}) {
    CHECK(std::string(at::to_string(at::device_choice::of_text(right)).text()) == right);
  }
  CHECK(at::device_uuid("GPU-8932f937-d72c-4106-c12f-20bd9faed9f6").digits == 32);
  CHECK(at::device_uuid("no such").names == at::device_uuid::kind::none);
  // Text and 16 bytes are two ways to the same UUID, and it is printed as drivers do.
  constexpr unsigned char bytes[16] = {0x89, 0x32, 0xf9, 0x37, 0xd7, 0x2c, 0x41, 0x06,
                                       0xc1, 0x2f, 0x20, 0xbd, 0x9f, 0xae, 0xd9, 0xf6};
  constexpr at::device_uuid uuid = at::detail::device_uuid_of_bytes(at::device_uuid::kind::gpu, bytes);
  STATIC_REQUIRE(uuid == at::device_uuid("GPU-8932F937-d72c-4106-c12f-20bd9faed9f6"));
  CHECK(std::string(at::to_string(uuid).text()) == "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6");
  CHECK(uuid.complete());
  CHECK(at::detail::same_device(uuid, at::device_uuid("GPU-8932f937-d72c-4106-c12f-20bd9faed9f6")));
  CHECK_FALSE(at::detail::same_device(uuid, at::device_uuid("MIG-8932f937-d72c-4106-c12f-20bd9faed9f6")));
  CHECK_FALSE(at::detail::same_device(uuid, at::device_uuid("GPU-8932f937-d72c-4106-c12f-20bd9faed9f7")));
  CHECK_FALSE(at::detail::same_device(at::device_uuid("GPU-8932f937"), at::device_uuid("GPU-8932f937")));
  CHECK_FALSE(at::device_uuid("GPU-8932f937").complete());
  // A partition of a board, as drivers before 470 name it, is its instances, too.
  char const* const old_name = "MIG-GPU-8932f937-d72c-4106-c12f-20bd9faed9f6/7/0";
  CHECK(at::detail::same_device(at::device_uuid(old_name), at::device_uuid(old_name)));
  CHECK_FALSE(at::detail::same_device(at::device_uuid(old_name),
                                      at::device_uuid("MIG-GPU-8932f937-d72c-4106-c12f-20bd9faed9f6/8/0")));
}

TEST_CASE("an error names the input, the place, what is valid, and what the machine has") {
  CHECK(refused("0,7", gpus(4)).what ==
        "devices \"0,7\", position 2: there is no CUDA device 7; valid: a count from \"1\" to \"4\", indices from 0 to "
        "3, "
        "such as \"0,1\" or \"0,\" (device 0 only), \"all\", \"auto\", or UUIDs; this machine has 4 CUDA devices: 0, "
        "1, 2, 3");
  CHECK(refused("3", gpus(1)).what ==
        "devices \"3\": there are not 3 of them; valid: \"1\", \"0,\" (device 0 only), \"all\", \"auto\", or its UUID; "
        "this machine "
        "has 1 CUDA device: 0");
  CHECK(refused("all", gpus(0)).what ==
        "devices \"all\": no CUDA device is available; valid: nothing, because there is no CUDA device; this machine "
        "has no CUDA device");
  CHECK(refused(std::string("1\0,\n", 4), gpus(1)).what.substr(0, 33) == "devices \"1\\x00,\\x0a\", position 1:");
  CHECK(refused("0,1", at::devices_present("CPU", 1, at::devices_present::asked_for_by::processes)).what ==
        "devices \"0,1\": the CPU has no devices to choose among, only a number of processes; valid: a count from "
        "\"1\" to \"1024\", or \"auto\"; this machine runs up to 1024 processes on the CPU");
  CHECK_THAT(refused("3", at::devices_present("TPU core", 8, at::devices_present::asked_for_by::cores)).what,
             contains("valid: \"1\", \"8\", \"auto\", or one index from \"0,\" to \"7,\""));
  auto const& base = at::device_selection_error(at::device_selection_error::kind::zero, "0", 0, "why", "valid", {});
  CHECK(std::string(static_cast<at::error const&>(base).what()) == "devices \"0\", position 0: why; valid: valid");
}

TEST_CASE("the first thing wrong is the one reported") {
  using kind = at::device_selection_error::kind;
  CHECK(refused("0,0,x").problem == kind::not_understood);
  CHECK(refused("0,0,x").position == 4);
  CHECK(refused("0,0,-1,9").problem == kind::listed_twice);
  CHECK(refused("0,0,-1,9").position == 2);
  CHECK(refused("9,-1").problem == kind::not_present);
  CHECK(refused("9,-1").position == 2);  // an index below 0 is nowhere, so it comes first
  CHECK(refused("9,8").position == 0);
}

TEST_CASE("numbers are bounded, lists are, texts are") {
  using kind = at::device_selection_error::kind;
  CHECK(refused("2147483647").problem == kind::not_present);
  CHECK(refused("2147483648").problem == kind::not_understood);
  CHECK(refused("99999999999999999999999999,1").problem == kind::not_understood);
  std::string many;
  for (int i = 0; i < at::devices_present::most; ++i) many += std::to_string(i) + ",";
  CHECK(at::device_choice::of_text(many).size() == at::devices_present::most);
  CHECK(refused(many + "128", gpus(at::devices_present::most)).problem == kind::too_many);
  CHECK(refused(many + "128", gpus(at::devices_present::most)).position == static_cast<int>(many.size()));
  CHECK(refused(std::string(1'000'001, ',')).problem == kind::too_many);
  CHECK(gpus(1000).count == at::devices_present::most);
  CHECK(gpus(2'000'000'000).count == at::devices_present::most);
}

TEST_CASE("the CPU runs a bounded number of processes, and none of them has a UUID") {
  at::visible_devices const processors(at::devices_present("CPU", 0, at::devices_present::asked_for_by::processes));
  auto const many = processors.select(140);
  CHECK(many.size() == 140);
  for (int i = 0; i < many.size(); ++i) {
    CHECK(many[i] == i);
    CHECK(many.which(i).index() == 0);  // they are all on the one processor
    CHECK_FALSE(many.which(i).by_uuid());
  }
  CHECK(processors.select(at::detail::max_processes).size() == 1024);
  for (char const* count : {"1025", "2000000000"}) {
    CHECK(refused(count, processors).problem == at::device_selection_error::kind::too_many);
    CHECK(refused(count, processors).what == "devices \"" + std::string(count) +
                                                 "\": these are more processes than one machine is asked for; valid: a "
                                                 "count from \"1\" to \"1024\", or \"auto\"; this "
                                                 "machine runs up to 1024 processes on the CPU");
  }
}

TEST_CASE("idle is the devices that nobody uses") {
  using kind = at::device_selection_error::kind;
  at::devices_present here("acme", 5);
  here.device[0].in_use = here.device[3].in_use = true;
  at::visible_devices const visible = here;
  CHECK(selected("idle", visible) == "1 2 4");
  CHECK(selected(" Idle ", visible) == "1 2 4");
  CHECK(selected("idle:1", visible) == "1");
  CHECK(selected("IDLE:3", visible) == "1 2 4");
  CHECK(refused("idle:4", visible).problem == kind::in_use);
  CHECK(refused("idle:4", visible).what.find("there are not 4 that nobody uses; in use: 0, 3") != std::string::npos);
  CHECK(refused("idle", gpus(0)).problem == kind::none_available);
  here.device[1].in_use = here.device[2].in_use = here.device[4].in_use = true;
  CHECK(refused("idle", at::visible_devices(here)).problem == kind::in_use);
  CHECK(
      refused("idle:1", at::visible_devices(here)).what.find("there is none that nobody uses; in use: 0, 1, 2, 3, 4") !=
      std::string::npos);

  CHECK(refused("idle:0", visible).problem == kind::zero);
  CHECK(refused("idle:-1", visible).problem == kind::negative_count);
  for (char const* text : {"idle:", "idle2", "idle,0", "idle:1,2", "idle: x", "idl", "0,idle", "idle:9999999999"}) {
    CAPTURE(text);
    CHECK(refused(text, visible).problem == kind::not_understood);
  }
  CHECK(refused("idle", at::devices_present("CPU", 0, at::devices_present::asked_for_by::processes)).problem ==
        kind::not_for_this_accelerator);
  CHECK(refused("idle:1", at::devices_present("TPU core", 8, at::devices_present::asked_for_by::cores)).problem ==
        kind::not_for_this_accelerator);

  static_assert(at::device_choice("idle:2").only_idle() && at::device_choice("idle:2").size() == 2);
  static_assert(at::device_choice("idle:2") != at::device_choice(2) &&
                at::device_choice("idle") != at::device_choice("all"));
  for (char const* text : {"idle", "idle:7"}) CHECK(to_string(at::device_choice::of_text(text)) == text);
}

TEST_CASE("numbers and lists of the running program") {
  using kind = at::device_selection_error::kind;
  auto const problem_of = [](auto&& make) {
    try {
      make();
    } catch (at::device_selection_error const& error) {
      return error.problem();
    }
    return kind::none;
  };
  CHECK(at::device_choice(-1) == at::device_choice("all"));
  CHECK(problem_of([] { at::device_choice(0); }) == kind::zero);
  CHECK(problem_of([] { at::device_choice(-2LL); }) == kind::negative_count);
  CHECK(problem_of([] { at::device_choice(18446744073709551615ULL); }) == kind::not_understood);
  CHECK(problem_of([] { at::device_choice(4294967295U); }) == kind::not_understood);
  CHECK(problem_of([] { (void)at::device_choice::indices({}); }) == kind::zero);
  CHECK(problem_of([] { (void)at::device_choice::indices({1, 0, 1}); }) == kind::listed_twice);
  CHECK(problem_of([] { (void)at::device_choice::indices({1, -1}); }) == kind::not_present);
  CHECK(problem_of([] { (void)at::device_choice::indices({1LL << 40}); }) == kind::not_understood);
  CHECK(problem_of([] { (void)at::device_choice::of_text("0;1"); }) == kind::not_understood);
}
