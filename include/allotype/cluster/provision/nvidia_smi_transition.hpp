// SPDX-License-Identifier: BSL-1.0
/// \file
/// The commands of `nvidia-smi` that bring a GPU from the instances that exist to others: compute instances are
/// destroyed before the GPU instances that hold them, and these before new ones are created.
#pragma once

#include <string>
#include <vector>

#include <allotype/cluster/provision/nvidia_smi.hpp>
#include <allotype/cluster/provision/planned_transition.hpp>
#include <allotype/cluster/provision/transition.hpp>
#include <allotype/core/detail/list_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::nvidia_smi {

/// One command an element, in order; none if nothing has to be done. `-cci` without a profile creates the compute
/// instance that fills the GPU instance.
/// \param gpu the index for `-i`
[[nodiscard]] inline std::vector<std::string> commands_of(planned_transition const& plan, int gpu) {
  std::string const mig = "nvidia-smi mig -i " + std::to_string(gpu);
  std::vector<std::string> commands;
  auto const destroy_inside = [&](planned_transition::instance const& each) {
    if (each.compute_instances.empty()) return;
    commands.push_back(mig + " -dci -ci " + allotype::detail::joined(each.compute_instances, ",") + " -gi " +
                       std::to_string(each.id));
  };
  std::vector<int> gpu_instances;
  for (planned_transition::instance const& each : plan.destroyed) {
    destroy_inside(each);
    gpu_instances.push_back(each.id);
  }
  for (planned_transition::instance const& each : plan.kept) {
    if (!each.whole) destroy_inside(each);
  }
  if (!gpu_instances.empty()) commands.push_back(mig + " -dgi -gi " + allotype::detail::joined(gpu_instances, ","));
  if (!plan.created.empty()) {
    std::string profiles;
    for (placement const& each : plan.created) {
      std::string const profile = each.smi_profile_id == unknown ? each.profile : std::to_string(each.smi_profile_id);
      allotype::detail::add_to_list(profiles, profile + ":" + std::to_string(each.start), ",");
    }
    commands.push_back(mig + " -cgi " + profiles + " -C");
  }
  for (planned_transition::instance const& each : plan.kept) {
    if (!each.whole) commands.push_back(mig + " -cci -gi " + std::to_string(each.id));
  }
  return commands;
}

/// The same for a `transition<From, To>`. Each instance of `From` has the compute instance that `-C` made.
/// \param gpu_instances the ids of the instances of `From`, in its order, as `nvidia-smi mig -lgi` prints them
template <class Transition>
[[nodiscard]] std::vector<std::string> commands_of(int gpu, int const (&gpu_instances)[Transition::from::size]) {
  planned_transition plan;
  for (int i = 0; i < Transition::from::size; ++i) {
    placement const& it = Transition::from::placements[i];
    planned_transition::instance const existing{it.profile, it.start, gpu_instances[i], {0}, true, false};
    (Transition::keeps(i) ? plan.kept : plan.destroyed).push_back(existing);
  }
  for (int i = 0; i < Transition::layout::size; ++i) {
    if (Transition::source_of(i) < 0) plan.created.push_back(Transition::layout::placements[i]);
  }
  return commands_of(plan, gpu);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::nvidia_smi
