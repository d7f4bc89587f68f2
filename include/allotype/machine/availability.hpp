// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether an accelerator can be used on this machine now: yes, or the reason. `is_present<A>(machine)` is about the
/// machine, `is_available<A>()` also about this program. Neither makes a CUDA context, and neither throws if something
/// is missing.
#pragma once

#include <string>
#include <type_traits>

#include <allotype/catalog/mig_name.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/dispatch/queue.hpp>
#include <allotype/machine/probe.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

inline std::string names_of_boards(machine::found_nvidia const& nvidia) {
  if (nvidia.boards.empty()) return "the driver reports no board";
  std::string names;
  for (std::size_t i = 0; i < nvidia.boards.size();) {
    std::size_t same = 1;
    while (i + same < nvidia.boards.size() && nvidia.boards[i + same].name == nvidia.boards[i].name) ++same;
    std::string const& name = nvidia.boards[i].name;
    names += (names.empty() ? "found: " : ", ") + (same > 1 ? std::to_string(same) + " x " : std::string{}) +
             (name.empty() ? "a board that does not say what it is" : name);
    i += same;
  }
  return names;
}

inline std::string where_is(machine::found_board const& board) {
  return board.name + (board.uuid ? " " + to_string(board.uuid) : std::string{});
}

/// Why the boards that match have no such slice, or cannot be used as a whole.
inline std::string why_not_created(device_and_board const& wanted, machine::found_nvidia const& nvidia) {
  std::string text;
  std::string wanted_instance;
  if (wanted.device.is_partition()) {
    wanted_instance = std::string{wanted.device.device} + " " + parse_mig_name(wanted.device.partition).gpu_instance;
  }
  for (machine::found_board const& board : nvidia.boards) {
    if (!is_wanted_board(wanted, board)) continue;
    text += (text.empty() ? "" : "; ") + where_is(board) + ": ";
    if (wanted.device.is_partition() && !board.partitioned()) {
      text += "MIG mode is off";
    } else if (wanted.device.state == accelerator_data::partitioning::whole) {
      text += "MIG mode is on, so the whole GPU is not to be had";
    } else {
      std::string created;
      for (machine::found_slice const& slice : board.slices) detail::add_to_list(created, slice.profile);
      bool without_compute_instance = false;
      for (machine::found_gpu_instance const& instance : board.gpu_instances) {
        bool const wanted_one = !wanted.device.is_partition() || instance.type == wanted_instance;
        without_compute_instance = without_compute_instance || (wanted_one && instance.compute_instances.empty());
      }
      text += created.empty() ? "MIG mode is on, and no instance is there" : "has " + created;
      if (without_compute_instance) text += "; a GPU instance has no compute instance";
    }
  }
  return text;
}

inline answer presence(device_and_board const& wanted, machine const& here, int cuda_needed) {
  machine::found_nvidia const& nvidia = here.nvidia;
  if (!nvidia.complete) return nvidia.complete;
  // Within a major version, any driver runs what any toolkit made.
  if (cuda_needed / 1000 > nvidia.cuda_version / 1000 && nvidia.cuda_version != 0) {
    return answer{availability::driver_too_old, "driver "}
           << nvidia.driver_version.c_str() << " knows CUDA " << nvidia.cuda_version_text().c_str()
           << ", and this program was made with CUDA " << cuda_needed / 1000 << "." << cuda_needed % 1000 / 10;
  }
  if (is_unrecognizable(wanted.device)) {
    return answer{availability::cannot_tell, "no product name is published for "}
           << wanted.device.device << ", so no device can be told to be one; " << names_of_boards(nvidia).c_str();
  }
  bool any_board = false;
  bool hidden = false;
  bool undecided = false;
  answer boards_complete;
  for (machine::found_board const& board : nvidia.boards) {
    // A board that does not say what it is might be the one.
    if (!board.complete && boards_complete && (board.name.empty() || is_wanted_board(wanted, board))) {
      boards_complete = answer{board.complete.why(), where_is(board).c_str()} << ": " << board.complete.text();
    }
    any_board = any_board || is_wanted_board(wanted, board);
  }
  for (found_device const& device : here.devices()) {
    if (!is_wanted(wanted, device) || !device.complete()) continue;
    if (device.visible().value_or(false)) return {};
    (device.visible() ? hidden : undecided) = true;
  }
  if (undecided) {
    return {
        availability::cannot_tell,
        "it is there, but what CUDA shows this program cannot be told from here: set CUDA_DEVICE_ORDER=PCI_BUS_ID for "
        "numbers in CUDA_VISIBLE_DEVICES, or name the device there by its UUID"};
  }
  if (hidden) {
    answer no(availability::hidden_by_mask, "it is there, and hidden from this program: ");
    if (!nvidia.masks.empty()) no << nvidia.masks.c_str() << " leaves it out, or ";
    return no << "CUDA shows another compute instance of the same GPU instance";
  }
  if (!boards_complete) return boards_complete;
  if (!any_board) {
    return answer{availability::no_such_board, "no "} << wanted.device.device << " (" << names_of_boards(nvidia).c_str()
                                                      << ")";
  }
  return {availability::partition_not_created, why_not_created(wanted, nvidia).c_str()};
}

}  // namespace detail

/// Whether the machine has an `A` that this process may see. `cuda_needed`: the toolkit's version as CUDA writes it,
/// for programs that were made with one; 0 asks for none.
template <accelerator A>
[[nodiscard]] answer is_present(machine const& here, int cuda_needed = 0) {
  if constexpr (host_processor<A>) {
    return {};
  } else if constexpr (detail::nvidia_gpu<A>) {
    return detail::presence(detail::device_and_board_of<A>(), here, cuda_needed);
  } else {
    return {availability::not_compiled_in, "nothing here looks for such devices"};
  }
}

inline namespace ALLOTYPE_MODE {

/// Whether code of this program can run on an `A` on this machine.
template <accelerator A>
[[nodiscard]] answer is_available([[maybe_unused]] machine const& here) {
  if constexpr (!dispatchable<A>) {
    return mode_detail::why_nothing_runs<A>();
#ifdef __CUDACC__
  } else if constexpr (std::is_same_v<mode_detail::backend_of<A>, cuda_backend>) {
    return is_present<A>(here, CUDART_VERSION);
#endif
  } else {
    return mode_detail::open_state<A>({detail::data_of<A>}).reason();
  }
}

/// The same for this machine now. To ask for several accelerators, call `probe()` once and pass the result.
template <accelerator A>
[[nodiscard]] answer is_available(probe_options const& options = {}) {
  if constexpr (detail::nvidia_gpu<A> && dispatchable<A>) {
    return is_available<A>(probe(options));
  } else {
    return is_available<A>(machine{});
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
