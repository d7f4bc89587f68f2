// SPDX-License-Identifier: BSL-1.0
/// \file
/// For clouds that fill each GPU of a node with partitions of one size.
#pragma once

#include <allotype/cluster/provision/gpu_setup.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// \param cloud as GKE
/// \throws input_error where the GPU has several kinds of instances, or fewer than the cloud makes
inline void check_one_size(gpu_setup const& gpu, char const* cloud) {
  for (int i = 0; i < gpu.count; ++i) {
    if (gpu.instances[i].profile == gpu.instances[0].profile) continue;
    throw input_error(message<2000>{} << cloud << " fills a GPU with partitions of one size, and this layout has "
                                      << gpu.row(0).profile << " and " << gpu.row(i).profile
                                      << ": make a pool of each");
  }
  if (gpu.count > 0 && gpu.count < gpu.row(0).max_instances) {
    throw input_error(message<2000>{} << cloud
                                      << " fills a GPU with partitions of one size: " << gpu.row(0).max_instances
                                      << " x " << gpu.row(0).profile << ", and this layout has " << gpu.count);
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
