// SPDX-License-Identifier: BSL-1.0
// The library's occupancy against CUDA's own calculation, cuda_occupancy.h, on every compute capability of the
// catalogue that has what it takes; and the table of compute capabilities against what the same header knows.
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/plan/occupancy.hpp>

#include <cuda_occupancy.h>
#include <climits>
#include <string>
#include <vector>

#include "catch.hpp"

namespace at = allotype;

namespace {

struct subject {
  char const* name;
  at::compute_capability<> capability;
  at::detail::sm_limits sm;
};

/// One device of each compute capability.
template <class... Devices>
std::vector<subject> subjects(at::list<Devices...>) {
  std::vector<subject> found;
  auto const add = [&]<class Device>(std::type_identity<Device>) {
    if constexpr (at::occupancy_known<Device>) {
      at::compute_capability<> const capability = at::fact_of<Device, at::fact::compute_capability>;
      for (subject const& other : found) {
        if (other.capability == capability) return;
      }
      found.push_back({at::name_of<Device>, capability, at::detail::sm_limits_of<Device>()});
    }
  };
  (add(std::type_identity<Devices>{}), ...);
  return found;
}

cudaOccDeviceProp properties_of(subject const& device) {
  cudaOccDeviceProp properties;
  properties.computeMajor = device.capability.major;
  properties.computeMinor = device.capability.minor;
  properties.maxThreadsPerBlock = device.sm.max_threads_per_block;
  properties.maxThreadsPerMultiprocessor = device.sm.max_threads;
  properties.regsPerBlock = device.sm.max_registers_per_block;
  properties.regsPerMultiprocessor = device.sm.registers;
  properties.warpSize = device.sm.warp_size;
  properties.sharedMemPerBlock = at::shared_memory_without_opting_in.count;
  properties.sharedMemPerMultiprocessor = device.sm.shared_bytes;
  properties.numSms = 1;
  properties.sharedMemPerBlockOptin = device.sm.max_shared_bytes_per_block;
  properties.reservedSharedMemPerBlock = device.sm.reserved_shared_bytes;
  return properties;
}

struct differences {
  long long points = 0, different = 0, running = 0;
  std::string first;
};

bool same(at::detail::block_occupancy const& ours, cudaOccResult const& theirs) {
  auto const limited_by = [&](cudaOccLimitingFactor factor) {
    return (theirs.limitingFactors & unsigned(factor)) != 0;
  };
  return ours.blocks_per_sm == theirs.activeBlocksPerMultiprocessor &&
         ours.limited_by_warps == limited_by(OCC_LIMIT_WARPS) &&
         ours.limited_by_blocks == limited_by(OCC_LIMIT_BLOCKS) &&
         ours.limited_by_registers == limited_by(OCC_LIMIT_REGISTERS) &&
         ours.limited_by_shared_memory == limited_by(OCC_LIMIT_SHARED_MEMORY);
}

/// `static_bytes` and `dynamic_bytes` of shared memory, for which the function has opted in.
void compare(subject const& device, cudaOccDeviceProp const& properties, int threads, int registers,
             unsigned long long static_bytes, unsigned long long dynamic_bytes, differences& result) {
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = INT_MAX;
  function.numRegs = registers;
  function.sharedSizeBytes = static_bytes;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.maxDynamicSharedSizeBytes = dynamic_bytes;
  function.numBlockBarriers = 1;
  cudaOccDeviceState const state;
  cudaOccResult theirs{};
  auto const status =
      cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &properties, &function, &state, threads, dynamic_bytes);
  auto const ours = at::detail::occupancy_on(device.sm, threads, static_bytes + dynamic_bytes, registers);
  ++result.points;
  if (ours.blocks_per_sm > 0) ++result.running;
  if (status == CUDA_OCC_SUCCESS && same(ours, theirs)) return;
  if (result.different++ == 0) {
    result.first = std::string(device.name) + ": " + std::to_string(threads) + " threads, " +
                   std::to_string(registers) + " registers, " + std::to_string(static_bytes) + " + " +
                   std::to_string(dynamic_bytes) + " bytes: ours " + std::to_string(ours.blocks_per_sm) + ", CUDA's " +
                   std::to_string(theirs.activeBlocksPerMultiprocessor);
  }
}

}  // namespace

TEST_CASE("occupancy is what CUDA's own calculation gives") {
  auto const devices = subjects(at::detail::known_gpus{});
  // 5.2, 6.0, 6.1, 7.0, 7.5, 8.0, 8.6, 8.9, 9.0, 10.0, 10.3, 11.0, 12.0, 12.1
  CHECK(devices.size() == 14);
  differences all;
  for (subject const& device : devices) {
    differences result;
    auto const properties = properties_of(device);
    for (int threads = 1; threads <= 1056; threads += threads % 32 == 1 ? 31 : 1) {
      for (int registers = 0; registers <= 255; registers += registers < 16 ? 16 : 3) {
        for (unsigned long long kibibytes = 0; kibibytes <= 232; kibibytes += kibibytes < 16 ? 3 : 24) {
          for (unsigned long long const more : {0ULL, 1ULL}) {
            compare(device, properties, threads, registers, 0, (kibibytes << 10) + more, result);
          }
        }
      }
    }
    // Static beside dynamic; every amount around the limits.
    for (unsigned long long bytes = 0; bytes <= 236 << 10; bytes += 64) {
      for (int const threads : {32, 256, 1024}) {
        if (bytes <= at::shared_memory_without_opting_in.count)
          compare(device, properties, threads, 32, bytes, 0, result);
        compare(device, properties, threads, 32, bytes < 2048 ? bytes : 2048, bytes < 2048 ? 0 : bytes - 2048, result);
        compare(device, properties, threads, 0, 0, bytes, result);
      }
    }
    INFO(device.name << ": " << result.points << " points, first difference: " << result.first);
    CHECK(result.different == 0);
    CHECK(result.running > result.points / 8);
    all.points += result.points;
    all.different += result.different;
  }
  WARN(all.points << " points on " << devices.size() << " compute capabilities, " << all.different << " differences");
  CHECK(all.points >= 800'000);
}

TEST_CASE("the table of compute capabilities agrees with CUDA's header") {
  for (at::sm_row const& row : at::sm_rows) {
    cudaOccDeviceProp properties;
    properties.computeMajor = row.capability.major;
    properties.computeMinor = row.capability.minor;
    INFO(row.capability.major << "." << row.capability.minor);
    int limit = 0;
    CHECK(cudaOccMaxBlocksPerMultiprocessor(&limit, &properties) == CUDA_OCC_SUCCESS);
    CHECK(limit == row.max_blocks);
    CHECK(cudaOccSubPartitionsPerMultiprocessor(&limit, &properties) == CUDA_OCC_SUCCESS);
    CHECK(limit == row.parts);
    CHECK(cudaOccSMemAllocationGranularity(&limit, &properties) == CUDA_OCC_SUCCESS);
    CHECK(limit == row.shared_memory_unit);
    CHECK(cudaOccRegAllocationGranularity(&limit, &properties) == CUDA_OCC_SUCCESS);
    CHECK(limit == at::register_unit);
    if (row.capability.major >= 7) {
      // Of the amounts that the SM can be set to, ours is the largest.
      std::size_t bytes = row.shared_memory.count;
      CHECK(cudaOccAlignUpShmemSizeVoltaPlus(&bytes, &properties) == CUDA_OCC_SUCCESS);
      CHECK(bytes == row.shared_memory.count);
      bytes = row.shared_memory.count + 1;
      CHECK(cudaOccAlignUpShmemSizeVoltaPlus(&bytes, &properties) == CUDA_OCC_ERROR_INVALID_INPUT);
    }
  }
}
