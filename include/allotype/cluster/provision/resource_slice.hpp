// SPDX-License-Identifier: BSL-1.0
/// \file
/// The devices of a node as NVIDIA's DRA driver publishes them where it makes partitions on demand (its gate
/// DynamicMIG): ResourceSlices, in which each placement of each profile is a device, and devices that cannot be there
/// together consume the same counters. They show what a claim can be given before there is a cluster. What the driver
/// finds out on the node (bus addresses, versions) is not in them; for a GPU's UUID, if it is not given, stands
/// `gpu-0`.
///
/// \code
/// for (at::document const& slice : at::dra::resource_slices<at::A100>("node-1", 2)) std::cout << to_yaml(slice) <<
/// "---\n";
/// \endcode
///
/// Sources: kubernetes-sigs/dra-driver-nvidia-gpu, cmd/gpu-kubelet-plugin (driver.go, partitions.go, mig.go);
/// kubernetes/api resource/v1 types.go for the limits.
#pragma once

#include <string>
#include <vector>

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/cluster/quoting/names.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/cluster/request/quantity.hpp>
#include <allotype/core/error.hpp>
#include <allotype/plan/placement.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::dra {

/// Where a node's counters stand.
enum class counters {
  in_own_slice,       ///< Kubernetes 1.35 and later: a slice has devices or counters
  beside_the_devices  ///< Kubernetes 1.34: a slice for each GPU has both
};

namespace detail {

using namespace allotype::detail;

/// Limits of a ResourceSlice whose devices consume counters.
inline constexpr int max_devices_of_a_slice = 64;
inline constexpr int max_counter_sets_of_a_slice = 8;

/// `1g24gb-me` of `1g.24gb+me` and of `1g.24gb-me`; the number behind it in a device's name tells them apart.
inline std::string canonical_profile(char const* profile) {
  std::string name;
  for (char const* c = profile; *c != '\0'; ++c) {
    if (*c != '.') name += *c == '+' ? '-' : *c;
  }
  return name;
}

inline std::string counter_set_name(int gpu) { return "gpu-" + std::to_string(gpu) + "-counter-set"; }

inline int known_number(int number, char const* what, char const* profile) {
  if (number == unknown) {
    throw input_error(message<2000>{} << "the " << what << " of " << profile
                                      << " is not published, so no slice can state it");
  }
  return number;
}

/// What a profile takes of its GPU; `all`: of the GPU itself, which is what its largest profile has.
inline document counters_of(mig_row const& row, int first_slice, int slices) {
  document of;
  auto const add = [&of](std::string const& name, long long value) {
    of[name] = document{{"value", std::to_string(value)}};
  };
  add("memory", static_cast<long long>(known_number(row.memory_mib, "memory", row.profile)) << 20);
  add("multiprocessors", known_number(row.sm_count, "number of multiprocessors", row.profile));
  add("copy-engines", known_number(row.copy_engines, "number of copy engines", row.profile));
  add("decoders", known_number(row.nvdec, "number of decoders", row.profile));
  add("encoders", known_number(row.nvenc, "number of encoders", row.profile));
  add("jpeg-engines", known_number(row.jpeg, "number of JPEG engines", row.profile));
  add("ofa-engines", known_number(row.ofa, "number of optical-flow engines", row.profile));
  for (int i = 0; i < slices; ++i) add("memory-slice-" + std::to_string(first_slice + i), 1);
  return of;
}

/// The profile of the whole GPU: of those with the most compute slices the one with the most engines.
inline mig_row const& largest_profile(mig_board const& board) {
  int largest = 0;
  for (int i = 1; i < board.row_count; ++i) {
    if (board.rows[i].compute_slices > board.rows[largest].compute_slices) largest = i;
  }
  return board.rows[largest];
}

/// The memory slices of a board whose placements are published; else 0.
inline int units_of(mig_board const& board) { return places_on(board).units; }

/// A device on GPU `gpu`: an instance of `row` that starts at `start`, or with a null pointer the GPU itself.
inline document slice_device(accelerator_data const& of, int gpu, std::string const& uuid, mig_row const* row,
                             int start) {
  std::string name = "gpu-" + std::to_string(gpu);
  document attributes{{"type", document{{"string", row == nullptr ? "gpu" : "mig"}}},
                      {"productName", document{{"string", of.product()}}}};
  if (row != nullptr) {
    name += "-mig-" + canonical_profile(row->profile) + "-" + std::to_string(row->smi_profile_id) + "-" +
            std::to_string(start);
    attributes["profile"] = document{{"string", row->profile}};
  }
  // Claims for several partitions of one GPU compare it.
  attributes[row == nullptr ? "uuid" : "parentUUID"] = document{{"string", uuid}};
  document const taken = row != nullptr ? counters_of(*row, start, row->memory_slices)
                                        : counters_of(largest_profile(*of.board), 0, units_of(*of.board));
  mig_row const& sized = row != nullptr ? *row : largest_profile(*of.board);
  bytes const memory = row == nullptr && of.memory != bytes{}
                           ? of.memory
                           : bytes{static_cast<unsigned long long>(sized.memory_mib) << 20};
  document device{{"name", name}, {"attributes", attributes}};
  device["capacity"]["memory"]["value"] = quantity{memory}.characters;
  device["consumesCounters"].push_back({{"counterSet", counter_set_name(gpu)}, {"counters", taken}});
  return device;
}

inline std::vector<document> devices_of_gpu(accelerator_data const& device, int gpu, std::string const& uuid,
                                            bool whole) {
  std::vector<document> to;
  if (whole) to.push_back(slice_device(device, gpu, uuid, nullptr, 0));
  for (int i = 0; i < device.board->row_count; ++i) {
    mig_row const& row = device.board->rows[i];
    for (int k = 0; k < row.start_count(); ++k) to.push_back(slice_device(device, gpu, uuid, &row, row.starts[k]));
  }
  return to;
}

inline std::vector<document> resource_slices(accelerator_data const& device, bool whole, std::string const& node,
                                             int gpus, counters where, std::vector<std::string> const& uuids) {
  if (gpus < 1) throw input_error("the count of a node's GPUs begins at 1");
  if (device.product() == nullptr || units_of(*device.board) == 0) {
    throw input_error(message<2000>{} << "the names or the placements of " << device.device << " are not published");
  }
  allowed_name("a node", rule::dns_subdomain, node);
  if (!uuids.empty() && uuids.size() != static_cast<std::size_t>(gpus)) {
    throw input_error(message<2000>{} << "the node has " << gpus << " GPUs, and "
                                      << static_cast<long long>(uuids.size())
                                      << " UUIDs are given: valid is one for each, or none");
  }
  std::vector<document> specs;
  document sets = document::array();
  std::vector<document> devices;
  auto const add = [&specs](char const* what, document const& content) -> document& {
    specs.emplace_back();
    specs.back()[what] = content;
    return specs.back();
  };
  for (int gpu = 0; gpu < gpus; ++gpu) {
    document const set{{"name", counter_set_name(gpu)},
                       {"counters", counters_of(largest_profile(*device.board), 0, units_of(*device.board))}};
    std::string const uuid = uuids.empty() ? "gpu-" + std::to_string(gpu) : uuids[static_cast<std::size_t>(gpu)];
    std::vector<document> const of_gpu = devices_of_gpu(device, gpu, uuid, whole);
    if (where == counters::beside_the_devices) {
      add("sharedCounters", document::array({set}))["devices"] = document::array(of_gpu);
      continue;
    }
    if (sets.members().size() == max_counter_sets_of_a_slice) {
      add("sharedCounters", sets);
      sets = document::array();
    }
    sets.push_back(set);
    if (devices.size() + of_gpu.size() > max_devices_of_a_slice) {
      add("devices", document::array(devices));
      devices.clear();
    }
    devices.insert(devices.end(), of_gpu.begin(), of_gpu.end());
  }
  if (!sets.members().empty()) add("sharedCounters", sets);
  if (!devices.empty()) add("devices", document::array(devices));

  std::vector<document> slices;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    document spec{
        {"driver", "gpu.nvidia.com"},
        {"nodeName", node},
        {"pool", {{"name", node}, {"generation", 1}, {"resourceSliceCount", static_cast<long long>(specs.size())}}}};
    for (auto const& [name, value] : specs[i].members()) spec[name] = value;
    slices.push_back({{"apiVersion", "resource.k8s.io/v1"},
                      {"kind", "ResourceSlice"},
                      {"metadata", {{"name", node + "-gpu.nvidia.com-" + std::to_string(i)}}},
                      {"spec", spec}});
  }
  return slices;
}

}  // namespace detail

/// The slices of a node with so many GPUs of that kind, all of whose placements are free. GPUs of compute capability 8
/// in MIG mode are published by their partitions alone, later ones also as themselves. UUIDs are as `nvidia-smi -L`
/// prints them, one for each GPU; without them `gpu-0`, `gpu-1` and so on tell the GPUs of the node apart.
/// \throws input_error if a number of the board is not published, no node has such a name, or the UUIDs are not as many
/// as the GPUs
template <class Device>
  requires requires { Device::board::table; }
[[nodiscard]] std::vector<document> resource_slices(std::string const& node, int gpus = 1,
                                                    counters where = counters::in_own_slice,
                                                    std::vector<std::string> const& uuids = {}) {
  constexpr bool whole = Device::compute_capability.major > 8;
  return detail::resource_slices(allotype::detail::data_of<Device>, whole, node, gpus, where, uuids);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::dra
