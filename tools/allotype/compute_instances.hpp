// SPDX-License-Identifier: BSL-1.0
/// \file
/// GPU instances that are cut into compute instances, `1c.3g.20gb 2c.3g.20gb`, and nvidia-smi's commands for them.
#pragma once

#include <allotype/cluster/provision/nvidia_smi.hpp>
#include <string>
#include <vector>

namespace program {

/// A GPU instance, and the slices of its compute instances in the order in which they are made; none: one fills it.
struct cut_instance {
  std::string name{};  ///< of the GPU instance, with its start where that is said: 3g.20gb@4
  std::vector<int> slices{};
};

/// What the words are of. Compute instances of one profile that follow each other are in one GPU instance, while they
/// fit.
/// \throws input_error if a GPU instance has none of that size
std::vector<cut_instance> cut_instances(std::vector<std::string> const& words);

/// The commands for one GPU: each GPU instance, and then its compute instances by the id that nvidia-smi says.
std::vector<std::string> commands_of(allotype::gpu_setup const& setup, std::vector<cut_instance> const& instances,
                                     allotype::nvidia_smi::options how);

}  // namespace program
