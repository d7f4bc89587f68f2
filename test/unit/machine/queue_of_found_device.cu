// SPDX-License-Identifier: BSL-1.0
// From devices that NVML names to queues of CUDA on just these: NVML is the fake one, CUDA's runtime the pretended one,
// and they count differently.
#include <allotype/allotype.hpp>
#include <allotype/machine/with_found_device.hpp>
#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/registry/choose.hpp>

#include <cstdlib>
#include <string>
#include <vector>

#include "backend/pretend_cuda_runtime.hpp"
#include "catch.hpp"
#include "fake_nvml.hpp"

namespace at = allotype;

namespace {

using slice = at::A100::partition<"2g.10gb">;

/// What CUDA says of a device that NVML found.
pretend::device as_cuda_has_it(at::found_device const& device) {
  auto const capability = device.board->compute_capability.value();
  return {device.name(),
          device.memory().value().in_mebibytes(),
          device.slice != nullptr ? device.slice->sm_count.value() : at::fact_of<at::A100, at::fact::sm_count>,
          capability.major,
          capability.minor,
          at::to_string(device.uuid())};
}

/// NVML finds the scenario; CUDA shows what the mask names, in its order.
at::machine machine_under(char const* scenario, std::vector<std::string> const& mask) {
  auto options = options_for(scenario);
  std::string text;
  for (std::string const& uuid : mask) text += (text.empty() ? "" : ",") + uuid;
  options.environment = {.cuda_visible_devices = text.c_str()};
  at::machine const here = probed(options);
  pretend::reset();
  for (std::string const& uuid : mask) {
    for (at::found_device const& device : here.devices()) {
      if (at::to_string(device.uuid()) == uuid) pretend::here().devices.push_back(as_cuda_has_it(device));
    }
  }
  REQUIRE(pretend::here().devices.size() == mask.size());
  return here;
}

std::vector<std::string> uuids_of(at::machine const& here) {
  std::vector<std::string> uuids;
  for (at::found_device const& device : here.devices()) uuids.push_back(at::to_string(device.uuid()));
  return uuids;
}

std::vector<std::string> const three_boards_backwards() {
  auto const uuids = uuids_of(machine_of("a100_whole"));
  return {uuids.at(6), uuids.at(3), uuids.at(0)};
}

/// The type is found by the device; only A100s are tried, which is what the scenarios have.
struct opened_on {
  at::found_device const& device;
  template <class A>
  std::string operator()(std::type_identity<A>) const {
    if constexpr (at::dispatchable<A> && std::is_same_v<at::device_of<A>, at::A100>) {
      return to_string(at::queue<A>(device)).text();
    } else {
      return "";
    }
  }
};

struct copy_there_and_back {
  template <class A>
  std::vector<int> operator()(at::queue<A>& on, std::vector<int> const& numbers) const {
    at::buffer<int, A> const there{on, numbers};
    std::vector<int> back(numbers.size());
    at::copy(on, there, back);
    return back;
  }
};
constexpr auto copied = at::task<at::any_of<at::A100, at::cpu>>("copied", copy_there_and_back{});

}  // namespace

TEST_CASE("a device that was found is opened as its type, wherever CUDA has it") {
  auto const mask = three_boards_backwards();
  auto const here = machine_under("a100_whole", mask);
  for (int i : {0, 3, 6}) {
    auto const& board = here.nvidia.boards.at(static_cast<std::size_t>(i));
    std::string const place = std::to_string(2 - i / 3);
    CHECK(at::with_accelerator(board, opened_on{board}) == "CUDA device " + place + ", NVIDIA A100-SXM4-40GB");
  }
  auto const& hidden = here.nvidia.boards.at(1);
  CHECK_THROWS_WITH(
      at::queue<at::A100>(at::found_device(hidden)),
      contains("CUDA shows this program no device with the UUID " + at::to_string(hidden.uuid)) &&
          contains("set CUDA_VISIBLE_DEVICES=" + at::to_string(hidden.uuid) + " before the program starts"));
  CHECK_FALSE(at::queue<at::A100>::open_unchecked(at::found_device(hidden)));
}

TEST_CASE("a slice that was found is opened by its own UUID") {
  auto const all = machine_of("a100_slices_described");
  auto const& slices = all.nvidia.boards.at(0).slices;
  auto const here =
      machine_under("a100_slices_described", {at::to_string(slices.at(2).uuid), at::to_string(slices.at(1).uuid)});
  auto const& board = here.nvidia.boards.at(0);
  at::found_device const two{board, board.slices.at(1)};
  CHECK(at::with_accelerator(two, opened_on{two}) == "CUDA device 1, NVIDIA A100-SXM4-40GB MIG 2g.10gb");
  at::found_device const one{board, board.slices.at(2)};
  CHECK_THROWS_WITH(at::queue<slice>(one), contains("A100 2g.10gb: asked for A100 2g.10gb, ") &&
                                               contains(at::to_string(one.uuid())) && contains("another slice"));
  CHECK_THAT(std::string(to_string(*at::queue<slice>::open_unchecked(one)).text()),
             starts_with("CUDA device 0, NVIDIA A100-SXM4-40GB MIG 1g.5gb (is not A100 2g.10gb: another slice"));
  // The first of the board is a 3g.20gb, which the mask hides.
  CHECK_THROWS_WITH((at::queue<at::A100::partition<"3g.20gb">>(at::found_device{board, board.slices.at(0)})),
                    contains("CUDA shows this program no device with the UUID MIG-"));
  auto nameless = board.slices.at(1);
  nameless.uuid.reset();
  CHECK_THROWS_WITH((at::queue<slice>(at::found_device{board, nameless})), contains("the driver told none"));
}

TEST_CASE("--devices means the devices that it names, and queues open on them") {
  auto const mask = three_boards_backwards();
  auto const here = machine_under("a100_whole", mask);
  auto const opened = [&](std::string const& text) {
    std::string all;
    auto const devices = at::choose<at::A100>({.devices = text}, here);
    for (int i = 0; i < devices.size(); ++i) all += std::string(to_string(devices.open(i)).text()).substr(0, 13) + ";";
    return all;
  };
  CHECK(opened("2") == "CUDA device 0;CUDA device 1;");
  CHECK(opened("2,0") == "CUDA device 2;CUDA device 0;");  // indices are CUDA's: after the mask
  CHECK(opened(mask.at(2)) == "CUDA device 2;");
  CHECK(opened(mask.at(2) + "," + mask.at(1)) == "CUDA device 2;CUDA device 1;");
  CHECK(opened(mask.at(0).substr(0, 9)) == "CUDA device 0;");  // a beginning that only one has
  auto const hidden = at::to_string(here.nvidia.boards.at(1).uuid);
  CHECK_THROWS_WITH(opened(hidden), contains(hidden + " is there, but hidden") &&
                                        contains("5 more are not visible under CUDA_VISIBLE_DEVICES=" + mask.at(0)));

  // Should CUDA number them in another way than was worked out, the UUIDs still lead to the devices.
  auto const chosen = at::choose<at::A100>({.devices = mask.at(2)}, here);
  std::swap(pretend::here().devices.at(0), pretend::here().devices.at(2));
  CHECK(std::string(to_string(chosen.open(0)).text()) == "CUDA device 0, NVIDIA A100-SXM4-40GB");
}

TEST_CASE("a task runs on each of the GPUs that --devices names") {
  auto const mask = three_boards_backwards();
  auto const here = machine_under("a100_whole", mask);
  auto const devices = at::choose(copied, {.devices = "2,0"}, here);
  CHECK(devices.name() == "A100");
  std::vector<int> const numbers{1, 2, 3};
  auto const results = copied.on_each(devices, numbers);
  REQUIRE(results.size() == 2);
  CHECK(std::string(results[0].device()) == "CUDA device 2, NVIDIA A100-SXM4-40GB");
  CHECK(std::string(results[1].device()) == "CUDA device 0, NVIDIA A100-SXM4-40GB");
  for (auto const& result : results) {
    CHECK(std::string(result.where()) == "A100");
    CHECK(result.value() == numbers);
  }
  CHECK(pretend::here().streams == 0);
  CHECK(pretend::here().device_allocations == 0);

  pretend::here().malloc_fails = cudaErrorMemoryAllocation;
  CHECK_THROWS_WITH(copied.on_each(devices, numbers),
                    starts_with("task copied: devices[0] (CUDA device 2, NVIDIA A100-SXM4-40GB): A100: cudaMalloc") &&
                        contains("; devices[1] (CUDA device 0, NVIDIA A100-SXM4-40GB): A100: cudaMalloc"));
  pretend::here().malloc_fails = cudaSuccess;

  // One of them is lost behind the choice.
  pretend::here().devices.erase(pretend::here().devices.begin());
  CHECK_THROWS_WITH(
      copied.on_each(devices, numbers),
      starts_with("task copied: devices[1]: A100: CUDA shows this program no device with the UUID " + mask.at(0)));
  CHECK(pretend::here().streams == 0);
}

TEST_CASE("an executor runs on the devices that --devices names") {
  auto const mask = three_boards_backwards();
  auto const here = machine_under("a100_whole", mask);
  auto const devices = at::choose<at::A100>({.devices = mask.at(2)}, here);
  std::string where;
  at::executor<at::A100, at::single_device<at::A100>>(devices).run([&](auto& execution) {
    where = std::string(to_string(execution.queue()).text());
    CHECK(execution.device_index() == 2);
  });
  CHECK(where == "CUDA device 2, NVIDIA A100-SXM4-40GB");
  CHECK(pretend::here().streams == 0);
}

TEST_CASE("make_executor takes the UUID that --devices has") {
  auto const mask = three_boards_backwards();
  machine_under("a100_whole", mask);
  setenv("CUDA_VISIBLE_DEVICES", (mask.at(0) + "," + mask.at(1) + "," + mask.at(2)).c_str(), 1);
  auto const where = [](std::string const& devices) {
    std::string text;
    auto const chosen = at::make_executor<at::list<at::A100>>({.accelerator = "A100", .devices_text = devices});
    chosen.run([&](auto& execution) { text = std::string(to_string(execution.queue()).text()); });
    return text;
  };
  for (int i : {0, 1, 2}) {
    CHECK(where(mask.at(static_cast<std::size_t>(i))) ==
          "CUDA device " + std::to_string(i) + ", NVIDIA A100-SXM4-40GB");
  }
  CHECK(where("1,") == "CUDA device 1, NVIDIA A100-SXM4-40GB");
  CHECK_THROWS_AS(where("GPU-0123456789"), at::device_selection_error);
  unsetenv("CUDA_VISIBLE_DEVICES");
}
