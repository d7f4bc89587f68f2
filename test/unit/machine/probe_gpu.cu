// SPDX-License-Identifier: BSL-1.0
// What probe() finds on this machine, against what CUDA says of the same devices.
#include <cuda_runtime_api.h>
#include <allotype/allotype.hpp>
#include <allotype/machine/availability.hpp>
#include <allotype/machine/find.hpp>
#include <allotype/machine/with_found_device.hpp>
#include <string>

#include "catch.hpp"

using namespace allotype;

namespace {

struct says_yes_and_passes {
  machine const& here;
  found_device const& device;
  template <class A>
  bool operator()(std::type_identity<A>) const {
    if constexpr (can_match<A>) CHECK(matches<A>(device));
    if constexpr (dispatchable<A>) {
      // By its UUID, and compared with the type by what CUDA says.
      std::string const opened = to_string(queue<A>(device)).text();
      CHECK_THAT(opened, contains(", " + device.name()));
      CHECK_THAT(opened, !contains("(is not"));
    }
    return static_cast<bool>(is_present<A>(here));
  }
};

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
    INFO(properties.name);
    bool found = false;
    for (found_device const& device : here.devices()) {
      auto const names = device.slice != nullptr ? device_uuid::kind::partition : device_uuid::kind::gpu;
      if (!device.uuid() ||
          !detail::same_device(*device.uuid(), detail::device_uuid_of_bytes(names, properties.uuid.bytes)))
        continue;
      found = true;
      CHECK(device.name() == properties.name);
      CHECK(device.visible().value_or(true));
      CHECK(device.board->compute_capability == compute_capability{properties.major, properties.minor});
      REQUIRE(device.memory());
      // CUDA leaves out what the driver keeps for itself.
      CHECK(device.memory()->count >= properties.totalGlobalMem);
      CHECK(device.memory()->count < properties.totalGlobalMem + properties.totalGlobalMem / 8);
      if (device.slice != nullptr && device.slice->sm_count)
        CHECK(*device.slice->sm_count == properties.multiProcessorCount);
      if (!device.type().empty()) CHECK(with_accelerator(device, says_yes_and_passes{here, device}));
    }
    CHECK(found);
  }
}
