// SPDX-License-Identifier: BSL-1.0
/// \file
/// What an administrator sets up so that a pool, or each of a cluster, has what its type says: `provision<Pool>()`. It
/// comes from the same type as the requests, so the two agree.
#pragma once

#include <algorithm>
#include <allotype/cluster/pools/pool.hpp>
#include <allotype/cluster/provision/aks.hpp>
#include <allotype/cluster/provision/gke.hpp>
#include <allotype/cluster/provision/gpu_operator.hpp>
#include <allotype/cluster/provision/slurm.hpp>
#include <string>
#include <vector>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Lines of a file, a manifest or commands, each with what it is for.
struct setup_step {
  std::string what;  ///< "slurm.conf", "ConfigMap", "command"
  std::string text;  ///< lines; the last one ends, too
};

namespace detail {

/// The GPUs of a node, one after the other; whole ones are GPUs with MIG off.
struct node_setup {
  char const* pool = "";
  int nodes = 1;
  std::vector<gpu_setup> gpus;
  char const* whole = "";  ///< of whole devices: their name
};

template <int Count>
void add_setup(node_setup& to, nodes<Count>*) {
  to.nodes = Count;
}
template <class A, int Count>
void add_setup(node_setup& to, allotype::gpus_of<A, Count>*) {
  to.whole = device_of<A>::name;
  for (int i = 0; i < Count; ++i) to.gpus.push_back(gpu_setup::of<unpartitioned<device_of<A>>>());
}
template <class Layout>
  requires requires {
    typename Layout::partitions;
    typename Layout::device;
  }
void add_setup(node_setup& to, Layout*) {
  to.gpus.push_back(gpu_setup::of<Layout>());
}
template <class Option>
  requires(!requires { typename Option::partitions; })
void add_setup(node_setup&, Option*) {}

/// GPUs that are alike stand together in a configuration.
inline bool are_alike(gpu_setup const& a, gpu_setup const& b) {
  if (!equal(a.device->device, b.device->device) || a.mig != b.mig || a.count != b.count) return false;
  for (int i = 0; i < a.count; ++i) {
    if (!(a.instances[i] == b.instances[i])) return false;
  }
  return true;
}

inline mig_parted::configuration configuration_of(node_setup const& node) {
  bool alike = true;
  for (gpu_setup const& each : node.gpus) alike = alike && are_alike(each, node.gpus.front());
  if (alike) return mig_parted::configuration(node.gpus.front());
  mig_parted::configuration made(node.pool);
  for (std::size_t i = 0; i < node.gpus.size(); ++i) {
    bool first = true;
    std::vector<int> same;
    for (std::size_t k = 0; k < node.gpus.size(); ++k) {
      if (!are_alike(node.gpus[i], node.gpus[k])) continue;
      first = first && k >= i;
      same.push_back(static_cast<int>(k));
    }
    if (first) made.on(same, node.gpus[i]);
  }
  return made;
}

}  // namespace detail

namespace detail {

/// NVIDIA's GPU Operator sets up the GPUs; nodes without partitions need nothing.
inline std::vector<setup_step> steps_of(kubernetes::detail::settings const& on, node_setup const& node) {
  bool partitioned = false;
  for (gpu_setup const& each : node.gpus) partitioned = partitioned || each.mig;
  if (!partitioned) return {};
  char const* const strategy = on.strategy == kubernetes::mig_strategy::single  ? "single"
                               : on.strategy == kubernetes::mig_strategy::mixed ? "mixed"
                                                                                : "none";
  auto const chosen = configuration_of(node).under(on.driver);
  std::vector<setup_step> steps;
  steps.push_back({"ConfigMap", to_yaml(gpu_operator::config_map({chosen}))});
  steps.push_back(
      {"command", std::string{"helm upgrade gpu-operator nvidia/gpu-operator --reuse-values --set mig.strategy="} +
                      strategy + " --set migManager.config.name=custom-mig-config\n" +
                      gpu_operator::label_command("NODE", chosen) + "\n"});
  return steps;
}
/// AMD's device plugin needs no step.
inline std::vector<setup_step> steps_of(kubernetes::detail::amd_settings const&, node_setup const&) { return {}; }

/// The lines of `slurm.conf` and `gres.conf` for the nodes: resources, nodes, what is accounted, the partition.
inline std::vector<setup_step> steps_of(slurm::detail::settings const& on, node_setup const& node) {
  std::string names = node.pool;
  if (node.nodes > 1) names += "[1-" + std::to_string(node.nodes) + "]";
  auto const types = slurm::detail::types_of(on, node.gpus);
  std::string conf = std::string{"GresTypes="} + types.front().name + "\n" +
                     slurm::detail::node_line(on, names, node.gpus) + "\n" +
                     slurm::detail::accounting_line(on, node.gpus) + "\n";
  if (on.partition != nullptr) conf += std::string{"PartitionName="} + on.partition + " Nodes=" + names + "\n";
  return {{"slurm.conf", conf}, {"gres.conf", slurm::detail::gres_lines(*node.gpus.front().device, names, types)}};
}

/// \throws input_error for what GKE does not make
inline std::vector<setup_step> steps_of(gke::settings const& on, node_setup const& node) {
  gpu_setup const& gpu = node.gpus.front();
  if (row_of_device(gke::device_rows, gpu.device->device) == nullptr && on.accelerator == nullptr)
    return {};  // TPU node pools are made by their topology alone
  return {{"command",
           gke_nodes::create_command(node.pool, node.nodes, gpu, static_cast<int>(node.gpus.size()), on.accelerator) +
               "\n"}};
}

/// The command of `az` that adds the node pool.
/// \throws input_error for partitions that AKS cannot be told to make
inline std::vector<setup_step> steps_of(aks::settings const& on, node_setup const& node) {
  gpu_setup const& gpu = node.gpus.front();
  std::string line = "az aks nodepool add --name " +
                     allowed_name("a node pool of AKS", rule::aks_node_pool, node.pool) + " --node-count " +
                     std::to_string(node.nodes) + " " + allotype::aks::node_pool_options(gpu);
  if (gpu.mig && gpu.count > 0) {
    line +=
        std::string{" --gpu-mig-strategy "} + (on.strategy == kubernetes::mig_strategy::single ? "Single" : "Mixed");
  }
  return {{"command", line + "\n"}};
}

template <class Pool, class... Parts>
node_setup setup_of_parts(list<Parts...>) {
  node_setup node;
  node.pool = Pool::name;
  (add_setup(node, static_cast<Parts*>(nullptr)), ...);
  return node;
}

/// Adds the values behind `key` to the line of the text that begins with it: of two such lines Slurm reads the last.
inline void add_values(std::string& text, std::string const& key, std::string const& values) {
  std::size_t const begin = text.find(key);
  if (begin == std::string::npos) {
    text += key + values + "\n";
    return;
  }
  std::size_t end = text.find('\n', begin);
  for (comma_separated each{text_range(values)}; !each.done(); each.next()) {
    std::string const value(each.element().data(), static_cast<std::size_t>(each.element().length()));
    std::string const line = "," + text.substr(begin + key.size(), end - begin - key.size()) + ",";
    if (line.find("," + value + ",") != std::string::npos) continue;
    text.insert(end, "," + value);
    end += value.size() + 1;
  }
}

/// Adds the step of another pool. What several pools put into one file stands there together.
inline void add_step(std::vector<setup_step>& to, setup_step const& step) {
  auto const same = std::find_if(to.begin(), to.end(), [&](setup_step const& each) { return each.what == step.what; });
  if (same == to.end() || step.what == "command") {
    to.push_back(step);
  } else if (step.what == "ConfigMap") {
    std::size_t const begin = to_yaml(gpu_operator::config_map({})).size();
    std::string const added = step.text.substr(begin);
    if (same->text.find(added) != std::string::npos) return;
    std::string const name = added.substr(0, added.find('\n') + 1);
    if (same->text.find("\n" + name) != std::string::npos) {
      throw input_error(message<2000>{} << "two pools have different configurations of the name "
                                        << name.substr(0, name.find(':')).c_str() << ": set up each of them by itself");
    }
    same->text += added;
  } else {
    for (std::size_t begin = 0; begin < step.text.size();) {
      std::size_t const end = step.text.find('\n', begin);
      std::string const line = step.text.substr(begin, end - begin);
      std::size_t const equal_sign = line.find('=') + 1;
      std::string key = line.substr(0, equal_sign);
      if (key == "PartitionName=") key = line.substr(0, line.rfind('=') + 1);
      if (key == "NodeName=") {
        same->text += line + "\n";
      } else {
        add_values(same->text, key, line.substr(key.size()));
      }
      begin = end + 1;
    }
  }
}

}  // namespace detail

/// What sets up the nodes of a pool, or of all pools of a cluster, in order. Empty where the system makes them by
/// itself. \throws input_error for what the tool cannot make
template <class Pool>
[[nodiscard]] std::vector<setup_step> provision() {
  constexpr bool is_pool_or_cluster = detail::is_cluster<Pool>;
  static_assert(is_pool_or_cluster, "provision: it sets up a pool or a cluster: provision<shared>()");
  if constexpr (requires { typename Pool::pools; }) {
    std::vector<setup_step> all;
    [&]<class... Pools>(list<Pools...>*) {
      auto const add = [&](std::vector<setup_step> const& steps) {
        for (setup_step const& each : steps) detail::add_step(all, each);
      };
      (add(provision<Pools>()), ...);
    }(static_cast<typename Pool::pools*>(nullptr));
    return all;
  } else if constexpr (is_pool_or_cluster) {
    auto const node = detail::setup_of_parts<Pool>(typename Pool::parts{});
    if constexpr (requires { steps_of(Pool::settings, node); }) {
      if (!node.gpus.empty()) return steps_of(Pool::settings, node);
    }
  }
  return {};
}

/// Does not compile; it says where the pool stands.
template <class Pool>
[[nodiscard]] std::vector<setup_step> provision(Pool const&) {
  constexpr bool is_type = sizeof(Pool) == 0;
  static_assert(is_type, "provision: the pool is a type, and stands between brackets: provision<shared>()");
  return {};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
