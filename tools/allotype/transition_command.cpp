// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <allotype/cluster/provision/nvidia_smi_transition.hpp>
#include <nlohmann/json.hpp>

#include "catalogue.hpp"
#include "commands.hpp"
#include "library/layouts.hpp"
#include "library/texts.hpp"
#include "output.hpp"
#include "this_machine.hpp"

namespace program {

namespace {

namespace at = allotype;
using nlohmann::ordered_json;

/// `3g.20gb@4:1`: the profile, its start, and the id of the GPU instance.
at::planned_transition::instance existing_of_text(std::string const& text) {
  auto const sign = text.find('@');
  auto const colon = text.find(':', sign == std::string::npos ? 0 : sign);
  bool const whole = sign != std::string::npos && colon != std::string::npos;
  auto const start = library::read_number(whole ? text.substr(sign + 1, colon - sign - 1) : "", 99);
  auto const id = library::read_number(whole ? text.substr(colon + 1) : "", 999);
  if (!start || !id) {
    throw at::input_error(at::message<2000>{} << "\"" << text.c_str()
                                              << "\" is no instance with its start and its id, such as 3g.20gb@4:1");
  }
  return {text.substr(0, sign), static_cast<int>(start.value), static_cast<int>(id.value), {0}, true, false};
}

struct gpu_found {
  int index = 0;
  std::string device{};
  std::vector<at::planned_transition::instance> instances{};
};

/// The GPU of this machine with that index; without one, the only GPU in MIG mode.
gpu_found gpu_of_machine(int index) {
  at::machine const here = probed();
  if (!here.nvidia.complete)
    throw at::input_error(at::message<2000>{} << "no GPU is found: " << here.nvidia.complete.text());
  at::machine::found_board const* chosen = nullptr;
  int in_mig_mode = 0;
  for (at::machine::found_board const& board : here.nvidia.boards) {
    if (index >= 0 ? board.index == index : board.partitioned()) chosen = &board;
    in_mig_mode += board.partitioned() ? 1 : 0;
  }
  auto const gpus = static_cast<int>(here.nvidia.boards.size());
  if (chosen == nullptr) {
    if (index >= 0)
      throw at::input_error(at::message<2000>{} << "there is no GPU " << index << ": this machine has " << gpus);
    throw at::input_error(at::message<2000>{} << "none of the " << gpus << " GPUs of this machine is in MIG mode");
  }
  if (index < 0 && in_mig_mode > 1) {
    throw at::input_error(at::message<2000>{} << in_mig_mode << " GPUs are in MIG mode: say which with --gpu");
  }
  if (chosen->type.empty()) {
    throw at::input_error(at::message<2000>{} << "GPU " << chosen->index << " (" << chosen->name.c_str()
                                              << ") is not in the catalogue");
  }
  return {chosen->index, chosen->type, at::instances_on(*chosen)};
}

ordered_json json_of(std::vector<at::planned_transition::instance> const& instances) {
  ordered_json all = ordered_json::array();
  for (auto const& each : instances) {
    all.push_back(
        {{"profile", each.profile}, {"start", each.start}, {"gpu_instance", each.id}, {"in_use", each.in_use}});
  }
  return all;
}

}  // namespace

void transition(transition_options const& how, std::vector<std::string> const& wanted, bool json) {
  if (how.from_machine != how.device.empty() || (how.from_machine && !how.from.empty())) {
    throw at::input_error("say where to begin: --from-machine, or --device DEVICE --from INSTANCE,...");
  }
  gpu_found gpu;
  if (how.from_machine) {
    gpu = gpu_of_machine(how.gpu);
  } else {
    gpu = {std::max(how.gpu, 0), how.device, {}};
    for (std::string const& each : how.from) gpu.instances.push_back(existing_of_text(each));
  }
  for (int const used : how.in_use) {
    auto const at_id =
        std::find_if(gpu.instances.begin(), gpu.instances.end(), [&](auto const& each) { return each.id == used; });
    if (at_id == gpu.instances.end())
      throw at::input_error(at::message<2000>{} << "--in-use: there is no GPU instance " << used);
    at_id->in_use = true;
  }
  at::planned_layout const target = layout_of(gpu.device, wanted);
  at::planned_transition const plan = library::plan_transition_on(*target.device, gpu.instances, wanted);
  auto const commands = at::nvidia_smi::commands_of(plan, gpu.index);
  if (json) {
    ordered_json created = ordered_json::array();
    for (auto const& each : plan.created) created.push_back({{"profile", each.profile}, {"start", each.start}});
    return print(ordered_json{{"device", target.device->device},
                              {"gpu", gpu.index},
                              {"kept", json_of(plan.kept)},
                              {"destroyed", json_of(plan.destroyed)},
                              {"created", created},
                              {"commands", commands}});
  }
  for (auto const& each : plan.kept) {
    print("# stays:     " + library::in_words(each) + (each.in_use ? ", in use" : "") + "\n");
  }
  for (auto const& each : plan.destroyed) print("# destroyed: " + library::in_words(each) + "\n");
  for (auto const& each : plan.created)
    print("# created:   " + std::string{each.profile} + " at " + std::to_string(each.start) + "\n");
  // A command that fails ends the script: what follows was planned for what it makes.
  if (commands.size() > 1) print(std::string{"set -e\n"});
  for (std::string const& command : commands) print(command + "\n");
}

}  // namespace program
