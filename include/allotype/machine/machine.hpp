// SPDX-License-Identifier: BSL-1.0
/// \file
/// A machine as it was found: its host processor, its GPUs and their instances, and what stood in the way of finding out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <allotype/machine/host_processor.hpp>
#include <allotype/machine/nvidia_boards.hpp>

namespace allotype {

/// Why something is not there, or cannot be told.
enum class availability {
  yes,
  not_compiled_in,        ///< this program has no code for it, or the library has none
  no_driver,              ///< no NVML here, or no driver that answers it
  driver_too_old,         ///< older than what this program or the library needs, or not the driver that NVML came with
  no_permission,          ///< the driver does not talk to this user
  no_such_board,          ///< other boards, or none
  partition_not_created,  ///< the board is there; the GPU instance, or the whole of it, is not
  hidden_by_mask,         ///< it is there, and CUDA_VISIBLE_DEVICES hides it from this program
  timed_out,              ///< the driver did not answer in time
  failed,                 ///< the driver or the board reports an error: lost from the bus, needs a reset, …
  cannot_tell             ///< what is known does not decide it; the text says what would
};

/// The reason as a word: `"partition_not_created"`.
constexpr char const* name_of_availability(availability why) {
  switch (why) {
    case availability::yes: return "yes";
    case availability::not_compiled_in: return "not_compiled_in";
    case availability::no_driver: return "no_driver";
    case availability::driver_too_old: return "driver_too_old";
    case availability::no_permission: return "no_permission";
    case availability::no_such_board: return "no_such_board";
    case availability::partition_not_created: return "partition_not_created";
    case availability::hidden_by_mask: return "hidden_by_mask";
    case availability::timed_out: return "timed_out";
    case availability::failed: return "failed";
    case availability::cannot_tell: return "cannot_tell";
  }
  return "cannot_tell";
}

/// Something that could not be found out, and why; nothing where `why` is `yes`.
struct obstacle {
  availability why = availability::yes;
  std::string text;

  explicit operator bool() const { return why != availability::yes; }
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
  catalogue_place place;
};

/// A MIG device, which is what CUDA programs see: one compute instance of one GPU instance.
struct found_slice {
  std::string uuid;     ///< `MIG-…`
  std::string name;     ///< as the driver prints it: `NVIDIA A100-SXM4-40GB MIG 2g.10gb`
  std::string profile;  ///< the driver's name of the profile: `2g.10gb`, `1c.3g.20gb`
  std::optional<unsigned> gpu_instance_id;
  std::optional<unsigned> compute_instance_id;
  std::optional<bytes> memory;
  std::optional<int> sm_count;
  std::optional<bool> visible;    ///< under CUDA_VISIBLE_DEVICES; absent where that cannot be told
  std::optional<int> cuda_index;  ///< CUDA's number of it in this program; absent where hidden or not to be told
  catalogue_place place;          ///< the partition, where the compute instance fills it or the catalogue lists it
  obstacle problem;             ///< what could not be read, if anything
};

/// A GPU.
struct found_board {
  int index = 0;  ///< NVML's: in the order of the PCI bus, masks ignored
  std::string uuid;  ///< `GPU-…`
  std::string name;
  std::string bus_id;
  std::optional<bytes> memory;
  std::optional<allotype::compute_capability<>> compute_capability;
  std::optional<bool> mig_mode;  ///< absent where the board does not support MIG, or the driver does not say
  std::vector<found_gpu_instance> gpu_instances;
  obstacle gpu_instances_incomplete;  ///< why instances may be missing; listing those without a MIG device takes root
  std::vector<found_slice> slices;
  std::optional<bool> visible;
  std::optional<int> cuda_index;  ///< of a board that is not partitioned
  catalogue_place place;
  obstacle problem;

  bool partitioned() const { return mig_mode.value_or(false); }
};

/// NVIDIA's driver and GPUs.
struct found_nvidia {
  std::string driver_version;  ///< `"580.65.06"`; empty where unknown
  int cuda_version = 0;        ///< newest that the driver knows, as CUDA writes it: 13000 is 13.0; 0 where unknown
  std::vector<found_board> boards;
  std::optional<std::string> visible_devices;  ///< CUDA_VISIBLE_DEVICES, by which they were sorted into visible and hidden
  obstacle problem;  ///< why there are no boards, or fewer than there should be

  std::string cuda_version_text() const {
    if (cuda_version == 0) return {};
    return std::to_string(cuda_version / 1000) + "." + std::to_string(cuda_version % 1000 / 10);
  }
};

/// A board, or a slice of it. Refers to the machine it was found on.
struct found_device {
  found_board const* board = nullptr;
  found_slice const* slice = nullptr;  ///< null where the board itself is meant

  found_device(found_board const& whole) : board(&whole) {}
  found_device(found_board const& parent, found_slice const& part) : board(&parent), slice(&part) {}

  std::string const& uuid() const { return slice != nullptr ? slice->uuid : board->uuid; }
  std::string const& name() const { return slice != nullptr ? slice->name : board->name; }
  std::optional<bytes> memory() const { return slice != nullptr ? slice->memory : board->memory; }
  std::optional<bool> visible() const { return slice != nullptr ? slice->visible : board->visible; }
  std::optional<int> cuda_index() const { return slice != nullptr ? slice->cuda_index : board->cuda_index; }
  obstacle const& problem() const { return slice != nullptr && slice->problem ? slice->problem : board->problem; }
  catalogue_place place() const { return slice != nullptr ? slice->place : board->place; }
};

/// A kind of accelerator that nothing here probes.
struct other_kind {
  std::string name;
  obstacle why;
};

struct machine {
  host_processor_found host_processor;
  found_nvidia nvidia;
  std::vector<other_kind> others;
};

/// Everything that a CUDA program can run on, masks aside: whole boards, and the slices of those in MIG mode.
inline std::vector<found_device> devices_of(machine const& here) {
  std::vector<found_device> devices;
  for (found_board const& board : here.nvidia.boards) {
    if (!board.partitioned()) devices.emplace_back(board);
    for (found_slice const& slice : board.slices) devices.emplace_back(board, slice);
  }
  return devices;
}

}  // namespace allotype
