// SPDX-License-Identifier: BSL-1.0
/// \file
/// NVML, NVIDIA's management library, loaded when it is asked for: a program that includes this links nothing of
/// NVIDIA's and starts on machines without a driver. The few declarations are the library's own; a test compares them
/// with the vendor's `nvml.h`. NVML makes no CUDA context and heeds no mask.
#pragma once

#include <dlfcn.h>

#include <string>

#include <allotype/machine/detail/time_limit.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail::nvml {

/// What a call returns; the codes that something is concluded from.
enum class status : int {
  success = 0,
  uninitialized = 1,
  invalid_argument = 2,
  not_supported = 3,
  no_permission = 4,
  not_found = 6,
  insufficient_size = 7,
  driver_not_loaded = 9,
  function_not_found = 13,
  gpu_is_lost = 15,
  reset_required = 16,
  library_and_driver_differ = 18,
  unknown = 999
};

using device = struct device_record*;
using gpu_instance = struct gpu_instance_record*;
using compute_instance = struct compute_instance_record*;

struct memory {
  unsigned long long total, free, used;
};
struct memory_v2 {
  unsigned version = sizeof(memory_v2) | 2u << 24;
  unsigned long long total = 0, reserved = 0, free = 0, used = 0;
};
struct pci_location {
  char legacy_bus_id[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};
struct utilization {
  unsigned gpu, memory;
};
struct device_attributes {
  unsigned multiprocessors, copy_engines, decoders, encoders, jpeg, ofa, gpu_instance_slices, compute_instance_slices;
  unsigned long long memory_mebibytes;
};
struct placement {
  unsigned start, size;
};
struct gpu_instance_profile {
  unsigned id, peer_to_peer, slices, instances, multiprocessors, copy_engines, decoders, encoders, jpeg, ofa;
  unsigned long long memory_mebibytes;
};
struct gpu_instance_description {
  nvml::device device;
  unsigned id, profile_id;
  nvml::placement placement;
};
struct compute_instance_profile {
  unsigned id, slices, instances, multiprocessors, copy_engines, decoders, encoders, jpeg, ofa;
};
struct compute_instance_description {
  nvml::device device;
  nvml::gpu_instance gpu_instance;
  unsigned id, profile_id;
  nvml::placement placement;
};

struct process {
  unsigned id;
  unsigned long long used_memory;
  unsigned gpu_instance_id, compute_instance_id;
};

inline constexpr unsigned gpu_instance_profiles = 0x12;   ///< NVML_GPU_INSTANCE_PROFILE_COUNT
inline constexpr unsigned compute_instance_profiles = 9;  ///< NVML_COMPUTE_INSTANCE_PROFILE_COUNT
inline constexpr unsigned most_instances = 64;            ///< on one board; those that are known have 7 and 8
inline constexpr unsigned most_boards = 4096;             ///< of a machine; those that are known have 16
inline constexpr unsigned name_length = 96, uuid_length = 96, version_length = 80;
inline constexpr int gpu_temperature = 0;             ///< NVML_TEMPERATURE_GPU
inline constexpr int sm_clock = 1, memory_clock = 2;  ///< NVML_CLOCK_SM, NVML_CLOCK_MEM

/// An entry point. One that this driver lacks answers as NVML does for those: `function_not_found`.
template <class... Parameters>
struct entry {
  char const* name;
  status (*address)(Parameters...) = nullptr;

  status operator()(Parameters... parameters) const {
    now_calling(name);
    return address == nullptr ? status::function_not_found : address(parameters...);
  }
};

/// The entry points that are used.
struct entries {
  // Without the first eleven nothing can be found; the others answer `function_not_found` where they are missing.
  entry<> initialize{"nvmlInit_v2"};
  entry<> shut_down{"nvmlShutdown"};
  entry<char*, unsigned> driver_version{"nvmlSystemGetDriverVersion"};
  entry<int*> cuda_version{"nvmlSystemGetCudaDriverVersion_v2"};
  entry<unsigned*> count{"nvmlDeviceGetCount_v2"};
  entry<unsigned, device*> device_at{"nvmlDeviceGetHandleByIndex_v2"};
  entry<char const*, device*> device_of_uuid{"nvmlDeviceGetHandleByUUID"};
  entry<device, char*, unsigned> name{"nvmlDeviceGetName"};
  entry<device, char*, unsigned> uuid{"nvmlDeviceGetUUID"};
  entry<device, nvml::memory*> memory{"nvmlDeviceGetMemoryInfo"};
  entry<device, int*, int*> compute_capability{"nvmlDeviceGetCudaComputeCapability"};
  entry<device, pci_location*> location{"nvmlDeviceGetPciInfo_v3"};
  entry<device, nvml::utilization*> utilization{"nvmlDeviceGetUtilizationRates"};
  entry<device, int, unsigned*> temperature{"nvmlDeviceGetTemperature"};
  entry<device, unsigned*> power{"nvmlDeviceGetPowerUsage"};
  entry<device, unsigned*> power_limit{"nvmlDeviceGetEnforcedPowerLimit"};
  entry<device, unsigned long long*> energy{"nvmlDeviceGetTotalEnergyConsumption"};
  entry<device, int, unsigned*> clock{"nvmlDeviceGetClockInfo"};
  entry<device, unsigned*> fan_speed{"nvmlDeviceGetFanSpeed"};

  // Since R510.
  entry<device, nvml::memory_v2*> memory_v2{"nvmlDeviceGetMemoryInfo_v2"};
  entry<device, unsigned*, process*> compute_processes{"nvmlDeviceGetComputeRunningProcesses_v3"};
  entry<device, unsigned*, process*> graphics_processes{"nvmlDeviceGetGraphicsRunningProcesses_v3"};

  // MIG.
  entry<device, unsigned*, unsigned*> mig_mode{"nvmlDeviceGetMigMode"};
  entry<device, unsigned*> max_mig_devices{"nvmlDeviceGetMaxMigDeviceCount"};
  entry<device, unsigned, device*> mig_device_at{"nvmlDeviceGetMigDeviceHandleByIndex"};
  entry<device, unsigned*> gpu_instance_id{"nvmlDeviceGetGpuInstanceId"};
  entry<device, unsigned*> compute_instance_id{"nvmlDeviceGetComputeInstanceId"};
  entry<device, device_attributes*> attributes{"nvmlDeviceGetAttributes_v2"};
  entry<device, unsigned, gpu_instance_profile*> gpu_instance_profile_at{"nvmlDeviceGetGpuInstanceProfileInfo"};
  entry<device, unsigned, gpu_instance*, unsigned*> gpu_instances{"nvmlDeviceGetGpuInstances"};
  entry<device, unsigned, gpu_instance*> gpu_instance_of_id{"nvmlDeviceGetGpuInstanceById"};
  entry<gpu_instance, gpu_instance_description*> describe_gpu_instance{"nvmlGpuInstanceGetInfo"};
  entry<gpu_instance, unsigned, unsigned, compute_instance_profile*> compute_instance_profile_at{
      "nvmlGpuInstanceGetComputeInstanceProfileInfo"};
  entry<gpu_instance, unsigned, compute_instance*, unsigned*> compute_instances{"nvmlGpuInstanceGetComputeInstances"};
  entry<gpu_instance, unsigned, compute_instance*> compute_instance_of_id{"nvmlGpuInstanceGetComputeInstanceById"};
  entry<compute_instance, compute_instance_description*> describe_compute_instance{"nvmlComputeInstanceGetInfo_v2"};
};

/// The name that drivers install it by; the loader's search path decides which.
inline constexpr char default_library[] = "libnvidia-ml.so.1";

/// NVML, loaded; not yet initialized.
class library {
 public:
  /// Loads it; asks no driver. Never unloaded: a call may still be in it, and it is shared with whoever else uses it.
  explicit library(char const* path = default_library) {
    now_calling("dlopen of NVML");
    handle_ = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (handle_ == nullptr) {
      char const* const why = dlerror();
      problem_ = why != nullptr ? why : path;
      return;
    }
    load(call_.initialize, call_.shut_down, call_.driver_version, call_.cuda_version, call_.count, call_.device_at,
         call_.device_of_uuid, call_.name, call_.uuid, call_.memory, call_.compute_capability);
    if (missing_ != nullptr) problem_ = std::string{path} + " has no " + missing_;
    load(call_.location, call_.utilization, call_.temperature, call_.power, call_.power_limit, call_.energy,
         call_.clock, call_.fan_speed, call_.memory_v2, call_.compute_processes, call_.graphics_processes,
         call_.mig_mode, call_.max_mig_devices, call_.mig_device_at, call_.gpu_instance_id, call_.compute_instance_id,
         call_.attributes, call_.gpu_instance_profile_at, call_.gpu_instances, call_.gpu_instance_of_id,
         call_.describe_gpu_instance, call_.compute_instance_profile_at, call_.compute_instances,
         call_.compute_instance_of_id, call_.describe_compute_instance);
    error_text_ = reinterpret_cast<char const* (*)(status)>(dlsym(handle_, "nvmlErrorString"));
  }

  /// There is a library of that name.
  bool found() const { return handle_ != nullptr; }
  /// It is NVML, and not older than what is needed.
  bool usable() const { return found() && problem_.empty(); }
  /// Why it is not usable; empty where it is.
  std::string const& problem() const { return problem_; }

  entries const& call() const { return call_; }

  /// NVML's own words for a code.
  char const* error_string(status code) const {
    char const* const text = error_text_ != nullptr ? error_text_(code) : nullptr;
    return text != nullptr ? text : "no text";
  }

 private:
  template <class... Entries>
  void load(Entries&... wanted) {
    (find(wanted), ...);
  }
  template <class... Parameters>
  void find(entry<Parameters...>& wanted) {
    wanted.address = reinterpret_cast<status (*)(Parameters...)>(dlsym(handle_, wanted.name));
    if (wanted.address == nullptr && missing_ == nullptr) missing_ = wanted.name;
  }

  void* handle_ = nullptr;
  entries call_;
  char const* (*error_text_)(status) = nullptr;
  char const* missing_ = nullptr;
  std::string problem_;
};

/// NVML, initialized for as long as this lives. NVML counts, so others in the program may do the same.
class session {
 public:
  explicit session(library const& loaded) : library_(loaded), code_(loaded.call().initialize()) {}
  session(session const&) = delete;
  session& operator=(session const&) = delete;
  ~session() {
    if (code_ == status::success) library_.call().shut_down();
  }

  /// What the initialization returned.
  status code() const { return code_; }
  entries const& call() const { return library_.call(); }
  char const* error_string(status code) const { return library_.error_string(code); }

 private:
  library const& library_;
  status code_;
};

/// A text that a call writes into a buffer; empty where it failed.
template <class... Before>
std::string text_from(entry<Before..., char*, unsigned> const& call, status* code, Before... before) {
  char buffer[name_length] = "";
  status const returned = call(before..., buffer, static_cast<unsigned>(sizeof(buffer)));
  if (code != nullptr) *code = returned;
  buffer[sizeof(buffer) - 1] = '\0';
  return returned == status::success ? std::string{buffer} : std::string{};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail::nvml
