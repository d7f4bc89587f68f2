// SPDX-License-Identifier: BSL-1.0
// What probe() finds on this machine, against what CUDA says of the same devices.
#include <allotype/allotype.hpp>
#include <allotype/machine/availability.hpp>
#include <allotype/machine/check_device.hpp>
#include <allotype/machine/queue_on.hpp>
#include <allotype/machine/with_found_device.hpp>
#include <cuda_runtime_api.h>
#include <string>

#include "catch.hpp"

using namespace allotype;

namespace {

struct says_yes_and_passes {
  machine const& here;
  found_device const& device;
  template <class A>
  bool operator()(std::type_identity<A>) const {
    if constexpr (checkable_device<A>) check_device<A>(device);
    if constexpr (dispatchable<A>) {
      // By its UUID, and compared with the type by what CUDA says.
      std::string const opened = queue_on<A>(device).description().text();
      CHECK_THAT(opened, contains(", " + device.name()));
      CHECK_THAT(opened, !contains("(is not"));
    }
    return static_cast<bool>(is_present<A>(here));
  }
};

std::string digits_of(cudaUUID_t const& uuid) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    constexpr char digits[] = "0123456789abcdef";
    auto const byte = static_cast<unsigned char>(uuid.bytes[i]);
    text += std::string{i == 4 || i == 6 || i == 8 || i == 10 ? "-" : ""} + digits[byte / 16] + digits[byte % 16];
  }
  return text;
}

}  // namespace

TEST_CASE("every device that CUDA shows was found, visible, and is what its type says") {
  machine const here = probe();
  INFO(here.nvidia.complete.text());
  REQUIRE(here.nvidia.complete);
  CHECK(!here.nvidia.driver_version.empty());
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties;
    REQUIRE(cudaGetDeviceProperties(&properties, i) == cudaSuccess);
    std::string const uuid = digits_of(properties.uuid);
    INFO(properties.name << " " << uuid);
    bool found = false;
    for (found_device const& device : devices_of(here)) {
      if (device.uuid().size() < 5 || device.uuid().substr(4) != uuid) continue;
      found = true;
      CHECK(device.name() == properties.name);
      CHECK(device.visible().value_or(true));
      CHECK(device.board->compute_capability == compute_capability{properties.major, properties.minor});
      REQUIRE(device.memory());
      // CUDA leaves out what the driver keeps for itself.
      CHECK(device.memory()->count >= properties.totalGlobalMem);
      CHECK(device.memory()->count < properties.totalGlobalMem + properties.totalGlobalMem / 8);
      if (device.slice != nullptr && device.slice->sm_count) CHECK(*device.slice->sm_count == properties.multiProcessorCount);
      if (!device.type().empty()) CHECK(with_found_device(device, says_yes_and_passes{here, device}));
    }
    CHECK(found);
  }
}
