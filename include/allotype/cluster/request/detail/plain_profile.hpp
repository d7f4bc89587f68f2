// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which profile a system means that names a partition by its compute slices alone (AKS, LSF).
#pragma once

#include <allotype/catalog/base/nvidia_device.hpp>
#include <allotype/catalog/mig_name.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The one of its board's profiles with so many compute slices that has the least memory, and no attributes.
constexpr bool is_plain_profile(mig_row const& row) {
  constexpr int one_slice_of_double_memory = 9;  // NVML_GPU_INSTANCE_PROFILE_1_SLICE_REV2
  return row.compute_slices > 0 && parse_mig_name(row.profile).sign == '\0' &&
         row.nvml_profile_id != one_slice_of_double_memory;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
