// SPDX-License-Identifier: BSL-1.0
/// \file
/// SLURM_STEP_GPUS and SLURM_JOB_GPUS: which GPUs Slurm gave to a step or a job, as the host's numbers and ranges of
/// them, `0,2-3`. Source: Slurm's manual pages of srun and sbatch.
///
/// They are the host's numbers also where Slurm shows the job its own devices alone (ConstrainDevices): then the
/// machine has as many devices as the list has numbers, and all are the job's. Slurm numbers partitions in a way of its
/// own; so on a machine that has partitions these variables say nothing. A value that names a GPU that is not there, or
/// that is not such a list, leaves no device.
#pragma once

#include <allotype/devices/detail/device_mask.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

constexpr mask_reading read_slurm_mask(devices_present const& here, char const* value) {
  mask_reading result;
  int const boards = here.boards();
  if (boards != here.count) {
    result.counts = false;
    return result;
  }
  int numbers = 0;
  int first_unknown = -1;
  for (comma_separated i(value); !i.done(); i.next()) {
    text_range const element = i.element();
    text_range rest = element;
    auto const from = read_digits(rest, beyond_every_index);
    rest = rest.from(from.count);
    auto to = from;
    if (from && !rest.empty() && rest[0] == '-') {
      to = read_digits(rest = rest.from(1), beyond_every_index);
      rest = rest.from(to.count);
    }
    if (!from || !to || to.value < from.value || !rest.empty()) {
      return without_devices(rest.begin, "is not a number of a GPU, so no device is visible");
    }
    int const first = static_cast<int>(from.value);
    int const last = static_cast<int>(to.value);
    numbers += last - first < devices_present::most ? last - first + 1 : devices_present::most + 1;
    if (numbers > devices_present::most)
      return without_devices(element.begin, "lists more GPUs than a machine has, so no device is visible");
    if (last >= boards && first_unknown < 0) first_unknown = element.begin;
    for (int number = first; number <= last && number < boards; ++number) {
      if (!result.positions.has(number)) result.positions.add(number);
    }
  }
  if (numbers == boards) {
    result.positions = positions_without_mask(here);
  } else if (first_unknown >= 0) {
    return without_devices(first_unknown, "names a GPU that this machine does not have, so no device is visible");
  }
  return result;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
