// SPDX-License-Identifier: BSL-1.0
/// \file
/// The processor that the program runs on, as Linux describes it: sockets, cores, NUMA nodes, and how much of it this
/// process may use (affinity, control groups of both versions).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <allotype/machine/detail/system_file.hpp>
#include <allotype/machine/machine.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Distinct pairs of socket and core among the online processors.
struct processor_topology {
  std::vector<unsigned long long> sockets;
  std::vector<unsigned long long> cores;
  bool complete = true;

  void add(std::optional<unsigned long long> socket, std::optional<unsigned long long> core) {
    if (!socket || !core) {
      complete = false;
      return;
    }
    insert(sockets, *socket);
    insert(cores, *socket << 32 | *core);
  }
  static void insert(std::vector<unsigned long long>& numbers, unsigned long long number) {
    for (auto const known : numbers) {
      if (known == number) return;
    }
    numbers.push_back(number);
  }
};

inline processor_topology topology_in_sys(std::string const& root, std::vector<int> const& online) {
  processor_topology found;
  for (int const processor : online) {
    std::string const folder = root + "/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/";
    found.add(number_of_system_file(folder + "physical_package_id"), number_of_system_file(folder + "core_id"));
  }
  found.complete = found.complete && !online.empty();
  return found;
}

/// Reads /proc/cpuinfo, which has one paragraph for each processor.
inline processor_topology topology_in_cpuinfo(std::string_view text, int processors) {
  processor_topology found;
  int paragraphs = 0;
  while (!text.empty()) {
    std::size_t const end = text.find("\n\n");
    std::string_view const paragraph = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
    if (!value_of_label(paragraph, "processor")) continue;
    ++paragraphs;
    auto const socket = value_of_label(paragraph, "physical id");
    auto const core = value_of_label(paragraph, "core id");
    found.add(socket ? number_in(*socket) : std::nullopt, core ? number_in(*core) : std::nullopt);
  }
  found.complete = found.complete && paragraphs == processors && paragraphs > 0;
  return found;
}

/// A control group: the folder of the hierarchy and the path of this process below it.
struct control_group {
  std::string mount_point;
  std::string path;  ///< below the mount point: "" or "/…"
};

/// /proc/self/mountinfo writes blanks and backslashes as octal numbers.
inline std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size()) {
      plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

inline bool lists(std::string_view comma_separated, std::string_view wanted) {
  while (!comma_separated.empty()) {
    if (take_until(comma_separated, ',') == wanted) return true;
  }
  return false;
}

/// Where the hierarchy is mounted that has `controller` (version 1), or the unified one (`controller` empty).
inline std::optional<control_group> control_group_of(std::string_view mounts, std::string_view groups,
                                                     std::string_view controller) {
  // /proc/self/cgroup: NUMBER:CONTROLLERS:PATH
  std::optional<std::string_view> path;
  while (!groups.empty()) {
    std::string_view line = take_until(groups, '\n');
    std::string_view const number = take_until(line, ':');
    std::string_view const controllers = take_until(line, ':');
    if (controller.empty() ? number == "0" && controllers.empty() : lists(controllers, controller)) path = line;
  }
  if (!path) return std::nullopt;
  // /proc/self/mountinfo: ID PARENT DEVICE ROOT MOUNT-POINT OPTIONS … - TYPE SOURCE SUPER-OPTIONS
  while (!mounts.empty()) {
    std::string_view line = take_until(mounts, '\n');
    std::size_t const separator = line.find(" - ");
    if (separator == std::string_view::npos) continue;
    std::string_view filesystem = line.substr(separator + 3);
    std::string_view const type = take_until(filesystem, ' ');
    take_until(filesystem, ' ');
    if (controller.empty() ? type != "cgroup2" : (type != "cgroup" || !lists(filesystem, controller))) continue;
    for (int i = 0; i < 3; ++i) take_until(line, ' ');
    std::string const mounted = unescaped(take_until(line, ' '));
    control_group group{unescaped(take_until(line, ' ')), std::string{*path}};
    // What is mounted may be the container's own group; the path is then counted from there. A path that leads out of
    // the namespace has nothing below the mount point.
    if (group.path.find("..") != std::string::npos) {
      group.path.clear();
    } else if (mounted != "/") {
      bool const below = group.path == mounted || group.path.compare(0, mounted.size() + 1, mounted + "/") == 0;
      group.path = below ? group.path.substr(mounted.size()) : std::string{};
    }
    if (!group.path.empty() && group.path.front() != '/') group.path.clear();
    while (!group.path.empty() && group.path.back() == '/') group.path.pop_back();
    return group;
  }
  return std::nullopt;
}

/// Calls `visit(folder)` for the group and for each one above it, because the tightest limit holds.
template <class Visitor>
void for_each_control_group(std::string const& root, control_group group, Visitor visit) {
  while (true) {
    visit(root + group.mount_point + group.path + "/");
    if (group.path.empty()) return;
    group.path.resize(group.path.rfind('/'));
  }
}

template <class T>
void keep_smaller(std::optional<T>& limit, T found) {
  if (!limit || found < *limit) limit = found;
}

inline void read_control_groups(std::string const& root, machine::host_processor_found& found) {
  auto const mounts = text_of_system_file(root + "/proc/self/mountinfo");
  auto const groups = text_of_system_file(root + "/proc/self/cgroup");
  if (!mounts || !groups) return;
  if (auto const group = control_group_of(*mounts, *groups, "")) {
    for_each_control_group(root, *group, [&](std::string const& folder) {
      if (auto const text = text_of_system_file(folder + "cpu.max")) {
        std::string_view period = *text;
        auto const quota = number_in(take_until(period, ' '));  // "max": no limit
        auto const length = number_in(period);
        if (quota && length && *length > 0) {
          keep_smaller(found.processor_limit, static_cast<double>(*quota) / static_cast<double>(*length));
          found.control_group_version = 2;
        }
      }
      if (auto const limit = number_of_system_file(folder + "memory.max")) {
        keep_smaller(found.memory_limit, bytes{*limit});
        found.control_group_version = 2;
      }
    });
  }
  if (auto const group = control_group_of(*mounts, *groups, "cpu")) {
    for_each_control_group(root, *group, [&](std::string const& folder) {
      auto const quota = number_of_system_file(folder + "cpu.cfs_quota_us");  // -1: no limit
      auto const length = number_of_system_file(folder + "cpu.cfs_period_us");
      if (quota && length && *length > 0) {
        keep_smaller(found.processor_limit, static_cast<double>(*quota) / static_cast<double>(*length));
        found.control_group_version = 1;
      }
    });
  }
  if (auto const group = control_group_of(*mounts, *groups, "memory")) {
    for_each_control_group(root, *group, [&](std::string const& folder) {
      auto const limit = number_of_system_file(folder + "memory.limit_in_bytes");
      // No limit is written as the largest number of whole pages.
      if (limit && *limit < 1ULL << 62) {
        keep_smaller(found.memory_limit, bytes{*limit});
        found.control_group_version = 1;
      }
    });
  }
}

/// Reads /proc and /sys below `root`.
/// \throws std::bad_alloc
inline machine::host_processor_found probe_host_processor(std::string const& root = "") {
  machine::host_processor_found found;
  std::string const cpu_information = detail::text_of_system_file(root + "/proc/cpuinfo").value_or("");
  std::string const status = detail::text_of_system_file(root + "/proc/self/status").value_or("");
  std::string const memory = detail::text_of_system_file(root + "/proc/meminfo").value_or("");

  if (auto const model = detail::value_of_label(cpu_information, "model name")) found.model = *model;
  if (auto const allowed = detail::value_of_label(status, "Cpus_allowed_list")) {
    found.affinity = detail::list_in(*allowed).value_or(std::vector<int>{});
  }
  auto const online = detail::list_of_system_file(root + "/sys/devices/system/cpu/online");
  found.processors = static_cast<int>(online ? online->size() : found.affinity.size());
  auto known = detail::topology_in_sys(root, online.value_or(std::vector<int>{}));
  if (!known.complete) known = detail::topology_in_cpuinfo(cpu_information, found.processors);
  if (known.complete) {
    found.sockets = static_cast<int>(known.sockets.size());
    found.cores = static_cast<int>(known.cores.size());
  }
  if (auto const total = detail::kibibytes_of_label(memory, "MemTotal")) found.memory = bytes{*total};

  auto const nodes = detail::list_of_system_file(root + "/sys/devices/system/node/online");
  for (int const id : nodes.value_or(std::vector<int>{})) {
    std::string const folder = root + "/sys/devices/system/node/node" + std::to_string(id) + "/";
    machine::numa_node node{id, detail::list_of_system_file(folder + "cpulist").value_or(std::vector<int>{}), {}};
    // Here the labels have the node's number before them: "Node 0 MemTotal:".
    auto const text = detail::text_of_system_file(folder + "meminfo").value_or("");
    if (auto const total = detail::kibibytes_of_label(text, "Node " + std::to_string(id) + " MemTotal")) {
      node.memory = bytes{*total};
    }
    found.numa_nodes.push_back(node);
  }
  detail::read_control_groups(root, found);
  return found;
}

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
