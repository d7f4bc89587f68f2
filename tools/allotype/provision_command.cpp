// SPDX-License-Identifier: BSL-1.0
#include <allotype/cluster/pools/setup_step.hpp>
#include <allotype/cluster/provision/aks.hpp>
#include <allotype/cluster/provision/amd_config_manager.hpp>
#include <allotype/cluster/provision/gke.hpp>
#include <allotype/cluster/provision/gpu_operator.hpp>
#include <allotype/cluster/provision/nvidia_smi.hpp>
#include <allotype/cluster/provision/resource_slice.hpp>
#include <allotype/cluster/provision/slurm.hpp>
#include <allotype/cluster/request/system.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "catalogue.hpp"
#include "cluster_word.hpp"
#include "commands.hpp"
#include "compute_instances.hpp"
#include "library/layouts.hpp"
#include "library/quoting.hpp"
#include "library/texts.hpp"
#include "output.hpp"

namespace program {

namespace {

namespace at = allotype;
using nlohmann::ordered_json;

/// The words behind one `0-3:`, or all where there is none.
struct group {
  std::vector<int> gpus{};  ///< empty: all
  std::vector<std::string> words{};
};

/// `0`, `0-3`, `0,2,4-7`.
std::vector<int> gpus_of_text(std::string const& text) {
  std::vector<int> gpus;
  bool valid = true;
  for (library::comma_separated each{library::text_range(text)}; valid && !each.done(); each.next()) {
    library::text_range range = each.element();
    bool const is_range = range.text[range.end - 1] != '-' && range.take_until('-').length() < each.element().length();
    library::text_range first = each.element();
    auto const from = library::read_number(is_range ? first.take_until('-') : first, 255);
    auto const to = is_range ? library::read_number(range, 255) : from;
    valid = from && to && from.value <= to.value;
    for (auto gpu = from.value; valid && gpu <= to.value; ++gpu) gpus.push_back(static_cast<int>(gpu));
  }
  if (valid) return gpus;
  throw at::input_error(at::message<2000>{} << "\"" << text.c_str()
                                            << ":\" does not say for which GPUs: write their indices, as 0: or 0-3,6:");
}

std::vector<group> groups_of(std::vector<std::string> const& words) {
  std::vector<group> groups;
  for (std::string const& word : words) {
    if (!word.empty() && word.back() == ':') {
      groups.push_back({gpus_of_text(word.substr(0, word.size() - 1)), {}});
    } else {
      if (groups.empty()) groups.emplace_back();
      groups.back().words.push_back(word);
    }
  }
  if (groups.empty()) groups.emplace_back();
  std::set<int> set_up;
  for (group const& each : groups) {
    for (int const gpu : each.gpus) {
      if (!set_up.insert(gpu).second) throw at::input_error(at::message<2000>{} << "GPU " << gpu << " is set up twice");
    }
  }
  if (groups.size() > 1 && groups.front().gpus.empty()) {
    throw at::input_error("the first instances have no GPUs: begin with these, as 0-3:");
  }
  return groups;
}

/// How one GPU of the device is set up by these words.
at::gpu_setup setup_of_words(std::string const& device, std::vector<std::string> const& words) {
  if (words != std::vector<std::string>{"unpartitioned"}) return at::gpu_setup::of(layout_of(device, words));
  at::gpu_setup setup = at::gpu_setup::of(layout_of(device, {}));
  setup.mig = false;
  return setup;
}

void provision_with_nvidia_smi(std::string const& device, std::vector<group> const& groups,
                               provision_options const& how, bool json) {
  using form = at::nvidia_smi::instance_form;
  if (how.by_name && how.without_starts) {
    throw at::input_error(
        "--by-name and --without-starts exclude each other: without a start an instance goes by its id");
  }
  form const chosen = how.without_starts ? form::id : how.by_name ? form::name_and_start : form::id_and_start;
  std::vector<std::string> commands;
  for (group const& each : groups) {
    std::vector<cut_instance> const instances = cut_instances(each.words);
    std::vector<std::string> names;
    bool cut = false;
    for (cut_instance const& one : instances) {
      names.push_back(one.name);
      cut = cut || !one.slices.empty();
    }
    at::gpu_setup const setup = setup_of_words(device, names);
    if (cut && each.gpus.empty()) {
      throw at::input_error("the ids of GPU instances differ from GPU to GPU: say which are cut, as 0-3: 1c.3g.20gb");
    }
    for (int const gpu : cut ? each.gpus : std::vector<int>{}) {
      for (std::string& command : commands_of(setup, instances, {chosen, gpu})) commands.push_back(std::move(command));
    }
    if (cut) continue;
    for (int const gpu : each.gpus) commands.push_back(at::nvidia_smi::create_command(setup, {chosen, gpu}));
    if (each.gpus.empty()) commands.push_back(at::nvidia_smi::create_command(setup, {chosen, at::unknown}));
  }
  if (json) return print(ordered_json(commands));
  for (std::string const& command : commands) print(command + "\n");
}

at::mig_parted::configuration configuration_of(std::string const& device, std::vector<group> const& groups,
                                               provision_options const& how) {
  auto const which = how.filter ? at::mig_parted::boards::of_its_kind : at::mig_parted::boards::any;
  auto const driver = at::driver{how.driver};
  if (groups.size() == 1 && groups[0].gpus.empty() && how.name.empty()) {
    return at::mig_parted::configuration(setup_of_words(device, groups[0].words), which).under(driver);
  }
  if (how.name.empty()) throw at::input_error("a configuration of some of the GPUs needs a name: --name NAME");
  at::mig_parted::configuration made{how.name};
  for (group const& each : groups) {
    if (each.gpus.empty()) {
      made.on_all(setup_of_words(device, each.words), which);
    } else {
      made.on(each.gpus, setup_of_words(device, each.words), which);
    }
  }
  return made.under(driver);
}

void provision_with_mig_parted(std::string const& device, std::vector<group> const& groups,
                               provision_options const& how, bool json) {
  auto const made = configuration_of(device, groups, how);
  print(json ? to_json(to_document(made)) + "\n" : to_yaml(to_document(made)));
}

void provision_with_gpu_operator(std::string const& device, std::vector<group> const& groups,
                                 provision_options const& how, bool json) {
  auto const made = configuration_of(device, groups, how);
  at::document const map = at::gpu_operator::config_map({made});
  std::string const label = at::gpu_operator::label_command(how.node, made);
  if (json) return print(ordered_json{{"config_map", ordered_json::parse(to_json(map))}, {"label", label}});
  print(to_yaml(map) + "# " + label + "\n");
}

/// How each GPU of a node is set up by these words, and how many the node has: clouds make nodes whose GPUs are alike.
std::pair<at::gpu_setup, int> alike_on_a_node(std::string const& device, std::vector<group> const& groups) {
  if (groups.size() > 1)
    throw at::input_error("the GPUs of a cloud's node are set up alike: name one layout, as 0-7: 3g.40gb 3g.40gb");
  return {setup_of_words(device, groups[0].words), std::max<int>(1, static_cast<int>(groups[0].gpus.size()))};
}

void provision_with_openshift(std::string const& device, std::vector<group> const& groups, provision_options const& how,
                              bool json) {
  auto const made = configuration_of(device, groups, how);
  std::string const strategy = at::gpu_operator::openshift_strategy_command(at::kubernetes::mig_strategy::mixed);
  std::string const label = at::gpu_operator::openshift_label_command(how.node, made);
  if (json) return print(ordered_json{{"strategy", strategy}, {"label", label}});
  print(strategy + "\n" + label + "\n");
}

void provision_with_gke(std::string const& device, std::vector<group> const& groups, provision_options const& how,
                        bool json) {
  auto const [setup, gpus] = alike_on_a_node(device, groups);
  std::string const name = how.name.empty() ? "gpus" : how.name;
  std::string const command = at::gke_nodes::create_command(name, 1, setup, gpus);
  at::document const compute_class = at::gke_nodes::compute_class(name, setup, gpus);
  if (json)
    return print(ordered_json{{"node_pool", command}, {"compute_class", ordered_json::parse(to_json(compute_class))}});
  print("# " + command + "\n" + to_yaml(compute_class));
}

void provision_with_aks(std::string const& device, std::vector<group> const& groups, provision_options const& how,
                        bool json) {
  std::string const command =
      "az aks nodepool add --name " +
      library::allowed_name("a node pool of AKS", library::rule::aks_node_pool, how.name.empty() ? "gpus" : how.name) +
      " " + at::aks::node_pool_options(alike_on_a_node(device, groups).first);
  if (json) return print(ordered_json{{"node_pool", command}});
  print(command + "\n");
}

/// Compute and memory modes as `CPX/NPS4`.
void add_modes(at::amd_config_manager::profile& to, std::string const& text, int gpus) {
  for (int compute = 0; compute <= static_cast<int>(at::amd_compute_mode::CPX); ++compute) {
    for (at::amd_memory_mode const memory : library::amd_memory_modes) {
      auto const mode = static_cast<at::amd_compute_mode>(compute);
      if (text == library::amd_mode_text(mode, memory).text()) {
        to.add(mode, memory, gpus);
        return;
      }
    }
  }
  throw at::input_error(at::message<2000>{} << "\"" << text.c_str() << "\" is no pair of modes, such as CPX/NPS4");
}

void provision_with_amd_config_manager(std::string const& device, std::vector<group> const& groups,
                                       provision_options const& how, bool json) {
  at::amd_config_manager::profile made;
  for (group const& each : groups) {
    if (each.gpus.empty() || each.words.size() != 1) {
      throw at::input_error("say which GPUs of the node get which modes, as 0-7: CPX/NPS4");
    }
    find(device, each.words[0]);  // throws if the device has no such modes
    add_modes(made, each.words[0], static_cast<int>(each.gpus.size()));
  }
  std::string const profiles = to_json(to_document(made));
  std::string const label = at::amd_config_manager::label_command(how.node, made);
  if (json) return print(ordered_json{{"config.json", ordered_json::parse(profiles)}, {"label", label}});
  print(profiles + "\n" + label + "\n");
}

template <class System>
std::pair<std::string, std::string> lines_of_slurm(std::string const& node, std::vector<at::gpu_setup> const& gpus) {
  return {at::slurm::node_line<System>(node, gpus), at::slurm::accounting_line<System>(gpus)};
}

void provision_with_slurm(std::string const& device, std::vector<group> const& groups, provision_options const& how,
                          bool json) {
  std::vector<at::gpu_setup> gpus;
  for (group const& each : groups) {
    gpus.insert(gpus.end(), each.gpus.empty() ? 1 : each.gpus.size(), setup_of_words(device, each.words));
  }
  using old = at::system<"slurm-22.05">;
  using short_old = at::system<"slurm-22.05", at::setting<"short-names", "true">>;
  auto const [nodes, accounting] = how.short_names && how.slurm_22_05 ? lines_of_slurm<short_old>(how.node, gpus)
                                   : how.short_names ? lines_of_slurm<at::system<"slurm-short-names">>(how.node, gpus)
                                   : how.slurm_22_05 ? lines_of_slurm<old>(how.node, gpus)
                                                     : lines_of_slurm<at::system<"slurm">>(how.node, gpus);
  if (json) {
    return print(ordered_json{{"slurm.conf", {nodes, accounting}}, {"gres.conf", {at::slurm::gres_conf}}});
  }
  print("# slurm.conf\n" + nodes + "\n" + accounting + "\n# gres.conf\n" + at::slurm::gres_conf + "\n");
}

/// Of partitions the classes by which pods name them; without, the slices of a node whose driver makes them on demand.
void provision_with_dra(std::string const& device, std::vector<group> const& groups, provision_options const& how,
                        bool json) {
  auto const [setup, gpus] = alike_on_a_node(device, groups);
  std::vector<at::document> manifests;
  if (groups[0].words.empty()) {
    std::string const node = how.node == provision_options{}.node ? "node" : how.node;
    manifests = library::resource_slices(*setup.device, setup.device->capability.major > 8, node, gpus,
                                         at::dra::counters::in_own_slice, {});
  } else {
    std::set<std::string> known;
    for (int i = 0; i < setup.count; ++i) {
      char const* const profile = setup.row(i).profile;
      if (known.insert(profile).second) manifests.push_back(library::partition_class(*find(device, profile).what));
    }
  }
  ordered_json document = ordered_json::array();
  for (at::document const& each : manifests) {
    document.push_back(ordered_json::parse(to_json(each)));
    if (!json) print((document.size() == 1 ? "" : "---\n") + to_yaml(each));
  }
  if (json) print(document);
}

struct known_tool {
  char const* name;
  void (*provision)(std::string const&, std::vector<group> const&, provision_options const&, bool);
};
constexpr known_tool tools[] = {{"nvidia-smi", &provision_with_nvidia_smi},
                                {"mig-parted", &provision_with_mig_parted},
                                {"gpu-operator", &provision_with_gpu_operator},
                                {"amd-config-manager", &provision_with_amd_config_manager},
                                {"slurm", &provision_with_slurm},
                                {"openshift", &provision_with_openshift},
                                {"gke", &provision_with_gke},
                                {"aks", &provision_with_aks},
                                {"dra", &provision_with_dra}};

/// \throws input_error with the nearest name
known_tool const& tool_named(std::string const& tool) {
  library::nearest_names<char const*> alike{library::text_range(tool)};
  std::string all;
  for (known_tool const& each : tools) {
    if (tool == each.name) return each;
    alike.offer(each.name, each.name);
    library::add_to_list(all, each.name);
  }
  throw at::input_error(at::message<2000>{} << "\"" << tool.c_str()
                                            << "\" is no tool that GPUs are provisioned with; the nearest is "
                                            << alike.best() << "; there are " << all.c_str());
}

/// The tools that have a part in setting up these pools.
std::string tools_for(std::vector<library::named_pool const*> const& pools) {
  std::string names;
  for (known_tool const& each : tools) {
    if (!library::provision(pools, each.name).empty()) library::add_to_list(names, each.name);
  }
  return names.empty() ? "none" : names;
}

/// What sets up the pools of a cluster's file. \param tool empty: what is usual for each pool
void provision_cluster(cluster_word const& word, std::string const& tool, bool json) {
  if (!tool.empty()) static_cast<void>(tool_named(tool));
  std::vector<library::named_pool> const read = read_pools(word);
  std::vector<library::named_pool const*> pools;
  for (library::named_pool const& each : read) pools.push_back(&each);
  std::vector<at::setup_step> const steps = library::provision(pools, tool);
  if (steps.empty()) {
    throw at::input_error(at::message<2000>{} << tool.c_str() << " sets up nothing of " << word.file.c_str()
                                              << (word.pool.empty() ? "" : ":") << word.pool.c_str()
                                              << "; what does: " << tools_for(pools).c_str());
  }
  ordered_json document = ordered_json::array();
  for (at::setup_step const& each : steps) {
    document.push_back({{"what", each.what}, {"tool", each.tool}, {"text", each.text}});
    if (!json) print("# " + each.what + (each.tool.empty() ? "" : " (" + each.tool + ")") + "\n" + each.text);
  }
  if (json) print(document);
}

}  // namespace

std::vector<std::string> provision_tools() {
  std::vector<std::string> names;
  for (known_tool const& each : tools) names.emplace_back(each.name);
  return names;
}

void provision(std::string const& tool, std::string const& device, std::vector<std::string> const& words,
               provision_options const& how, bool json) {
  if (auto const cluster = cluster_of(tool)) {
    if (!words.empty() || how.is_given()) {
      throw at::input_error(at::message<2000>{} << cluster->file.c_str()
                                                << " says how its pools are set up: beside it stands a tool at most");
    }
    return provision_cluster(*cluster, device, json);
  }
  known_tool const& known = tool_named(tool);
  if (device.empty()) throw at::input_error("a device is missing, as in provision nvidia-smi A100 3g.20gb");
  known.provision(device, groups_of(words), how, json);
}

}  // namespace program
