// SPDX-License-Identifier: BSL-1.0
// The library's own declarations of NVML against the vendor's.
#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include <nvml.h>

#include <allotype/machine/detail/nvml.hpp>
#include <cstddef>
#include <string>
#include <type_traits>

#include "catch.hpp"

namespace nvml = allotype::detail::nvml;

namespace {

/// Passed alike: pointers to things of one size, or numbers of one size and kind.
template <class Ours, class Theirs>
constexpr bool passed_alike() {
  if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>) {
    using ours = std::remove_pointer_t<Ours>;
    using theirs = std::remove_pointer_t<Theirs>;
    if constexpr (requires { sizeof(ours); } && requires { sizeof(theirs); }) {
      return std::is_const_v<ours> == std::is_const_v<theirs> &&
             passed_alike<std::remove_const_t<ours>, std::remove_const_t<theirs>>();
    } else {
      return true;  // handles: what they point to is NVML's
    }
  } else if constexpr (std::is_class_v<Ours> && std::is_class_v<Theirs>) {
    return sizeof(Ours) == sizeof(Theirs) && alignof(Ours) == alignof(Theirs);
  } else {
    return !std::is_pointer_v<Ours> && !std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs);
  }
}

template <class... Ours, class... Theirs>
constexpr bool same_call(nvml::entry<Ours...> const&, nvmlReturn_t (*)(Theirs...)) {
  if constexpr (sizeof...(Ours) == sizeof...(Theirs)) {
    return (passed_alike<Ours, Theirs>() && ...);
  } else {
    return false;
  }
}

constexpr nvml::entries call;

#define SAME_CALL(entry, function)                 \
  static_assert(same_call(call.entry, &function)); \
  CHECK(std::string{call.entry.name} == #function)
#define SAME_MEMBER(ours, our_member, theirs, their_member)                           \
  static_assert(offsetof(nvml::ours, our_member) == offsetof(theirs, their_member) && \
                sizeof(nvml::ours::our_member) == sizeof(theirs::their_member))

}  // namespace

TEST_CASE("calls are declared as the vendor declares them") {
  SAME_CALL(initialize, nvmlInit_v2);
  SAME_CALL(shut_down, nvmlShutdown);
  SAME_CALL(driver_version, nvmlSystemGetDriverVersion);
  SAME_CALL(cuda_version, nvmlSystemGetCudaDriverVersion_v2);
  SAME_CALL(count, nvmlDeviceGetCount_v2);
  SAME_CALL(device_at, nvmlDeviceGetHandleByIndex_v2);
  SAME_CALL(device_of_uuid, nvmlDeviceGetHandleByUUID);
  SAME_CALL(name, nvmlDeviceGetName);
  SAME_CALL(uuid, nvmlDeviceGetUUID);
  SAME_CALL(memory, nvmlDeviceGetMemoryInfo);
  SAME_CALL(compute_capability, nvmlDeviceGetCudaComputeCapability);
  SAME_CALL(location, nvmlDeviceGetPciInfo_v3);
  SAME_CALL(utilization, nvmlDeviceGetUtilizationRates);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  SAME_CALL(temperature, nvmlDeviceGetTemperature);  // its successor is missing from drivers before R565
#pragma GCC diagnostic pop
  SAME_CALL(power, nvmlDeviceGetPowerUsage);
  SAME_CALL(power_limit, nvmlDeviceGetEnforcedPowerLimit);
  SAME_CALL(energy, nvmlDeviceGetTotalEnergyConsumption);
  SAME_CALL(clock, nvmlDeviceGetClockInfo);
  SAME_CALL(fan_speed, nvmlDeviceGetFanSpeed);
  SAME_CALL(memory_v2, nvmlDeviceGetMemoryInfo_v2);
  SAME_CALL(compute_processes, nvmlDeviceGetComputeRunningProcesses_v3);
  SAME_CALL(graphics_processes, nvmlDeviceGetGraphicsRunningProcesses_v3);
  SAME_CALL(mig_mode, nvmlDeviceGetMigMode);
  SAME_CALL(max_mig_devices, nvmlDeviceGetMaxMigDeviceCount);
  SAME_CALL(mig_device_at, nvmlDeviceGetMigDeviceHandleByIndex);
  SAME_CALL(gpu_instance_id, nvmlDeviceGetGpuInstanceId);
  SAME_CALL(compute_instance_id, nvmlDeviceGetComputeInstanceId);
  SAME_CALL(attributes, nvmlDeviceGetAttributes_v2);
  SAME_CALL(gpu_instance_profile_at, nvmlDeviceGetGpuInstanceProfileInfo);
  SAME_CALL(gpu_instances, nvmlDeviceGetGpuInstances);
  SAME_CALL(gpu_instance_of_id, nvmlDeviceGetGpuInstanceById);
  SAME_CALL(describe_gpu_instance, nvmlGpuInstanceGetInfo);
  SAME_CALL(compute_instance_profile_at, nvmlGpuInstanceGetComputeInstanceProfileInfo);
  SAME_CALL(compute_instances, nvmlGpuInstanceGetComputeInstances);
  SAME_CALL(compute_instance_of_id, nvmlGpuInstanceGetComputeInstanceById);
  SAME_CALL(describe_compute_instance, nvmlComputeInstanceGetInfo_v2);
  static_assert(std::is_same_v<decltype(&nvmlErrorString), char const* (*)(nvmlReturn_t)>);
}

TEST_CASE("structs lie in memory as the vendor's do") {
  SAME_MEMBER(memory, total, nvmlMemory_t, total);
  SAME_MEMBER(memory, free, nvmlMemory_t, free);
  SAME_MEMBER(memory, used, nvmlMemory_t, used);
  SAME_MEMBER(memory_v2, version, nvmlMemory_v2_t, version);
  SAME_MEMBER(memory_v2, total, nvmlMemory_v2_t, total);
  SAME_MEMBER(memory_v2, reserved, nvmlMemory_v2_t, reserved);
  SAME_MEMBER(memory_v2, free, nvmlMemory_v2_t, free);
  SAME_MEMBER(memory_v2, used, nvmlMemory_v2_t, used);
  CHECK(nvml::memory_v2{}.version == nvmlMemory_v2);
  SAME_MEMBER(pci_location, bus_id, nvmlPciInfo_t, busId);
  SAME_MEMBER(process, id, nvmlProcessInfo_t, pid);
  SAME_MEMBER(process, gpu_instance_id, nvmlProcessInfo_t, gpuInstanceId);
  SAME_MEMBER(utilization, gpu, nvmlUtilization_t, gpu);
  SAME_MEMBER(utilization, memory, nvmlUtilization_t, memory);
  SAME_MEMBER(device_attributes, multiprocessors, nvmlDeviceAttributes_t, multiprocessorCount);
  SAME_MEMBER(device_attributes, memory_mebibytes, nvmlDeviceAttributes_t, memorySizeMB);
  SAME_MEMBER(gpu_instance_profile, id, nvmlGpuInstanceProfileInfo_t, id);
  SAME_MEMBER(gpu_instance_profile, instances, nvmlGpuInstanceProfileInfo_t, instanceCount);
  SAME_MEMBER(gpu_instance_profile, memory_mebibytes, nvmlGpuInstanceProfileInfo_t, memorySizeMB);
  SAME_MEMBER(gpu_instance_description, id, nvmlGpuInstanceInfo_t, id);
  SAME_MEMBER(gpu_instance_description, profile_id, nvmlGpuInstanceInfo_t, profileId);
  SAME_MEMBER(gpu_instance_description, placement, nvmlGpuInstanceInfo_t, placement);
  SAME_MEMBER(placement, size, nvmlGpuInstancePlacement_t, size);
  SAME_MEMBER(compute_instance_profile, id, nvmlComputeInstanceProfileInfo_t, id);
  SAME_MEMBER(compute_instance_profile, instances, nvmlComputeInstanceProfileInfo_t, instanceCount);
  SAME_MEMBER(compute_instance_description, id, nvmlComputeInstanceInfo_t, id);
  SAME_MEMBER(compute_instance_description, placement, nvmlComputeInstanceInfo_t, placement);
}

TEST_CASE("numbers are the vendor's") {
  CHECK(static_cast<int>(nvml::status::success) == NVML_SUCCESS);
  CHECK(static_cast<int>(nvml::status::uninitialized) == NVML_ERROR_UNINITIALIZED);
  CHECK(static_cast<int>(nvml::status::invalid_argument) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(static_cast<int>(nvml::status::reset_required) == NVML_ERROR_RESET_REQUIRED);
  CHECK(static_cast<int>(nvml::status::not_supported) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(static_cast<int>(nvml::status::no_permission) == NVML_ERROR_NO_PERMISSION);
  CHECK(static_cast<int>(nvml::status::not_found) == NVML_ERROR_NOT_FOUND);
  CHECK(static_cast<int>(nvml::status::driver_not_loaded) == NVML_ERROR_DRIVER_NOT_LOADED);
  CHECK(static_cast<int>(nvml::status::function_not_found) == NVML_ERROR_FUNCTION_NOT_FOUND);
  CHECK(static_cast<int>(nvml::status::gpu_is_lost) == NVML_ERROR_GPU_IS_LOST);
  CHECK(static_cast<int>(nvml::status::library_and_driver_differ) == NVML_ERROR_LIB_RM_VERSION_MISMATCH);
  CHECK(static_cast<int>(nvml::status::unknown) == NVML_ERROR_UNKNOWN);
  CHECK(nvml::gpu_instance_profiles == NVML_GPU_INSTANCE_PROFILE_COUNT);
  CHECK(nvml::compute_instance_profiles == NVML_COMPUTE_INSTANCE_PROFILE_COUNT);
  CHECK(nvml::name_length == NVML_DEVICE_NAME_V2_BUFFER_SIZE);
  CHECK(nvml::uuid_length == NVML_DEVICE_UUID_V2_BUFFER_SIZE);
  CHECK(nvml::version_length == NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE);
  CHECK(nvml::gpu_temperature == NVML_TEMPERATURE_GPU);
  CHECK(nvml::sm_clock == NVML_CLOCK_SM);
  CHECK(nvml::memory_clock == NVML_CLOCK_MEM);
}
