// SPDX-License-Identifier: BSL-1.0
/// \file
/// The commands of `nvidia-smi` that bring a GPU from the instances that exist to others: compute instances are
/// destroyed before the GPU instances that hold them, and these before new ones are created.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <allotype/cluster/provision/nvidia_smi.hpp>
#include <allotype/cluster/provision/planned_transition.hpp>
#include <allotype/cluster/provision/transition.hpp>
#include <allotype/cluster/quoting/shell.hpp>
#include <allotype/core/detail/list_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::nvidia_smi {

namespace detail {

/// What asks the machine again before something is destroyed: it must have the instances that the plan knows, and no
/// program may run on those that are touched. A command that ends with status 1 otherwise. The tables are those that
/// `nvidia-smi mig -lgi` and `nvidia-smi` print (NVIDIA MIG User Guide, "Creating GPU Instances" and "Running CUDA
/// Applications").
inline std::vector<std::string> checks_of(planned_transition const& plan, int gpu) {
  std::vector<std::string> there;
  std::vector<int> touched;
  auto const name = [](planned_transition::instance const& each) {
    return std::to_string(each.id) + "@" + std::to_string(each.start);
  };
  for (planned_transition::instance const& each : plan.destroyed) {
    there.push_back(name(each));
    touched.push_back(each.id);
  }
  for (planned_transition::instance const& each : plan.kept) {
    there.push_back(name(each));
    if (!each.whole) touched.push_back(each.id);
  }
  if (touched.empty()) return {};
  std::sort(there.begin(), there.end());
  std::string const number = std::to_string(gpu);
  auto const or_stop = [&](std::string const& why) {
    return " || { echo " + allotype::detail::shell_word("GPU " + number + " " + why + ": nothing was changed") +
           " >&2; exit 1; }";
  };
  return {
      "test \"$(nvidia-smi mig -i " + number +
          R"~( -lgi | awk '$3 == "MIG" { split($7, at, ":"); print $6 "@" at[1] }' | LC_ALL=C sort | tr '\n' ' ')" = )~" +
          allotype::detail::shell_word(allotype::detail::joined(there, " ") + " ") +
          or_stop("has other instances than those that this was planned for"),
      "used=$(nvidia-smi -i " + number + R"~() && ! echo "$used" | awk '$2 == )~" + number + " && (" +
          allotype::detail::joined(touched, " || ", [](int id) { return "$3 == " + std::to_string(id); }) +
          R"~() && $6 ~ /^[A-Z+]+$/ { found = 1 } END { exit !found }')~" +
          or_stop("has a program on an instance that would be destroyed, or does not say")};
}

}  // namespace detail

/// One command of a POSIX shell an element, in order; none if nothing has to be done. The first ones ask the machine
/// again where something is destroyed, and end with status 1 if it is not as it was. `-cci` without a profile creates
/// the compute instance that fills the GPU instance.
/// \param gpu the index for `-i`
[[nodiscard]] inline std::vector<std::string> commands_of(planned_transition const& plan, int gpu) {
  std::string const mig = "nvidia-smi mig -i " + std::to_string(gpu);
  std::vector<std::string> commands = detail::checks_of(plan, gpu);
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
/// \throws input_error if two have one id
/// \param gpu_instances the ids of the instances of `From`, in its order, as `nvidia-smi mig -lgi` prints them
template <class Transition>
[[nodiscard]] std::vector<std::string> commands_of(int gpu, int const (&gpu_instances)[Transition::from::size]) {
  planned_transition plan;
  for (int i = 0; i < Transition::from::size; ++i) {
    placement const& it = Transition::from::placements[i];
    for (int before = 0; before < i; ++before) {
      if (gpu_instances[before] == gpu_instances[i])
        throw input_error(message<2000>{} << "two instances have the id " << gpu_instances[i]
                                          << ": each has its own, as nvidia-smi mig -lgi prints it");
    }
    planned_transition::instance const existing{it.profile, it.start, gpu_instances[i], {0}, true, false};
    (Transition::keeps(i) ? plan.kept : plan.destroyed).push_back(existing);
  }
  for (int i = 0; i < Transition::layout::size; ++i) {
    if (Transition::source_of(i) < 0) plan.created.push_back(Transition::layout::placements[i]);
  }
  return commands_of(plan, gpu);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::nvidia_smi
