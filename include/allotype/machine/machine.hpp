// SPDX-License-Identifier: BSL-1.0
/// \file
/// A machine as it was found: its host processor, its GPUs and their instances, and why something could not be read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <allotype/accelerator/facts.hpp>
#include <allotype/core/answer.hpp>
#include <allotype/devices/which_device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The UUID as the driver prints it; empty if there is none.
[[nodiscard]] inline std::string to_string(std::optional<device_uuid> const& uuid) {
  return uuid ? to_string(*uuid).text() : std::string{};
}

struct found_device;

namespace detail {

/// Never true.
template <class T>
concept a_loop_over_a_machine_goes_over_its_devices = sizeof(T) == 0;

}  // namespace detail

/// What `probe` found.
struct machine {
  /// Memory, and the processors beside it.
  struct numa_node {
    int id = 0;
    std::vector<int> processors;
    std::optional<bytes> memory;
  };

  /// The found processor. A value that Linux does not report is empty; containers hide much of /sys.
  struct host_processor_found {
    std::string model;   ///< `model name` of /proc/cpuinfo; may be empty
    int processors = 0;  ///< online, as Linux schedules on: hardware threads
    std::optional<int> sockets;
    std::optional<int> cores;  ///< physical cores of all sockets
    std::vector<numa_node> numa_nodes;
    std::optional<bytes> memory;            ///< of the machine
    std::vector<int> affinity;              ///< the processors that this process may run on
    std::optional<double> processor_limit;  ///< processors' worth of time that the control groups allow
    std::optional<bytes> memory_limit;      ///< of the control groups
    int control_group_version = 0;          ///< the version that sets these limits: 1, 2, or 0 without limits

    /// The useful number of threads: the affinity, reduced by the control groups' limit, and at least one.
    [[nodiscard]] int usable_processors() const {
      int usable = affinity.empty() ? processors : static_cast<int>(affinity.size());
      if (processor_limit && *processor_limit < usable) {
        int const whole = static_cast<int>(*processor_limit);
        usable = *processor_limit > whole ? whole + 1 : whole;
      }
      return usable > 1 ? usable : 1;
    }
    /// The most that a program can use here.
    [[nodiscard]] std::optional<bytes> usable_memory() const {
      if (memory_limit && (!memory || *memory_limit < *memory)) return memory_limit;
      return memory;
    }
  };

  /// Where an instance lies, in slices: memory slices for a GPU instance, compute slices for a compute instance.
  struct found_placement {
    unsigned start = 0;
    unsigned size = 0;

    friend bool operator==(found_placement, found_placement) = default;
  };

  /// A compute instance inside a GPU instance.
  struct found_compute_instance {
    unsigned id = 0;
    std::optional<unsigned> profile_id;
    std::optional<found_placement> placement;
  };

  /// A GPU instance, with or without compute instances.
  struct found_gpu_instance {
    unsigned id = 0;
    std::optional<unsigned> profile_id;  ///< the id that `nvidia-smi mig -lgip` prints
    std::optional<found_placement> placement;
    std::vector<found_compute_instance> compute_instances;
    std::string type;  ///< the accelerator's name: `A100 2g.10gb`; empty if the catalogue does not know it
  };

  /// A MIG device, as CUDA programs see it: one compute instance of one GPU instance.
  struct found_slice {
    std::optional<device_uuid> uuid;  ///< empty if the driver did not report it
    std::string name;                 ///< as the driver prints it: `NVIDIA A100-SXM4-40GB MIG 2g.10gb`
    std::string profile;              ///< the driver's name of the profile: `2g.10gb`, `1c.3g.20gb`
    std::optional<unsigned> gpu_instance_id;
    std::optional<unsigned> compute_instance_id;
    std::optional<bytes> memory;
    std::optional<int> sm_count;
    std::optional<bool> in_use;     ///< processes run on it, or have memory; empty if the driver does not say
    std::optional<bool> visible;    ///< to this process; empty if that is unknown
    std::optional<int> cuda_index;  ///< CUDA's number of it in this program; empty if it is hidden or unknown
    std::string type;               ///< the accelerator's name: `A100 2g.10gb`; empty if the catalogue does not know it
    answer complete;                ///< yes, or what could not be read
  };

  /// A GPU.
  struct found_board {
    int index = 0;                    ///< NVML's: in the order of the PCI bus, masks ignored
    std::optional<device_uuid> uuid;  ///< empty if the driver did not report it
    std::string name;
    std::string bus_id;
    std::optional<bytes> memory;
    std::optional<allotype::compute_capability<>> compute_capability;
    std::optional<bool> mig_mode;  ///< empty if the board does not support MIG, or the driver does not report it
    std::vector<found_gpu_instance> gpu_instances;
    answer gpu_instances_complete;  ///< yes, or why instances may be missing; listing those without a MIG device takes
                                    ///< root
    std::vector<found_slice> slices;
    std::optional<bool> in_use;  ///< of a board that is not partitioned: as of a slice
    std::optional<bool> visible;
    std::optional<int> cuda_index;  ///< only of a board that is not partitioned
    std::string type;               ///< the accelerator's name: `A100`; empty if the catalogue does not know it
    answer complete;                ///< yes, or what could not be read

    [[nodiscard]] bool partitioned() const { return mig_mode.value_or(false); }
  };

  /// NVIDIA's driver and GPUs.
  struct found_nvidia {
    std::string driver_version;  ///< `"580.65.06"`; empty if unknown
    int cuda_version = 0;  ///< the newest that the driver supports, as CUDA writes it: 13000 is 13.0; 0 if unknown
    std::vector<found_board> boards;
    std::string
        masks;  ///< the variables that hide devices from this process, as `NAME=value`; see devices/visible_devices.hpp
    answer complete;  ///< yes, or why there are no boards, or fewer than there should be

    [[nodiscard]] std::string cuda_version_text() const {
      if (cuda_version == 0) return {};
      return std::to_string(cuda_version / 1000) + "." + std::to_string(cuda_version % 1000 / 10);
    }
  };

  /// A kind of accelerator that the library does not probe.
  struct other_kind {
    std::string name;
    answer usable;
  };

  host_processor_found host_processor;  ///< the processor's name, cores and memory
  found_nvidia nvidia;                  ///< NVIDIA's driver, boards and slices
  std::vector<other_kind> others;       ///< kinds of accelerators that the library does not probe

  /// All devices for CUDA programs, regardless of masks: whole boards, and the slices of boards in MIG mode. They refer
  /// to this machine.
  [[nodiscard]] std::vector<found_device> devices() const&;
  std::vector<found_device> devices() const&& = delete;

  // clang-format off: compilers quote one line
  /// There is none, nor an end: a loop over a machine has one error.
  template <class T = machine>
  [[nodiscard]] found_device* begin() const requires detail::a_loop_over_a_machine_goes_over_its_devices<T>;
  /// There is none.
  [[nodiscard]] found_device* end() const;
  // clang-format on
};

/// A board, or a slice of it. Refers to the machine it was found on.
struct found_device {
  machine::found_board const* board = nullptr;  ///< the board; of a slice, the board that it is part of
  machine::found_slice const* slice = nullptr;  ///< null for the board itself

  found_device(machine::found_board const& whole) : board(&whole) {}
  found_device(machine::found_board const& parent, machine::found_slice const& part) : board(&parent), slice(&part) {}

  /// The UUID; empty if the driver did not tell it.
  [[nodiscard]] std::optional<device_uuid> const& uuid() const noexcept {
    return slice != nullptr ? slice->uuid : board->uuid;
  }
  /// What `queue<A>::open(device)` takes: this device and no other, by its UUID.
  operator which_device() const { return uuid().value_or(device_uuid{}); }
  /// The product's name, or the profile's, as the driver prints it.
  [[nodiscard]] std::string const& name() const noexcept { return slice != nullptr ? slice->name : board->name; }
  /// All of its memory; empty if the driver did not tell it.
  [[nodiscard]] std::optional<bytes> memory() const noexcept {
    return slice != nullptr ? slice->memory : board->memory;
  }
  /// Whether this process may use it; empty if that cannot be told.
  [[nodiscard]] std::optional<bool> visible() const noexcept {
    return slice != nullptr ? slice->visible : board->visible;
  }
  /// The number that CUDA gives it in this process; empty if it is hidden or that cannot be told.
  [[nodiscard]] std::optional<int> cuda_index() const noexcept {
    return slice != nullptr ? slice->cuda_index : board->cuda_index;
  }
  /// Whether a process uses it; empty if the driver does not say.
  [[nodiscard]] std::optional<bool> in_use() const noexcept { return slice != nullptr ? slice->in_use : board->in_use; }
  /// Yes, or what could not be read of the slice, or else of the board.
  [[nodiscard]] answer const& complete() const noexcept {
    return slice != nullptr && !slice->complete ? slice->complete : board->complete;
  }
  /// The accelerator's name, of a board without `unpartitioned`; empty if the catalogue does not know the device.
  [[nodiscard]] std::string const& type() const noexcept { return slice != nullptr ? slice->type : board->type; }
};

inline std::vector<found_device> machine::devices() const& {
  std::vector<found_device> all;
  for (found_board const& board : nvidia.boards) {
    if (!board.partitioned()) all.emplace_back(board);
    for (found_slice const& slice : board.slices) all.emplace_back(board, slice);
  }
  return all;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
