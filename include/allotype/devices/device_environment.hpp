// SPDX-License-Identifier: BSL-1.0
/// \file
/// The masks that are set for this process, and which of them count for which devices.
#pragma once

#include <cstdlib>

#include <allotype/devices/device_mask.hpp>

namespace allotype {

/// The values of the variables that hide devices; null where one is not set.
struct device_environment {
  char const* cuda_visible_devices = nullptr;
  char const* nvidia_visible_devices = nullptr;
  char const* rocr_visible_devices = nullptr;
  char const* hip_visible_devices = nullptr;
  char const* slurm_step_gpus = nullptr;
  char const* slurm_job_gpus = nullptr;
};

/// Those of this process. The values stay those of the environment: do not change it meanwhile.
inline device_environment read_device_environment() {
  device_environment set;
  set.cuda_visible_devices = std::getenv("CUDA_VISIBLE_DEVICES");
  set.nvidia_visible_devices = std::getenv("NVIDIA_VISIBLE_DEVICES");
  set.rocr_visible_devices = std::getenv("ROCR_VISIBLE_DEVICES");
  set.hip_visible_devices = std::getenv("HIP_VISIBLE_DEVICES");
  set.slurm_step_gpus = std::getenv("SLURM_STEP_GPUS");
  set.slurm_job_gpus = std::getenv("SLURM_JOB_GPUS");
  return set;
}

namespace detail {

/// Without a vendor's mask, what Slurm gave. A machine with partitions is left as it is: Slurm's numbers are not its.
constexpr visible_devices without_vendor_mask(devices_present const& here, device_environment const& set,
                                              partitions_per_process limit) {
  if (here.boards() != here.count) return visible_devices(here, limit);
  return visible_to_slurm_job(here, set.slurm_step_gpus, set.slurm_job_gpus);
}

}  // namespace detail

/// The NVIDIA devices that this process can use. CUDA_VISIBLE_DEVICES decides; where it is not set, what Slurm gave.
/// NVIDIA_VISIBLE_DEVICES was applied when the container started; where nothing is visible, it is named as a reason.
/// \throws device_selection_error where Slurm's numbers are none of this machine's
constexpr visible_devices visible_cuda_devices(
    devices_present const& here, device_environment const& set,
    partitions_per_process limit = partitions_per_process::one_per_gpu_instance) {
  visible_devices visible = set.cuda_visible_devices != nullptr ? visible_to_cuda(here, set.cuda_visible_devices, limit)
                                                                : detail::without_vendor_mask(here, set, limit);
  if (visible.count == 0 && set.nvidia_visible_devices != nullptr) {
    detail::note_mask(visible, "NVIDIA_VISIBLE_DEVICES", set.nvidia_visible_devices, {});
  }
  return visible;
}

/// The AMD devices that this process can use: ROCR_VISIBLE_DEVICES first, and within what it leaves HIP_VISIBLE_DEVICES
/// or, where that is not set, CUDA_VISIBLE_DEVICES. Where none is set, what Slurm gave.
/// \throws device_selection_error where Slurm's numbers are none of this machine's
constexpr visible_devices visible_hip_devices(devices_present const& here, device_environment const& set) {
  bool const masked = set.rocr_visible_devices != nullptr || set.hip_visible_devices != nullptr ||
                      set.cuda_visible_devices != nullptr;
  if (!masked) return detail::without_vendor_mask(here, set, partitions_per_process::one_per_gpu_instance);
  return visible_to_hip(visible_to_rocr(here, set.rocr_visible_devices), set.hip_visible_devices,
                        set.cuda_visible_devices);
}

}  // namespace allotype
