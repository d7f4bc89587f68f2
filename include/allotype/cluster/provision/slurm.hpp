// SPDX-License-Identifier: BSL-1.0
/// \file
/// The lines of slurm.conf and gres.conf for nodes whose GPUs are laid out. GPUs and slices have the types by which
/// jobs ask for them, and nodes the feature (cluster/request/slurm.hpp), so the two agree. (SchedMD/slurm,
/// doc/html/gres, "MIG Management".) Slurm does not create instances: they exist before slurmd starts.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include <allotype/cluster/provision/detail/profile_counts.hpp>
#include <allotype/cluster/provision/gpu_setup.hpp>
#include <allotype/cluster/request/slurm.hpp>
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

/// What Slurm calls a profile of the GPU; without a row, the whole GPU.
inline gres_of_node type_of(settings const& on, gpu_setup const& gpu, mig_row const* row, int count) {
  accelerator_data what = *gpu.device;
  std::string const name =
      std::string{what.device} + (row == nullptr ? " unpartitioned" : " " + std::string{row->profile});
  what.name = name.c_str();
  what.state = row == nullptr ? accelerator_data::partitioning::whole : accelerator_data::partitioning::part;
  what.row = row;
  if (row != nullptr) what.partition = row->profile;
  job_request asked;
  ask_type(asked, on, what, 1);
  if (asked.refused) throw input_error(asked.refused.sentence());
  return {asked.each[0].type.text(), count, asked.each[0].name};
}

/// Whole GPUs first, then profiles in the order of their names.
template <class Setups>
std::vector<gres_of_node> types_of(settings const& on, Setups const& gpus) {
  std::vector<gres_of_node> found;
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
  if (whole > 0) found.push_back(type_of(on, *first, nullptr, whole));
  gpu_setup none = *first;
  none.count = 0;
  allotype::detail::profile_counts all(none);
  for (gpu_setup const& gpu : gpus) {
    if (gpu.mig) all.add(gpu);
  }
  for (int k = 0; k < all.count; ++k) {
    mig_row const& row = first->device->board->rows[all.profile[k]];
    found.push_back(type_of(on, *first, &row, all.of[k]));
    for (std::size_t i = 0; i + 1 < found.size(); ++i) {
      if (found[i].type == found.back().type) {
        throw input_error(message<2000>{} << "this release of Slurm calls two kinds of slices " << found[i].type.c_str()
                                          << ", so jobs cannot ask for one of them");
      }
    }
  }
  return found;
}

template <class Setups>
std::string node_line(settings const& on, std::string const& nodes, Setups const& gpus) {
  std::string line = "NodeName=" + allowed_name("nodes of Slurm's", rule::slurm_nodes, nodes) + " gres=";
  char const* between = "";
  for (auto const& [type, count, name] : types_of(on, gpus)) {
    line += between + std::string{name} + ":" + type + ":" + std::to_string(count);
    between = ",";
  }
  for (gpu_setup const& gpu : gpus) return line + " Feature=" + short_name(gpu.device->device).text();
  return line;
}

template <class Setups>
std::string accounting_line(settings const& on, Setups const& gpus) {
  std::string line, board;
  auto const add = [&](gres_of_node const& each) {
    line += (line.empty() ? "AccountingStorageTRES=gres/" + std::string{each.name} : "") + ",gres/" + each.name + ":" +
            each.type;
  };
  for (gpu_setup const& gpu : gpus) {
    gres_of_node const whole = type_of(on, gpu, nullptr, 1);
    if (board.empty()) add(whole);
    board = whole.type;
  }
  for (gres_of_node const& each : types_of(on, gpus)) {
    if (each.type != board) add(each);
  }
  return line.empty() ? "AccountingStorageTRES=gres/gpu" : line;
}

/// The lines of gres.conf for these nodes alone: GPUs are detected, other chips are counted.
inline std::string gres_lines(accelerator_data const& device, std::string const& nodes,
                              std::vector<gres_of_node> const& types) {
  std::string const begin = "NodeName=" + nodes + " ";
  if (device.maker == vendor::nvidia) return begin + gres_conf + "\n";
  if (device.maker == vendor::amd) return begin + "AutoDetect=rsmi\n";
  std::string lines;
  for (auto const& [type, count, name] : types) {
    lines += begin + "Name=" + name + " Type=" + type + " Count=" + std::to_string(count) + "\n";
  }
  return lines;
}

}  // namespace detail

/// The line of slurm.conf for nodes whose GPUs, all of one kind, are set up so: `NodeName=tux[1-16]
/// gres=gpu:a100:1,gpu:a100_3g.20gb:2 Feature=a100`. Jobs that take any GPU of a board ask for the feature.
/// \tparam System whose types: `system<"slurm">`, `system<"slurm-short-names">`
/// \throws input_error if a profile has no type, two have the same, or nodes have no such name
template <class System, class Setups = std::initializer_list<gpu_setup>>
[[nodiscard]] std::string node_line(std::string const& nodes, Setups const& gpus) {
  return detail::node_line(System::settings, nodes, gpus);
}

/// The line of slurm.conf that makes Slurm account for the board and its slices by type.
template <class System, class Setups = std::initializer_list<gpu_setup>>
[[nodiscard]] std::string accounting_line(Setups const& gpus) {
  return detail::accounting_line(System::settings, gpus);
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
