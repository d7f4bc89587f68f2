// SPDX-License-Identifier: BSL-1.0
/// \file
/// CUDA_VISIBLE_DEVICES, read as CUDA reads it. Source: CUDA Programming Guide, environment variables; where that is
/// silent, as PyTorch reads it.
///
/// Numbers are those of boards. The first element decides whether all are numbers, `GPU-…` or `MIG-…`. The list ends at
/// the first element that is of another kind, too large, unknown or ambiguous. A repeated device leaves no device, and
/// so does an empty value. Numbers are read as by strtoul: `1gpu` is 1. Letters count in the case in which the driver
/// prints them.
///
/// NVIDIA has not published the following, and it is assumed: a board in MIG mode stands for one compute instance of
/// each of its GPU instances.
#pragma once

#include <allotype/devices/detail/device_mask.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

inline constexpr char names_no_device[] = "names no device of this machine, so the list ends there";
inline constexpr char repeats_a_device[] = "repeats a device, so the list is empty";

/// An ordinal as CUDA reads it, in the manner of strtoul: a sign, digits, and whatever follows them.
struct ordinal {
  bool valid = false;
  text_range digits{};  ///< without zeros in front; empty for 0

  constexpr ordinal(text_range element) {
    text_range rest = element.trimmed();
    bool const negative = !rest.empty() && rest[0] == '-';
    if (negative || (!rest.empty() && rest[0] == '+')) rest = rest.from(1);
    int const count = read_digits(rest).count;
    digits = {rest.text, rest.begin, rest.begin + count};
    while (!digits.empty() && digits[0] == '0') digits = digits.from(1);
    valid = count > 0 && !(negative && !digits.empty());
  }
  constexpr int value() const { return static_cast<int>(read_digits(digits, beyond_every_index).value); }
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

constexpr mask_reading read_cuda_numbers(devices_present const& here, char const* mask) {
  // A number that is repeated hides everything, even behind one that is too large; so that is looked for first.
  for (comma_separated i(mask); !i.done(); i.next()) {
    ordinal const number = i.element();
    if (!number.valid) break;
    for (comma_separated j(mask); i.element().begin > j.element().begin; j.next()) {
      if (equal(ordinal(j.element()).digits, number.digits)) {
        return without_devices(i.element().begin, repeats_a_device);
      }
    }
  }
  mask_reading result;
  result.by_number = true;
  for (comma_separated i(mask); !i.done(); i.next()) {
    ordinal const number = i.element();
    int const position = number.valid ? position_of_board(here, number.value()) : -1;
    if (position < 0) {
      if (mask[0] != '\0') result.fault_at = i.element().begin, result.fault = names_no_device;
      break;
    }
    if (!add_board(here, position, result.positions)) break;
  }
  return result;
}

constexpr mask_reading read_cuda_uuids(devices_present const& here, char const* mask, bool partitions) {
  char const* const prefix = partitions ? "MIG-" : "GPU-";
  auto const names_one = [prefix](text_range element) { return begins_with(element, prefix); };
  for (comma_separated i(mask); !i.done() && names_one(i.element()); i.next()) {
    for (comma_separated j(mask); i.element().begin > j.element().begin; j.next()) {
      if (equal(j.element(), i.element())) return without_devices(i.element().begin, repeats_a_device);
    }
  }
  mask_reading result;
  visible_positions named;
  bool room = true;
  for (comma_separated i(mask); !i.done(); i.next()) {
    text_range const element = i.element();
    auto const read = read_uuid(element, letter_case::as_drivers_print);
    bool const whole = names_one(element) && read.end == element.length();
    int const position = whole ? position_of_unique(here, read.uuid, partitions) : -1;
    if (position < 0) {
      result.fault_at = element.begin, result.fault = names_no_device;
      break;
    }
    if (named.has(position)) return without_devices(element.begin, repeats_a_device);
    named.add(position);
    if (!room) continue;
    if (!partitions) {
      room = add_board(here, position, result.positions);
      continue;
    }
    // One compute instance of a GPU instance; the next of the same one is refused as if it were not there.
    bool again = false;
    for (int k = 0; k < result.positions.count; ++k) {
      devices_present::present_device const& other = here.device[result.positions.at[k]];
      again = again || (other.board_number == here.device[position].board_number &&
                        other.gpu_instance == here.device[position].gpu_instance);
    }
    if (again) {
      result.fault_at = element.begin, result.fault = names_no_device;
      break;
    }
    result.positions.add(position);
    room = !here.one_partition;
  }
  return result;
}

/// Complexity: square of the number of elements.
constexpr mask_reading read_cuda_mask(devices_present const& here, char const* mask) {
  text_range const first = comma_separated(mask).element();
  if (begins_with(first, "GPU-")) return read_cuda_uuids(here, mask, false);
  if (begins_with(first, "MIG-")) return read_cuda_uuids(here, mask, true);
  return read_cuda_numbers(here, mask);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
