// SPDX-License-Identifier: BSL-1.0
/// \file
/// The environment variables that hide devices, each read as those read it who own it:
///
///   CUDA_VISIBLE_DEVICES     CUDA Programming Guide, environment variables; where that is silent, as PyTorch reads it
///   NVIDIA_VISIBLE_DEVICES   NVIDIA Container Toolkit, environment variables; read on the host, not in the container
///   ROCR_VISIBLE_DEVICES     ROCm's ROCR-Runtime (amd_filter_device.cpp)
///   HIP_VISIBLE_DEVICES      ROCm's clr (rocdevice.cpp); CUDA_VISIBLE_DEVICES in its place where it is not set
///   SLURM_STEP_GPUS, SLURM_JOB_GPUS   Slurm's srun and sbatch: the host's numbers
///
/// The first, third and fourth never fail: what they do not understand ends the list, and the devices behind it are
/// hidden. `visible_devices::masks` says where that happened, so that errors can.
#pragma once

#include <allotype/core/detail/name.hpp>
#include <allotype/devices/detail/comma_list.hpp>
#include <allotype/devices/device_selection_error.hpp>
#include <allotype/devices/devices_present.hpp>

namespace allotype {

namespace detail {

/// More than any index, and not yet an overflow.
inline constexpr int beyond_every_index = 1'000'000'000;

/// Decimal digits, at most `beyond_every_index`.
constexpr int decimal(piece digits) {
  int number = 0;
  for (int i = digits.begin; i < digits.end; ++i) {
    number = number >= beyond_every_index / 10 ? beyond_every_index : 10 * number + (digits.text[i] - '0');
  }
  return number;
}

/// An ordinal as CUDA reads it, in the manner of strtoul: a sign, digits, and whatever follows them.
struct ordinal {
  bool valid = false;
  piece digits{};  ///< without zeros in front; empty for 0

  constexpr ordinal(piece element) {
    piece const inner = element.trimmed();
    int at = inner.begin;
    bool const sign = at < inner.end && (inner.text[at] == '+' || inner.text[at] == '-');
    bool const negative = sign && inner.text[at] == '-';
    if (sign) ++at;
    int const first = at;
    while (at < inner.end && is_digit(inner.text[at])) ++at;
    digits = {inner.text, first, at};
    while (digits.begin < digits.end && digits.text[digits.begin] == '0') ++digits.begin;
    valid = at > first && !(negative && digits.length() > 0);
  }
};

/// Position of the board with that number; -1 where there are not so many.
constexpr int position_of_board(devices_present const& here, int number) {
  for (int i = 0; i < here.count; ++i) {
    if (here.device[i].is_partition) continue;
    if (number == 0) return i;
    --number;
  }
  return -1;
}

/// Position of the only board or the only partition whose UUID begins so; -1 for none, -2 for several.
constexpr int position_of_unique(devices_present const& here, device_uuid const& name, bool partition) {
  int found = -1;
  for (int i = 0; i < here.count; ++i) {
    if (here.device[i].is_partition != partition || !could_mean(here.device[i], name)) continue;
    if (found >= 0) return -2;
    found = i;
  }
  return found;
}

/// Why a mask shows fewer devices than it has elements.
struct mask_end {
  int at = -1;  ///< the character that the first element begins with that is not taken; -1 where all are
  bool repeated = false;
};

constexpr void note_mask(visible_devices& visible, char const* name, char const* value, mask_end end) {
  if (!visible.masks.empty()) visible.masks << " ";
  visible.masks << name << "=" << value;
  if (value[0] == '\0') return;
  if (end.repeated) {
    visible.masks << " (the element at position " << end.at << " repeats a device, which empties the list)";
  } else if (end.at >= 0) {
    visible.masks << " (the list ends before position " << end.at << ", where no device is named)";
  }
}

struct masked {
  visible_positions positions{};
  mask_end end{};
};

constexpr masked repeated_at(int at) {
  masked none;
  none.end = {at, true};
  return none;
}

/// Takes a board into what a process sees. False where it sees nothing more.
constexpr bool add_board_within(devices_present const& here, int position, partitions_per_process limit,
                                visible_positions& to) {
  // A process that can see one partition sees nothing beside it.
  if (limit == partitions_per_process::one && here.device[position].partitioned && to.count > 0) return false;
  return add_board(here, position, limit, to);
}

constexpr masked cuda_ordinals(devices_present const& here, char const* mask, partitions_per_process limit) {
  // A number that is repeated hides everything, even behind one that is too large; so that is looked for first.
  for (elements i(mask); !i.done(); i.next()) {
    ordinal const number = i.element();
    if (!number.valid) break;
    for (elements j(mask); j.element().begin < i.element().begin; j.next()) {
      if (ordinal(j.element()).digits.equals(number.digits)) return repeated_at(i.element().begin);
    }
  }
  masked result;
  for (elements i(mask); !i.done(); i.next()) {
    ordinal const number = i.element();
    int const position = number.valid ? position_of_board(here, decimal(number.digits)) : -1;
    if (position < 0) {
      result.end.at = i.element().begin;
      break;
    }
    if (!add_board_within(here, position, limit, result.positions)) break;
  }
  return result;
}

constexpr masked cuda_uuids(devices_present const& here, char const* mask, bool partitions,
                            partitions_per_process limit) {
  char const* const prefix = partitions ? "MIG-" : "GPU-";
  auto const names_one = [prefix](piece element) {
    return begins_with(element.data(), element.length(), prefix, letter_case::as_drivers_print);
  };
  for (elements i(mask); !i.done() && names_one(i.element()); i.next()) {
    for (elements j(mask); j.element().begin < i.element().begin; j.next()) {
      if (j.element().equals(i.element())) return repeated_at(i.element().begin);
    }
  }
  masked result;
  visible_positions named;
  bool room = true;
  for (elements i(mask); !i.done(); i.next()) {
    piece const element = i.element();
    auto const read = read_uuid(element.data(), element.length(), letter_case::as_drivers_print);
    bool const whole = names_one(element) && read.end == element.length();
    int const position = whole ? position_of_unique(here, read.uuid, partitions) : -1;
    if (position < 0) {
      result.end.at = element.begin;
      break;
    }
    if (named.has(position)) return repeated_at(element.begin);
    named.at[named.count++] = position;
    if (!room) continue;
    if (!partitions) {
      room = add_board_within(here, position, limit, result.positions);
      continue;
    }
    // One compute instance of a GPU instance; the next of the same one is refused as if it were not there.
    bool again = false;
    for (int k = 0; k < result.positions.count; ++k) {
      device_here const& other = here.device[result.positions.at[k]];
      again = again || (other.board_number == here.device[position].board_number &&
                        other.gpu_instance == here.device[position].gpu_instance);
    }
    if (again) {
      result.end.at = element.begin;
      break;
    }
    result.positions.at[result.positions.count++] = position;
    room = limit != partitions_per_process::one;
  }
  return result;
}

}  // namespace detail

/// What CUDA shows of the devices under CUDA_VISIBLE_DEVICES.
///
/// Numbers are those of boards. The first element decides whether all are numbers, `GPU-…` or `MIG-…`; the list ends
/// at the first that is not, that is too large, unknown or ambiguous. A repeated device leaves none. An empty mask leaves
/// none. Numbers are read as by strtoul: `1gpu` is 1. Letters count in the case in which the driver prints them.
///
/// Not published, and taken to be so: a board in MIG mode stands for one compute instance of each of its GPU instances.
/// \param mask the value; null where the variable is not set
/// Complexity: square of the number of elements.
constexpr visible_devices visible_to_cuda(
    devices_present const& here, char const* mask,
    partitions_per_process limit = partitions_per_process::one_per_gpu_instance) {
  if (mask == nullptr) return visible_devices(here, limit);
  detail::piece const first = detail::elements(mask).element();
  auto const starts = [first](char const* prefix) {
    return detail::begins_with(first.data(), first.length(), prefix, detail::letter_case::as_drivers_print);
  };
  detail::masked const kept = starts("GPU-")   ? detail::cuda_uuids(here, mask, false, limit)
                            : starts("MIG-") ? detail::cuda_uuids(here, mask, true, limit)
                                             : detail::cuda_ordinals(here, mask, limit);
  visible_devices visible = detail::reorder(here, here.count, kept.positions);
  detail::note_mask(visible, "CUDA_VISIBLE_DEVICES", mask, kept.end);
  return visible;
}

namespace detail {

/// An index as strtol reads it with base 0: decimal, 0x…, or octal behind a 0. -1 where `element` is not one.
constexpr int index_of_any_base(piece element) {
  int at = element.begin;
  bool const sign = at < element.end && (element.text[at] == '+' || element.text[at] == '-');
  if (sign && element.text[at] == '-') return -1;
  if (sign) ++at;
  int base = 10;
  if (at + 1 < element.end && element.text[at] == '0') {
    bool const sixteen = element.text[at + 1] == 'x' || element.text[at + 1] == 'X';
    base = sixteen ? 16 : 8;
    at += sixteen ? 2 : 1;
  }
  if (at == element.end) return -1;
  int number = 0;
  for (; at < element.end; ++at) {
    int const digit = hexadecimal_digit(element.text[at]);
    if (digit < 0 || digit >= base) return -1;
    number = number >= beyond_every_index / 16 ? beyond_every_index : base * number + digit;
  }
  return number;
}

}  // namespace detail

/// What ROCm's lowest layer shows of the devices under ROCR_VISIBLE_DEVICES: indices and UUIDs, mixed at will, in any
/// letter case, blanks around them ignored. The list ends at the first that is unknown, ambiguous or repeated, and after
/// as many elements as there are devices. An empty mask leaves none.
/// \param mask the value; null where the variable is not set
constexpr visible_devices visible_to_rocr(devices_present const& here, char const* mask) {
  if (mask == nullptr) return visible_devices(here);
  detail::masked kept;
  int looked_at = 0;
  for (detail::elements i(mask); !i.done() && looked_at < here.count; i.next(), ++looked_at) {
    detail::piece const element = i.element().trimmed();
    int position = -1;
    if (element.length() > 0 && (*element.data() == 'G' || *element.data() == 'g')) {
      auto const read = detail::read_uuid(element.data(), element.length());
      bool const whole = !read.too_short && read.end == element.length() && element.length() <= 20;
      position = whole ? detail::position_of_unique(here, read.uuid, false) : -1;
    } else {
      position = detail::index_of_any_base(element);
    }
    if (position < 0 || position >= here.count || kept.positions.has(position)) {
      // A comma at the end is no element.
      kept.end.at = i.last() && i.element().length() == 0 ? -1 : i.element().begin;
      break;
    }
    kept.positions.at[kept.positions.count++] = position;
  }
  visible_devices visible = detail::reorder(here, here.count, kept.positions);
  detail::note_mask(visible, "ROCR_VISIBLE_DEVICES", mask, kept.end);
  return visible;
}

/// What HIP shows of that: indices count within what ROCR_VISIBLE_DEVICES left. An index is written without sign, blanks
/// or zeros in front; a UUID means the first device that begins so. The list ends at the first that is neither; a
/// repeated device counts once. Where HIP_VISIBLE_DEVICES is not set, CUDA_VISIBLE_DEVICES means the same. An empty value
/// leaves none, as in ROCm of late; older releases took it for one that is not set.
/// \param hip_mask,cuda_mask the values; null where a variable is not set
constexpr visible_devices visible_to_hip(visible_devices const& rocr, char const* hip_mask, char const* cuda_mask) {
  char const* const mask = hip_mask != nullptr ? hip_mask : cuda_mask;
  if (mask == nullptr) return rocr;
  detail::masked kept;
  for (detail::elements i(mask); !i.done(); i.next()) {
    detail::piece const element = i.element();
    if (i.last() && element.length() == 0 && element.begin > 0) break;
    int position = -1;
    auto const read = detail::read_uuid(element.data(), element.length(), detail::letter_case::as_drivers_print);
    if (read.uuid.names == device_uuid::kind::gpu) {
      for (int k = 0; k < rocr.count && position < 0 && read.end == element.length(); ++k) {
        if (detail::could_mean(rocr.device[k], read.uuid)) position = k;
      }
    } else {
      bool plain = element.length() > 0 && (element.length() == 1 || *element.data() != '0');
      for (int k = element.begin; k < element.end; ++k) plain = plain && detail::is_digit(element.text[k]);
      if (plain) position = detail::decimal(element);
    }
    if (position < 0 || position >= rocr.count) {
      kept.end.at = element.begin;
      break;
    }
    if (!kept.positions.has(position)) kept.positions.at[kept.positions.count++] = position;
  }
  visible_devices visible = detail::reorder(rocr, rocr.known, kept.positions);
  visible.masks = rocr.masks;
  detail::note_mask(visible, hip_mask != nullptr ? "HIP_VISIBLE_DEVICES" : "CUDA_VISIBLE_DEVICES", mask, kept.end);
  return visible;
}

namespace detail {

inline constexpr char valid_for_a_container[] =
    "all, none, void, or a list of indices, UUIDs and partitions as board:partition";
inline constexpr char valid_for_slurm[] = "a list of the host's GPU numbers, e.g. 0,2 or 0-3";

[[noreturn]] inline void refuse_mask(device_problem problem, char const* value, int position, char const* why,
                                     char const* valid, int boards) {
  throw device_selection_error(problem, message<200>(value).text(), position, message<500>(why), valid,
                               message<600>{} << "this machine has " << boards << " boards");
}

/// The digits at `at`, which moves behind them; -1 where there are none.
constexpr int read_number(piece element, int& at) {
  int const first = at;
  while (at < element.end && is_digit(element.text[at])) ++at;
  return at == first ? -1 : decimal({element.text, first, at});
}

}  // namespace detail

/// What a container gets of the host's devices under NVIDIA_VISIBLE_DEVICES: all for `all`; none for `none`, `void`, an
/// empty value or none at all; else those listed, as indices, UUIDs or beginnings of them, or `board:partition` counted
/// from 0. The container numbers them as the host does, whatever the order of the list. Inside the container the list has
/// been applied already: its numbers are the host's, so it is not applied again.
/// \throws device_selection_error at the first element that names no device, as the container then does not start
constexpr visible_devices visible_to_container(devices_present const& host, char const* value) {
  detail::visible_positions named;
  bool const nothing = value == nullptr || value[0] == '\0' || detail::equal(value, "none") || detail::equal(value, "void");
  bool const everything = !nothing && detail::equal(value, "all");
  for (detail::elements i(nothing || everything ? "" : value); !nothing && !everything && !i.done(); i.next()) {
    detail::piece const element = i.element();
    auto const read = detail::read_uuid(element.data(), element.length());
    int position = -1;
    if (read.uuid.names != device_uuid::kind::none) {
      if (read.end == element.length() && !read.too_short) {
        position = detail::position_of_unique(host, read.uuid, read.uuid.names != device_uuid::kind::gpu);
      }
      if (position == -2) {
        detail::refuse_mask(device_problem::ambiguous, value, element.begin, "several devices have a UUID that begins so",
                          detail::valid_for_a_container, host.boards());
      }
    } else {
      int at = element.begin;
      int const board = detail::read_number(element, at);
      if (board >= 0) position = detail::position_of_board(host, board);
      if (position >= 0 && at < element.end && element.text[at] == ':') {
        int const partition = detail::read_number(element, ++at);
        position = partition < 0 || partition >= host.count - position - 1 ? -1 : position + 1 + partition;
        if (position >= 0 && host.device[position].board_number != board) position = -1;
      }
      if (at != element.end) position = -1;
    }
    if (position < 0) {
      detail::refuse_mask(device_problem::not_present, value, element.begin, "this names no device of the host",
                        detail::valid_for_a_container, host.boards());
    }
    if (!named.has(position)) named.at[named.count++] = position;
  }
  detail::visible_positions shown;
  for (int i = 0; i < host.count; ++i) {
    bool const board = !host.device[i].is_partition;
    if (everything ? board : named.has(i)) {
      if (board) {
        detail::add_board(host, i, partitions_per_process::one_per_gpu_instance, shown);
      } else if (!shown.has(i)) {
        shown.at[shown.count++] = i;
      }
    }
  }
  visible_devices visible = detail::reorder(host, host.count, shown);
  detail::note_mask(visible, "NVIDIA_VISIBLE_DEVICES", value == nullptr ? "" : value, {});
  return visible;
}

/// What Slurm gave to a job or to one of its steps: SLURM_STEP_GPUS, else SLURM_JOB_GPUS; all where neither is set.
/// Their numbers are the host's also where Slurm shows the job its own devices alone (ConstrainDevices): then there are
/// just as many devices as numbers, and all are the job's.
/// \param step,job the values; null where a variable is not set
/// \throws device_selection_error for a number that the host does not have, for what is no list, and for a host with
///         partitions, which Slurm numbers in its own way: CUDA_VISIBLE_DEVICES has their UUIDs
constexpr visible_devices visible_to_slurm_job(devices_present const& here, char const* step, char const* job) {
  char const* const value = step != nullptr ? step : job;
  if (value == nullptr) return visible_devices(here);
  int const boards = here.boards();
  if (boards != here.count) {
    detail::refuse_mask(device_problem::not_for_this_accelerator, value, -1,
                      "Slurm numbers partitions in its own way; CUDA_VISIBLE_DEVICES has their UUIDs",
                      detail::valid_for_slurm, boards);
  }
  detail::visible_positions named;
  int numbers = 0;
  int first_unknown = -1;
  for (detail::elements i(value); !i.done(); i.next()) {
    detail::piece const element = i.element();
    int at = element.begin;
    int const first = detail::read_number(element, at);
    int last = first;
    if (first >= 0 && at < element.end && element.text[at] == '-') last = detail::read_number(element, ++at);
    if (first < 0 || last < first || at != element.end || last >= detail::beyond_every_index) {
      detail::refuse_mask(device_problem::not_understood, value, at, "this is no number of a GPU",
                        detail::valid_for_slurm, boards);
    }
    numbers += last - first < most_devices ? last - first + 1 : most_devices + 1;
    if (numbers > most_devices) {
      detail::refuse_mask(device_problem::too_many, value, element.begin, "more GPUs than a machine has",
                        detail::valid_for_slurm, boards);
    }
    if (last >= boards && first_unknown < 0) first_unknown = element.begin;
    for (int number = first; number <= last && number < boards; ++number) {
      if (!named.has(number)) named.at[named.count++] = number;
    }
  }
  if (numbers == boards) {
    named = detail::positions_without_mask(here, partitions_per_process::one_per_gpu_instance);
  } else if (first_unknown >= 0) {
    detail::refuse_mask(device_problem::not_present, value, first_unknown, "this machine has no such GPU",
                      detail::valid_for_slurm, boards);
  }
  visible_devices visible = detail::reorder(here, here.count, named);
  detail::note_mask(visible, step != nullptr ? "SLURM_STEP_GPUS" : "SLURM_JOB_GPUS", value, {});
  return visible;
}

}  // namespace allotype
