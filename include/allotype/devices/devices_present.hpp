// SPDX-License-Identifier: BSL-1.0
/// \file
/// The devices of a machine, as far as choosing among them needs it: how many of one kind, in which order, with which
/// UUIDs. `probe` fills it in, or a test does, without hardware.
#pragma once

#include <allotype/devices/device_uuid.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Most processes, or threads that stand for them, that the CPU of one machine can be asked for.
inline constexpr int max_processes = 1024;

}  // namespace detail

/// The devices of one kind, in the order in which the vendor's runtime numbers them without a mask: with CUDA, that of
/// CUDA_DEVICE_ORDER. A board in MIG mode is followed by its partitions.
struct devices_present {
  /// How devices of a kind are chosen.
  enum class asked_for_by {
    indices,    ///< by count, indices, UUIDs, or all: GPUs and most other accelerators
    processes,  ///< by a count of processes: the CPU
    cores,      ///< one, all, or the index of one: TPUs
  };
  /// A device, or a partition of one.
  struct present_device {
    device_uuid uuid{};         ///< of kind `none` if it has none
    device_uuid board{};        ///< of a partition: the UUID of its board
    bool is_partition = false;  ///< and not a board
    bool partitioned = false;   ///< a board in MIG mode: programs use its partitions, not itself
    int board_number = 0;       ///< which of the boards it is, or is part of, from 0
    int gpu_instance = 0;       ///< of a partition: NVML's number of its GPU instance
    bool in_use = false;        ///< by a process: `idle` passes it over
  };

  /// The most devices of one machine, partitions included, and the most that a list can name.
  static constexpr int most = 128;

  asked_for_by rule = asked_for_by::indices;  ///< how the devices can be asked for
  char const* kind = "GPU";                   ///< what errors call one of them; of static storage
  int count = 0;                              ///< devices, partitions included; at most `most`
  /// A process sees one partition and nothing beside it: NVIDIA's drivers before 570. Later ones show one compute
  /// instance of every GPU instance, beside boards that are not partitioned. Source: NVIDIA's MIG User Guide, device
  /// names.
  bool one_partition = false;
  /// False: these are in the order of the PCI bus, and the runtime may number boards otherwise.
  bool order_known = true;
  present_device device[most]{};  ///< `count` of them

  constexpr devices_present() = default;
  /// A machine with that many devices, without UUIDs.
  constexpr devices_present(char const* kind_of_device, int number_of_devices = 0,
                            asked_for_by how = asked_for_by::indices)
      : rule(how), kind(kind_of_device) {
    for (int i = 0; i < number_of_devices && count < most; ++i) add("");
  }

  /// Adds a device; beyond `most` nothing is added. \param uuid as the driver prints it; "" if it has none
  constexpr devices_present& add(char const* uuid) { return add(device_uuid(uuid)); }
  constexpr devices_present& add(device_uuid const& uuid) {
    if (count == most) return *this;
    device[count].uuid = uuid;
    device[count].board_number = boards();
    ++count;
    return *this;
  }
  /// Adds a board in MIG mode.
  constexpr devices_present& add_partitioned(char const* uuid) { return add_partitioned(device_uuid(uuid)); }
  constexpr devices_present& add_partitioned(device_uuid const& uuid) {
    if (count < most) {
      device[count].partitioned = true;
      add(uuid);
    }
    return *this;
  }
  /// Adds a partition of the board that was added last.
  constexpr devices_present& add_partition(char const* uuid, int gpu_instance, int compute_instance) {
    return add_partition(device_uuid(uuid), gpu_instance, compute_instance);
  }
  constexpr devices_present& add_partition(device_uuid const& uuid, int gpu_instance, int compute_instance) {
    if (count == 0 || count == most) return *this;
    present_device const& before = device[count - 1];
    present_device added;
    added.uuid = uuid;
    added.board = before.is_partition ? before.board : before.uuid;
    added.is_partition = true;
    added.board_number = before.board_number;
    added.gpu_instance = gpu_instance;
    added.uuid.has_instances = true;
    added.uuid.gpu_instance = static_cast<short>(gpu_instance);
    added.uuid.compute_instance = static_cast<short>(compute_instance);
    device[count++] = added;
    return *this;
  }

  /// The number of boards; partitions do not count.
  [[nodiscard]] constexpr int boards() const {
    int n = 0;
    for (int i = 0; i < count; ++i) n += device[i].is_partition ? 0 : 1;
    return n;
  }
};

namespace detail {

/// `name` could mean this device.
constexpr bool could_mean(devices_present::present_device const& device, device_uuid const& name) {
  if (begins(device.uuid, name)) return true;
  // A partition by its board and instances, as drivers before 470 spell it and CUDA still takes it.
  return name.names == device_uuid::kind::partition_of_board && device.board.names == device_uuid::kind::gpu &&
         digits_begin(device.board, name) && instances_agree(device.uuid, name);
}

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
