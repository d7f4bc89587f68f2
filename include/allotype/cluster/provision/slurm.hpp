// SPDX-License-Identifier: BSL-1.0
/// \file
/// The lines of slurm.conf and gres.conf for nodes whose GPUs are laid out. GPUs and slices have the types by which
/// jobs ask for them, and nodes the feature (cluster/request/slurm.hpp), so the two agree. (SchedMD/slurm,
/// doc/html/gres, "MIG Management".) Slurm does not create instances: they exist before slurmd starts.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <vector>

#include <allotype/cluster/provision/detail/profile_counts.hpp>
#include <allotype/cluster/provision/gpu_setup.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::slurm {

/// What gres.conf says of NVIDIA's GPUs where Slurm's NVML plug-in is installed.
inline constexpr char gres_conf[] = "AutoDetect=nvml";

namespace detail {

/// A type of GPU or slice, and how many of it a node has.
struct gres_of_node {
  std::string type;
  int count = 0;
  char const* name = "gpu";
};

/// Devices or partitions of a node that are alike.
struct kind_of_node {
  accelerator_data what;
  int count = 0;
};

inline bool of_site(settings const& on, char const* name) {
  accelerator_data named;
  named.name = name;
  return type_of_site(on.types, named) != nullptr;
}

/// What Slurm calls it, unshared. A device that is left open is whole: nodes have nothing open.
/// \throws input_error where Slurm has no type of it
inline gres_of_node type_of(settings on, kind_of_node const& kind) {
  accelerator_data what = kind.what;
  if (!what.is_partition()) what.state = accelerator_data::partitioning::whole;
  std::string const name =
      std::string{what.device} + (what.is_partition() ? " " + std::string{what.partition} : " unpartitioned");
  // What the site calls the device is what it calls the whole of it.
  what.name = !what.is_partition() && of_site(on, what.device) ? what.device : name.c_str();
  job_request asked;
  refuse_shares(asked, on, what, 1);
  on.replicas = 1;
  on.mps = false;
  if (!asked.refused) ask_type(asked, on, what, 1);
  if (asked.refused) {
    throw input_error(message<2000>{} << (kind.what.is_partition() ? name.c_str() : what.device) << ": "
                                      << asked.refused.sentence());
  }
  if (asked.each[0].type.empty()) {
    throw input_error(message<2000>{} << what.device
                                      << " has several sizes, each with a type of its own: name the size");
  }
  return {asked.each[0].type.text(), kind.count, asked.each[0].name};
}

/// Whole devices first, then partitions in the order of their names.
inline bool stands_before(kind_of_node const& a, kind_of_node const& b) {
  if (a.what.is_partition() != b.what.is_partition()) return b.what.is_partition();
  return allotype::detail::before_in_alphabet(a.what.partition, b.what.partition);
}

inline std::vector<gres_of_node> types_of(settings const& on, std::vector<kind_of_node> const& kinds) {
  std::vector<gres_of_node> found;
  for (kind_of_node const& kind : kinds) {
    gres_of_node const one = type_of(on, kind);
    for (gres_of_node const& each : found) {
      if (each.type == one.type && equal(each.name, one.name)) {
        throw input_error(message<2000>{} << "this release of Slurm calls two kinds of slices " << one.type.c_str()
                                          << ", so jobs cannot ask for one of them");
      }
    }
    found.push_back(one);
  }
  return found;
}

/// The shares of the GPUs of a kind. Without a type a step could not ask for one.
inline gres_of_node shares_of(settings const& on, kind_of_node const& kind) {
  return {type_of(on, kind).type, kind.count * on.replicas, gres_name(on, kind.what)};
}

/// Everything that a node has: devices, partitions, and shares where GPUs are shared.
/// \throws input_error where Slurm cannot share these
inline std::vector<gres_of_node> resources_of(settings const& on, std::vector<kind_of_node> const& kinds) {
  std::vector<gres_of_node> found = types_of(on, kinds);
  if (!on.is_shared() || kinds.empty()) return found;
  if (kinds.size() > 1) throw input_error(shares_are_of_one_kind);
  found.push_back(shares_of(on, kinds[0]));
  return found;
}

/// What GPUs of one kind are set up to have.
template <class Setups>
std::vector<kind_of_node> kinds_of(Setups const& gpus) {
  std::vector<kind_of_node> found;
  gpu_setup const* first = nullptr;
  int whole = 0;
  for (gpu_setup const& gpu : gpus) {
    if (first != nullptr && !equal(gpu.device->device, first->device->device)) {
      throw input_error(message<2000>{} << "a line is for GPUs of one kind, and these are " << first->device->device
                                        << " and " << gpu.device->device);
    }
    first = &gpu;
    whole += gpu.mig ? 0 : 1;
  }
  if (first == nullptr) return found;
  if (whole > 0) found.push_back({*first->device, whole});
  gpu_setup none = *first;
  none.count = 0;
  allotype::detail::profile_counts all(none);
  for (gpu_setup const& gpu : gpus) {
    if (gpu.mig) all.add(gpu);
  }
  for (int k = 0; k < all.count; ++k) {
    accelerator_data what = *first->device;
    what.state = accelerator_data::partitioning::part;
    what.row = &first->device->board->rows[all.profile[k]];
    what.partition = what.row->profile;
    found.push_back({what, all.of[k]});
  }
  return found;
}

inline void add_once(std::vector<std::string>& to, std::string const& word) {
  for (std::string const& each : to) {
    if (each == word) return;
  }
  to.push_back(word);
}

/// The features of nodes: their devices.
inline std::vector<std::string> features_of(std::vector<kind_of_node> const& kinds) {
  std::vector<std::string> found;
  for (kind_of_node const& each : kinds) add_once(found, short_name(each.what.device).text());
  return found;
}

/// What Slurm can account for: each kind of resource, the device, and its partitions.
inline std::vector<std::string> accounted(settings const& on, std::vector<kind_of_node> const& kinds) {
  std::vector<std::string> found;
  for (kind_of_node const& kind : kinds) {
    kind_of_node whole = kind;
    whole.what.state = accelerator_data::partitioning::whole;
    for (gres_of_node const& each : {type_of(on, whole), type_of(on, kind)}) {
      std::string const resource = std::string{"gres/"} + each.name;
      add_once(found, resource);
      add_once(found, resource + ":" + each.type);
    }
    if (on.is_shared()) add_once(found, std::string{"gres/"} + gres_name(on, kind.what));
  }
  return found;
}

inline std::string node_line(settings const& on, std::string const& nodes, std::vector<kind_of_node> const& kinds) {
  std::string line = "NodeName=" + allowed_name("nodes of Slurm's", rule::slurm_nodes, nodes) + " gres=";
  char const* between = "";
  for (auto const& [type, count, name] : resources_of(on, kinds)) {
    line += between + std::string{name} + ":" + type + ":" + std::to_string(count);
    between = ",";
  }
  return kinds.empty() ? line : line + " Feature=" + allotype::detail::joined(features_of(kinds), ",");
}

/// What slurmd finds a GPU by, as gres.conf calls it. \throws input_error where it does not find this one so
inline std::string detected_by(settings const& on, accelerator_data const& what) {
  bool const is_amd = what.maker == vendor::amd;
  detection by = on.autodetect;
  if (by == detection::by_maker) by = is_amd ? detection::rsmi : detection::nvml;
  char const* why_not = nullptr;
  if (by == detection::nvidia) {
    if (what.is_partition()) why_not = "nvidia finds no partitions: take nvml";
    if (on.version == version::v22_05) why_not = "nvidia is known to Slurm 24.11 and later";
  }
  if (by == detection::off) {
    if (what.is_partition()) why_not = "off needs the files of each partition, whose numbers are the machine's";
    if (is_amd) why_not = "off needs the files of AMD's GPUs, whose numbers are the machine's";
  } else if (is_amd != (by == detection::rsmi)) {
    why_not = is_amd ? "rsmi alone finds AMD's GPUs" : "rsmi finds AMD's GPUs alone";
  }
  if (why_not != nullptr) throw input_error(message<2000>{} << what.name << ": AutoDetect=" << why_not);
  constexpr char const* words[] = {"", "nvml", "nvidia", "rsmi", "off"};
  return std::string{"AutoDetect="} + words[static_cast<int>(by)];
}

inline std::string named(gres_of_node const& what) { return std::string{"Name="} + what.name + " Type=" + what.type; }
inline std::string counted(gres_of_node const& what) { return named(what) + " Count=" + std::to_string(what.count); }

/// The lines of gres.conf for these nodes alone: GPUs are detected or named by their files, other chips are counted.
inline std::vector<std::string> gres_lines(settings const& on, std::string const& nodes,
                                           std::vector<kind_of_node> const& kinds) {
  std::vector<std::string> lines;
  std::string const begin = "NodeName=" + nodes + " ";
  for (kind_of_node const& kind : kinds) {
    gres_of_node const has = type_of(on, kind);
    if (kind.what.maker != vendor::nvidia && kind.what.maker != vendor::amd) {
      lines.push_back(begin + counted(has));
      continue;
    }
    std::string line = begin + detected_by(on, kind.what);
    if (on.autodetect == detection::off) {
      if (kinds.size() > 1) throw input_error("AutoDetect=off is for nodes with GPUs of one kind");
      line +=
          " " + named(has) + " File=/dev/nvidia" + (has.count == 1 ? "0" : "[0-" + std::to_string(has.count - 1) + "]");
    }
    add_once(lines, line);
  }
  if (on.is_shared() && !kinds.empty()) lines.push_back(begin + counted(shares_of(on, kinds[0])));
  return lines;
}

}  // namespace detail

/// The line of slurm.conf for nodes whose GPUs, all of one kind, are set up so: `NodeName=tux[1-16]
/// gres=gpu:a100:1,gpu:a100_3g.20gb:2 Feature=a100`. Jobs that take any GPU of a board ask for the feature.
/// \tparam System whose types: `system<"slurm">`, `system<"slurm-short-names">`
/// \throws input_error if a profile has no type, two have the same, or nodes have no such name
template <class System, class Setups = std::initializer_list<gpu_setup>>
  requires(!std::same_as<Setups, gpu_setup>)
[[nodiscard]] std::string node_line(std::string const& nodes, Setups const& gpus) {
  return detail::node_line(System::settings, nodes, detail::kinds_of(gpus));
}

/// Does not compile; it says what it takes.
template <class System, std::same_as<gpu_setup> Setup>
[[nodiscard]] std::string node_line(std::string const&, Setup const&) {
  constexpr bool is_a_list = sizeof(Setup) == 0;
  static_assert(is_a_list,
                "slurm::node_line: the setups of a node's GPUs are a list, also that of a single one: "
                "{gpu_setup::of<layout<A100, \"3g.20gb\">>()}");
  return {};
}

/// The line of slurm.conf that makes Slurm account for the board and its slices by type.
template <class System, class Setups = std::initializer_list<gpu_setup>>
  requires(!std::same_as<Setups, gpu_setup>)
[[nodiscard]] std::string accounting_line(Setups const& gpus) {
  auto const resources = detail::accounted(System::settings, detail::kinds_of(gpus));
  return "AccountingStorageTRES=" + (resources.empty() ? "gres/gpu" : allotype::detail::joined(resources, ","));
}

/// Does not compile; it says what it takes.
template <class System, std::same_as<gpu_setup> Setup>
[[nodiscard]] std::string accounting_line(Setup const&) {
  constexpr bool is_a_list = sizeof(Setup) == 0;
  static_assert(is_a_list,
                "slurm::accounting_line: the setups of a node's GPUs are a list, also that of a single one: "
                "{gpu_setup::of<layout<A100, \"3g.20gb\">>()}");
  return {};
}

/// The line of gres.conf for instances of one type on one GPU, where the NVML plug-in is not used. The minor numbers
/// are the machine's: `/proc/driver/nvidia/capabilities/gpuN/mig/giN/access` has that of a GPU instance, and
/// `ciN/access` below it that of its compute instance. \throws input_error for a type that Slurm does not take
[[nodiscard]] inline std::string gres_line(std::string const& type, int gpu,
                                           std::initializer_list<int> capability_minors) {
  std::string line = "Name=gpu Type=" + detail::allowed_name("a type of Slurm's", detail::rule::batch_word, type) +
                     " MultipleFiles=/dev/nvidia" + std::to_string(gpu);
  for (int const minor : capability_minors) line += ",/dev/nvidia-caps/nvidia-cap" + std::to_string(minor);
  return line;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::slurm
