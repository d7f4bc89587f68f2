// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a system is asked for so that a task of a program runs there.
#pragma once

#include <string>
#include <vector>

#include <allotype/cluster/pools/detail/named_pool.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/program/detail/described_task.hpp>
#include "description.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What the command line says of a request.
struct task_request_options {
  std::string system;        ///< a system, `kubernetes-mixed`; of a cluster's file also `kubernetes`, or a pool's name
  std::string cluster_file;  ///< empty: none
  std::string accelerator;   ///< one of the task's; empty: all of them, as alternatives
  std::vector<std::string> settings;  ///< NAME=VALUE
  int nodes = 1;
  std::string image;                 ///< of the container; empty: none
  std::vector<std::string> command;  ///< what the job runs
};

/// The accelerators of the task, without the host processor, which every node has.
/// \throws input_error where there is none
inline request_items request_items_of(described_task const& task, task_request_options const& options) {
  request_items all;
  std::vector<std::string> names;
  for (int i = 0; i < task.alternative_count; ++i) {
    described_alternative const& each = task.alternatives[i];
    if (each.wanted->maker == vendor::none) continue;
    names.push_back(each.name);
    if (!options.accelerator.empty() && options.accelerator != each.name) continue;
    if (!all.add(*each.wanted, task.gpus == 0 ? 1 : task.gpus)) {
      refuse_input(task.name, "has more than 9 accelerators; --accelerator asks for one of them");
    }
  }
  if (names.empty()) refuse_input(task.name, "runs on the cpu alone; a request is for a GPU or a TPU");
  if (all.all.size() == 0) {
    refuse_input("--accelerator", in_quotes(options.accelerator) + " is none of " + task.name + "; it has " +
                                      joined(names) + did_you_mean(names, options.accelerator));
  }
  all.alternatives = all.all.size() > 1;
  return all;
}

/// A task's name as Kubernetes takes it: lower-case letters, digits and `-`.
inline std::string job_name(std::string name) {
  for (char& c : name) c = c == '_' ? '-' : lower(c);
  return name;
}

/// Whether a person who wrote `slurm` can mean this pool: its system `slurm-22.05`, or its name.
inline bool is_meant(named_pool const& pool, std::string const& system) {
  return pool.name == system || pool.system_name == system || pool.system_name.rfind(system + "-", 0) == 0;
}

/// The request to the system; of a cluster's file the first of its pools that can be asked.
/// \throws input_error with what each lacks
inline printed_request request_of(described_task const& task, task_request_options const& options) {
  request_items const asked = request_items_of(task, options);
  std::vector<named_pool> pools;
  if (options.cluster_file.empty()) {
    pools.emplace_back();
    pools[0].name = pools[0].system_name = options.system;
    pools[0].system = make_system(options.system);
  } else {
    pools = read_cluster(options.cluster_file);
  }
  request_options const amounts{.count = task.gpus == 0 ? 1 : task.gpus,
                                .nodes = options.nodes,
                                .cpus = task.cpus,
                                .memory = task.memory,
                                .ephemeral_storage = task.ephemeral_storage};
  std::string reasons, others;
  for (named_pool& each : pools) {
    detail::add_to_list(others, each.name + " (" + each.system_name + ")");
    if (!is_meant(each, options.system)) continue;
    for (std::string const& setting : options.settings) {
      auto const sign = setting.find('=');
      if (sign == setting.npos) refuse_input("--set", in_quotes(setting) + " is not valid; NAME=VALUE is");
      each.system->set(setting.substr(0, sign), setting.substr(sign + 1));
    }
    bool const described = !each.content.on_a_node.empty();
    if (std::string const lacks = described ? lack_in_words(each, asked, options.nodes) : ""; !lacks.empty()) {
      reasons += (reasons.empty() ? "" : "; ") + each.name + ": " + lacks;
      continue;
    }
    printed_request printed = each.system->request(asked, described ? &each.content : nullptr, amounts,
                                                   {job_name(task.name), options.image, options.command});
    if (printed.refused.empty()) return printed;
    reasons += (reasons.empty() ? "" : "; ") + each.name + ": " + printed.refused;
  }
  if (reasons.empty()) {
    refuse_input(options.cluster_file, "there is no pool " + in_quotes(options.system) + "; there are " + others);
  }
  std::vector<std::string> names;
  for (request_item const& each : asked.all) names.push_back(each.what->name);
  std::string const hint = asked.alternatives ? "; --accelerator asks for one of " + joined(names) : "";
  throw input_error(message<2000>{} << task.name << " from " << (reasons + hint).c_str());
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
