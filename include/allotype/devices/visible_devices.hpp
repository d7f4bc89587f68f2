// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which devices of a machine this process may use: `visible_devices(here, environment)`. `probe`, the choice of
/// devices, executors and the program `allotype` all use it. The first of these variables that is set, and that means
/// something on this machine, decides:
///
///   1  CUDA_VISIBLE_DEVICES     as CUDA reads it (detail/cuda_mask.hpp)
///   2  SLURM_STEP_GPUS          the host's numbers (detail/slurm_mask.hpp)
///   3  SLURM_JOB_GPUS           the same
///
/// Without them all devices are visible. Two more variables are read and hide nothing: NVIDIA_VISIBLE_DEVICES was
/// applied when the container started, so errors name it if the machine has no device; CUDA_DEVICE_ORDER says what
/// numbers in CUDA_VISIBLE_DEVICES mean.
#pragma once

#include <cstdlib>
#include <string_view>
#include <type_traits>

#include <allotype/core/detail/message.hpp>
#include <allotype/devices/detail/cuda_mask.hpp>
#include <allotype/devices/detail/slurm_mask.hpp>
#include <allotype/devices/devices_present.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

class device_choice;

/// The devices that a process may use, numbered as it sees them.
struct visible_devices {
  /// The values of the environment variables that say which devices a process may use; null for a variable that is not
  /// set.
  struct environment {
    char const* cuda_visible_devices = nullptr;    ///< CUDA_VISIBLE_DEVICES
    char const* slurm_step_gpus = nullptr;         ///< SLURM_STEP_GPUS
    char const* slurm_job_gpus = nullptr;          ///< SLURM_JOB_GPUS
    char const* nvidia_visible_devices = nullptr;  ///< NVIDIA_VISIBLE_DEVICES, for errors: it was applied before
    char const* cuda_device_order = nullptr;       ///< CUDA_DEVICE_ORDER

    /// The masks of this process. They point into the environment: read them again after it has changed.
    [[nodiscard]] static environment of_this_process();
  };

  devices_present::asked_for_by rule = devices_present::asked_for_by::indices;  ///< how the devices can be asked for
  char const* kind = "GPU";                                                     ///< what errors call one of them
  int count = 0;        ///< visible devices; they come first in `device`
  int known = 0;        ///< all devices; those that a mask hides come last
  bool certain = true;  ///< false: numbers in the mask may mean other boards, as the runtime's order is not known
  devices_present::present_device device[devices_present::most]{};  ///< `known` of them
  message<160> masks;  ///< the masks that were applied, as `NAME=value`, for errors

  constexpr visible_devices() = default;
  /// What is visible if no mask is set.
  constexpr visible_devices(devices_present const& here);
  /// The devices that this process may use. A mask that is wrong is not an error: as with CUDA, what follows the
  /// mistake is hidden, and `masks` says where it is. Complexity: square of the number of elements of the mask.
  constexpr visible_devices(devices_present const& here, environment const& set);

  class selection;
  /// The devices that `choice` means among these; device_selection.hpp has it.
  /// \throws device_selection_error if not all of them are there; the error has the position in the choice, what would
  /// be valid, and what the machine has.
  /// Complexity: the number of chosen devices times the number of visible devices.
  [[nodiscard]] constexpr selection select(device_choice const& choice) const;
  /// The same for text of the running program; an error in the text, too, says what the machine has. A literal is read
  /// while compiling, as a `device_choice`.
  template <class Text>
    requires(std::is_convertible_v<Text const&, std::string_view> && !std::is_array_v<Text>)
  [[nodiscard]] constexpr selection select(Text const& text) const;
};

namespace detail {

enum class device_variable_use {
  mask,             ///< hides devices; the first that is set and says something about the machine decides
  applied_already,  ///< hid devices before this process started; errors name it where there is no device
  order,            ///< says which boards are meant by numbers
};

using variable_value = char const* visible_devices::environment::*;  // a name, as nvcc writes parentheses otherwise

struct device_variable {
  char const* name;
  variable_value value;
  device_variable_use use;
  mask_reading (*read)(devices_present const&, char const*) = nullptr;  ///< of a mask
};

/// The masks are in the order in which they count.
inline constexpr device_variable device_variables[] = {
    {"CUDA_VISIBLE_DEVICES", &visible_devices::environment::cuda_visible_devices, device_variable_use::mask,
     &read_cuda_mask},
    {"SLURM_STEP_GPUS", &visible_devices::environment::slurm_step_gpus, device_variable_use::mask, &read_slurm_mask},
    {"SLURM_JOB_GPUS", &visible_devices::environment::slurm_job_gpus, device_variable_use::mask, &read_slurm_mask},
    {"NVIDIA_VISIBLE_DEVICES", &visible_devices::environment::nvidia_visible_devices,
     device_variable_use::applied_already},
    {"CUDA_DEVICE_ORDER", &visible_devices::environment::cuda_device_order, device_variable_use::order},
};

}  // namespace detail

inline visible_devices::environment visible_devices::environment::of_this_process() {
  visible_devices::environment set;
  for (detail::device_variable const& variable : detail::device_variables)
    set.*variable.value = std::getenv(variable.name);
  return set;
}

namespace detail {

/// Makes the devices at these positions the visible ones, in this order; the others stand behind them.
constexpr void show(visible_devices& visible, devices_present const& here, visible_positions const& wanted) {
  visible.rule = here.rule;
  visible.kind = here.kind;
  visible.count = 0;
  for (int i = 0; i < wanted.count; ++i) visible.device[visible.count++] = here.device[wanted.at[i]];
  visible.known = visible.count;
  for (int i = 0; i < here.count; ++i) {
    if (!wanted.has(i)) visible.device[visible.known++] = here.device[i];
  }
}

constexpr void note_mask(visible_devices& visible, char const* name, char const* value, mask_reading const& read = {}) {
  if (!visible.masks.empty()) visible.masks << " ";
  visible.masks << name << "=" << value;
  if (read.fault_at >= 0) visible.masks << " (position " << read.fault_at << " " << read.fault << ")";
}

}  // namespace detail

constexpr visible_devices::visible_devices(devices_present const& here) {
  detail::show(*this, here, detail::positions_without_mask(here));
}

constexpr visible_devices::visible_devices(devices_present const& here, visible_devices::environment const& set)
    : visible_devices(here) {
  for (detail::device_variable const& variable : detail::device_variables) {
    char const* const value = set.*variable.value;
    if (value == nullptr || variable.use != detail::device_variable_use::mask) continue;
    detail::mask_reading const read = variable.read(here, value);
    if (!read.counts) continue;
    detail::show(*this, here, read.positions);
    detail::note_mask(*this, variable.name, value, read);
    bool const by_bus = set.cuda_device_order != nullptr && detail::equal(set.cuda_device_order, "PCI_BUS_ID");
    // Which board a number means does not matter where all are shown, or none.
    bool const some = count > 0 && count < known;
    certain = !read.by_number || here.order_known || by_bus || !some;
    break;
  }
  if (count == 0 && set.nvidia_visible_devices != nullptr) {
    detail::note_mask(*this, "NVIDIA_VISIBLE_DEVICES", set.nvidia_visible_devices);
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
