// SPDX-License-Identifier: BSL-1.0
/// \file
/// `probe()` asks Linux about the processor and NVML about the GPUs, within a time limit. It makes no CUDA context,
/// changes nothing, and does not throw if something is missing: the result says what is missing and why.
#pragma once

#include <unistd.h>

#include <chrono>
#include <system_error>

#include <allotype/catalog/mig_name.hpp>
#include <allotype/machine/detail/mark_visible_devices.hpp>
#include <allotype/machine/detail/nvidia_boards.hpp>
#include <allotype/machine/detail/nvml.hpp>
#include <allotype/machine/detail/reported_device.hpp>
#include <allotype/machine/host_processor.hpp>
#include <allotype/machine/machine.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Where to look, and the time limit.
struct probe_options {
  std::chrono::nanoseconds time_limit = std::chrono::seconds(5);  ///< for the driver; Linux's own files answer at once
  std::string nvml_library = detail::nvml::default_library;       ///< a name for the loader's search path, or a path
  std::string root{};                                             ///< a prefix for /proc, /sys and /dev
  /// Which devices this process may use.
  visible_devices::environment environment = visible_devices::environment::of_this_process();
};

namespace detail {

inline availability availability_of(nvml::status code) {
  switch (code) {
    case nvml::status::success:
      return availability::yes;
    case nvml::status::no_permission:
      return availability::no_permission;
    case nvml::status::driver_not_loaded:
      return availability::no_driver;
    case nvml::status::function_not_found:
    case nvml::status::library_and_driver_differ:
      return availability::driver_too_old;
    default:
      break;
  }
  return availability::failed;
}

inline answer answer_of(nvml::session const& nvml, char const* call, nvml::status code) {
  if (code == nvml::status::success) return {};
  return answer{availability_of(code), call} << ": " << nvml.error_string(code) << " (code " << static_cast<int>(code)
                                             << ")";
}

/// Keeps the first error.
inline bool note(answer& complete, nvml::session const& nvml, char const* call, nvml::status code) {
  if (complete) complete = answer_of(nvml, call, code);
  return code == nvml::status::success;
}

/// How many there are, as a driver says it; none, and that as an error, where no machine has so many.
inline unsigned sane_count(answer& complete, char const* call, unsigned told, unsigned most) {
  if (told <= most) return told;
  if (complete)
    complete = answer{availability::failed, call} << ": says " << static_cast<unsigned long long>(told)
                                                  << ", and there are " << static_cast<int>(most) << " at most";
  return 0;
}

inline std::optional<bytes> total_memory(nvml::session const& nvml, nvml::device device, answer& complete) {
  nvml::memory memory{};
  nvml::status const code = nvml.call().memory(device, &memory);
  if (code == nvml::status::success) return bytes{memory.total};
  // A GPU that shares the processor's memory has none of its own to report.
  if (code != nvml::status::not_supported) note(complete, nvml, nvml.call().memory.name, code);
  return std::nullopt;
}

inline std::vector<machine::found_compute_instance> probe_compute_instances(nvml::session const& nvml,
                                                                            nvml::gpu_instance parent) {
  std::vector<machine::found_compute_instance> found;
  auto const& call = nvml.call();
  for (unsigned profile = 0; profile < nvml::compute_instance_profiles; ++profile) {
    nvml::compute_instance_profile about{};
    if (call.compute_instance_profile_at(parent, profile, 0, &about) != nvml::status::success) continue;
    if (about.instances > nvml::most_instances) continue;
    std::vector<nvml::compute_instance> instances(about.instances);
    unsigned count = about.instances;
    if (call.compute_instances(parent, about.id, instances.data(), &count) != nvml::status::success) continue;
    for (unsigned i = 0; i < count && i < instances.size(); ++i) {
      nvml::compute_instance_description it{};
      if (call.describe_compute_instance(instances[i], &it) != nvml::status::success) continue;
      found.push_back({it.id, it.profile_id, machine::found_placement{it.placement.start, it.placement.size}});
    }
  }
  return found;
}

inline std::optional<device_uuid> uuid_from(std::string const& told) {
  device_uuid const uuid = device_uuid(told.c_str());
  return uuid.complete() ? std::optional{uuid} : std::nullopt;
}

/// Processes run on the device. Their number is asked for, and not what they are. In a container the driver does not
/// count those of others, but their memory: a process of CUDA has more than this.
inline std::optional<bool> is_in_use(nvml::session const& nvml, nvml::device device) {
  constexpr unsigned long long without_processes = 100 << 20;
  nvml::memory_v2 memory;
  bool used = nvml.call().memory_v2(device, &memory) == nvml::status::success && memory.used > without_processes;
  for (auto const& call : {nvml.call().compute_processes, nvml.call().graphics_processes}) {
    unsigned count = 0;
    nvml::status const code = call(device, &count, nullptr);
    if (code != nvml::status::success && code != nvml::status::insufficient_size) return std::nullopt;
    used = used || count > 0;
  }
  return used;
}

/// The type of a GPU instance, from the profile's id alone; null if the board is unknown.
inline std::string type_of_instance(accelerator_data const* board, unsigned profile_id) {
  mig_row const* const row = board == nullptr ? nullptr : profile_of_id(*board, profile_id);
  return row == nullptr ? std::string{} : std::string{board->device} + " " + row->profile;
}

inline machine::found_gpu_instance gpu_instance_of(nvml::gpu_instance_description const& it,
                                                   accelerator_data const* board) {
  return {it.id,
          it.profile_id,
          machine::found_placement{it.placement.start, it.placement.size},
          {},
          type_of_instance(board, it.profile_id)};
}

/// All GPU instances; this takes root or the capability to configure MIG.
inline void probe_gpu_instances(nvml::session const& nvml, nvml::device device, machine::found_board& board,
                                accelerator_data const* known) {
  auto const& call = nvml.call();
  for (unsigned profile = 0; profile < nvml::gpu_instance_profiles; ++profile) {
    nvml::gpu_instance_profile about{};
    if (call.gpu_instance_profile_at(device, profile, &about) != nvml::status::success) continue;
    std::vector<nvml::gpu_instance> instances(sane_count(
        board.gpu_instances_complete, call.gpu_instance_profile_at.name, about.instances, nvml::most_instances));
    auto count = static_cast<unsigned>(instances.size());
    if (count == 0) continue;
    if (!note(board.gpu_instances_complete, nvml, call.gpu_instances.name,
              call.gpu_instances(device, about.id, instances.data(), &count))) {
      return;
    }
    for (unsigned i = 0; i < count && i < instances.size(); ++i) {
      nvml::gpu_instance_description it{};
      if (!note(board.gpu_instances_complete, nvml, call.describe_gpu_instance.name,
                call.describe_gpu_instance(instances[i], &it))) {
        continue;
      }
      board.gpu_instances.push_back(gpu_instance_of(it, known));
      board.gpu_instances.back().compute_instances = probe_compute_instances(nvml, instances[i]);
    }
  }
}

/// The GPU instance of that id, added where listing it was not allowed or it came later.
inline machine::found_gpu_instance& gpu_instance_with(nvml::session const& nvml, nvml::device device,
                                                      machine::found_board& board, unsigned id,
                                                      std::optional<unsigned> compute_instance,
                                                      accelerator_data const* known) {
  for (machine::found_gpu_instance& listed : board.gpu_instances) {
    if (listed.id == id) return listed;
  }
  auto const& call = nvml.call();
  machine::found_gpu_instance added{id, {}, {}, {}, {}};
  nvml::gpu_instance instance = nullptr;
  nvml::gpu_instance_description it{};
  bool const described = call.gpu_instance_of_id(device, id, &instance) == nvml::status::success &&
                         call.describe_gpu_instance(instance, &it) == nvml::status::success;
  if (described) added = gpu_instance_of(it, known);
  if (compute_instance) {
    machine::found_compute_instance inside{*compute_instance, {}, {}};
    nvml::compute_instance compute = nullptr;
    nvml::compute_instance_description about{};
    if (described && call.compute_instance_of_id(instance, *compute_instance, &compute) == nvml::status::success &&
        call.describe_compute_instance(compute, &about) == nvml::status::success) {
      inside = {about.id, about.profile_id, machine::found_placement{about.placement.start, about.placement.size}};
    }
    added.compute_instances.push_back(inside);
  }
  board.gpu_instances.push_back(added);
  return board.gpu_instances.back();
}

inline machine::found_slice probe_slice(nvml::session const& nvml, nvml::device parent, nvml::device device,
                                        machine::found_board& board, accelerator_data const* known) {
  auto const& call = nvml.call();
  machine::found_slice slice;
  nvml::status code{};
  slice.uuid = uuid_from(nvml::text_from(call.uuid, &code, device));
  note(slice.complete, nvml, call.uuid.name, code);
  slice.name = nvml::text_from(call.name, &code, device);
  note(slice.complete, nvml, call.name.name, code);
  slice.profile = split_name(slice.name.c_str()).profile;
  slice.memory = total_memory(nvml, device, slice.complete);
  unsigned id = 0;
  if (note(slice.complete, nvml, call.gpu_instance_id.name, call.gpu_instance_id(device, &id)))
    slice.gpu_instance_id = id;
  if (note(slice.complete, nvml, call.compute_instance_id.name, call.compute_instance_id(device, &id))) {
    slice.compute_instance_id = id;
  }
  nvml::device_attributes attributes{};
  if (call.attributes(device, &attributes) == nvml::status::success) {
    slice.sm_count = static_cast<int>(attributes.multiprocessors);
  }
  slice.in_use = is_in_use(nvml, device);
  machine::found_gpu_instance* instance = nullptr;
  if (slice.gpu_instance_id) {
    instance = &gpu_instance_with(nvml, parent, board, *slice.gpu_instance_id, slice.compute_instance_id, known);
  }
  if (known == nullptr) return slice;
  auto const type_of = [&](char const* profile) {
    std::string const name = name_of_partition(*known, profile, profile_id_of(board, slice));
    return name.empty() ? std::string{} : board.type + " " + name;
  };
  slice.type = type_of(slice.profile.c_str());
  if (instance != nullptr && !instance->profile_id)
    instance->type = type_of(parse_mig_name(slice.profile.c_str()).gpu_instance);
  return slice;
}

inline machine::found_board probe_board(nvml::session const& nvml, int index) {
  auto const& call = nvml.call();
  machine::found_board board;
  board.index = index;
  nvml::device device = nullptr;
  if (!note(board.complete, nvml, call.device_at.name, call.device_at(static_cast<unsigned>(index), &device)))
    return board;
  nvml::status code{};
  board.uuid = uuid_from(nvml::text_from(call.uuid, &code, device));
  note(board.complete, nvml, call.uuid.name, code);
  board.name = nvml::text_from(call.name, &code, device);
  note(board.complete, nvml, call.name.name, code);
  nvml::pci_location location{};
  if (call.location(device, &location) == nvml::status::success) {
    location.bus_id[sizeof(location.bus_id) - 1] = '\0';
    board.bus_id = location.bus_id;
  }
  board.memory = total_memory(nvml, device, board.complete);
  int major = 0;
  int minor = 0;
  if (note(board.complete, nvml, call.compute_capability.name, call.compute_capability(device, &major, &minor))) {
    board.compute_capability = compute_capability{major, minor};
  }
  accelerator_data const* const known = find_nvidia_board(reported_device_of(board));
  if (known != nullptr) board.type = known->device;

  unsigned current = 0;
  unsigned pending = 0;
  code = call.mig_mode(device, &current, &pending);
  if (code == nvml::status::success) {
    board.mig_mode = current != 0;
  } else if (code != nvml::status::not_supported && code != nvml::status::function_not_found) {
    note(board.complete, nvml, call.mig_mode.name, code);
  }
  if (!board.partitioned()) {
    board.in_use = is_in_use(nvml, device);
    return board;
  }
  probe_gpu_instances(nvml, device, board, known);
  unsigned most = 0;
  if (!note(board.complete, nvml, call.max_mig_devices.name, call.max_mig_devices(device, &most))) return board;
  most = sane_count(board.complete, call.max_mig_devices.name, most, nvml::most_instances);
  for (unsigned i = 0; i < most; ++i) {
    nvml::device slice = nullptr;
    code = call.mig_device_at(device, i, &slice);
    if (code == nvml::status::not_found) continue;  // numbers have holes
    if (!note(board.complete, nvml, call.mig_device_at.name, code)) break;
    board.slices.push_back(probe_slice(nvml, device, slice, board, known));
  }
  return board;
}

inline machine::found_nvidia probe_nvidia(std::string const& path) {
  machine::found_nvidia found;
  nvml::library const library(path.c_str());
  if (!library.usable()) {
    found.complete = {library.found() ? availability::driver_too_old : availability::no_driver,
                      library.problem().c_str()};
    return found;
  }
  nvml::session const nvml(library);
  if (!note(found.complete, nvml, library.call().initialize.name, nvml.code())) return found;
  auto const& call = nvml.call();
  found.driver_version = nvml::text_from(call.driver_version, nullptr);
  if (call.cuda_version(&found.cuda_version) != nvml::status::success) found.cuda_version = 0;
  unsigned count = 0;
  if (!note(found.complete, nvml, call.count.name, call.count(&count))) return found;
  count = sane_count(found.complete, call.count.name, count, nvml::most_boards);
  for (unsigned i = 0; i < count; ++i) found.boards.push_back(probe_board(nvml, static_cast<int>(i)));
  return found;
}

inline bool exists(std::string const& path) { return access(path.c_str(), F_OK) == 0; }

/// Kinds that the catalogue has and the library does not probe. The result says only whether Linux has a device file of
/// them.
inline std::vector<machine::other_kind> other_kinds(std::string const& root) {
  struct kind {
    char const* name;
    char const* device_file;
    char const* because;
  };
  constexpr kind kinds[] = {
      {"AMD GPU", "/dev/kfd", "allotype has no backend for AMD GPUs; they can be requested"},
      {"Google TPU", "/dev/accel0", "allotype has no backend for TPUs; they can be requested"},
      {"AWS Neuron", "/dev/neuron0", "allotype has no backend for Neuron devices; they can be requested"},
      {"Intel Gaudi", "/dev/hl0", "allotype has no backend for Gaudi; they can be requested"},
      {"Apple MPS", "", "Metal needs macOS, and allotype has no backend for it"},
  };
  std::vector<machine::other_kind> others;
  for (kind const& it : kinds) {
    bool const there = *it.device_file != '\0' && exists(root + it.device_file);
    std::string text = it.because;
    if (*it.device_file != '\0')
      text += there ? std::string{" ("} + it.device_file + " is there)"
                    : std::string{" (there is no "} + it.device_file + ")";
    others.push_back({it.name, {availability::not_compiled_in, text.c_str()}});
  }
  return others;
}

}  // namespace detail

/// Examines this machine. If the driver does not answer within the time limit, `nvidia.complete` is `timed_out` and
/// names the call; machine/detail/time_limit.hpp explains what happens to the call.
/// \throws std::bad_alloc
[[nodiscard]] inline machine probe(probe_options const& options = {}) {
  machine found;
  found.host_processor = detail::probe_host_processor(options.root);
  found.others = detail::other_kinds(options.root);
  try {
    auto nvidia = detail::within_time_limit(options.time_limit,
                                            [path = options.nvml_library] { return detail::probe_nvidia(path); });
    if (nvidia) {
      found.nvidia = std::move(*nvidia);
    } else {
      found.nvidia.complete = nvidia.reason();
    }
  } catch (std::system_error const& no_thread) {
    found.nvidia.complete = answer{"no thread for NVML: "} << no_thread.what();
  }
  detail::mark_visible_devices(found.nvidia, options.environment);
  return found;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
