// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether a device is what a type names. The one rule, for what NVML tells (machine/find.hpp) and for what CUDA tells
/// (backend/cuda/queue.hpp). In words, with examples: doc/devices.md.
#pragma once

#include <allotype/catalog/mig_name.hpp>
#include <allotype/catalog/nvidia_mig_drivers.hpp>
#include <allotype/core/detail/add_to_list.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <allotype/dispatch/backend.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What NVML or CUDA tells of a device. Null, 0, 0.0 and -1: not told.
struct reported_device {
  char const* name = nullptr;  ///< `NVIDIA A100-SXM4-40GB`, of a slice with its profile: `… MIG 2g.10gb`
  device_uuid uuid{};
  bytes memory{};
  int sm_count = 0;
  compute_capability<> capability{};
  bool is_slice = false;     ///< a slice of a board, and not a board
  bool partitioned = false;  ///< a board in MIG mode, which programs use by its slices
  int profile_id = -1;       ///< of a slice: the id that `nvidia-smi mig -lgip` prints; CUDA does not tell it
};

/// `NVIDIA A100-SXM4-40GB MIG 1c.3g.20gb` is the board's name and the profile's.
struct split_device_name {
  char const* board;
  int board_length;
  char const* profile;  ///< empty where the name is not that of a slice
};
[[gnu::cold]] constexpr split_device_name split_name(char const* name) {
  constexpr char separator[] = " MIG ";
  int at = 0;
  for (; name[at] != '\0'; ++at) {
    int same = 0;
    while (separator[same] != '\0' && name[at + same] == separator[same]) ++same;
    if (separator[same] == '\0') return {name, at, name + at + same};
  }
  return {name, at, ""};
}

/// Drivers before R470 leave the maker's name out: `A100-SXM4-40GB`.
[[gnu::cold]] constexpr bool is_product_name(text_range told, text_range listed) {
  constexpr char maker[] = "NVIDIA ";
  return equal(told, listed) || (begins_with(listed, maker) && equal(told, listed.from(length(maker))));
}

/// The GPU-instance profile is called so by some driver, or some firmware, on that board.
[[gnu::cold]] constexpr bool is_name_of_profile(char const* board, char const* profile, char const* told) {
  if (equal(profile, told)) return true;
  for (mig_name_row const& row : mig_name_rows) {
    if (equal(row.board, board) && equal(row.profile, profile) && equal(row.other, told)) return true;
  }
  return false;
}

/// The row of the GPU-instance profile that a driver calls so and gives that id; null where the board has none. The
/// name decides; an id that is told and published must not contradict it.
[[gnu::cold]] constexpr mig_row const* find_profile(accelerator_data const& wanted, char const* told, int profile_id) {
  if (wanted.board == nullptr) return nullptr;
  for (int i = 0; i < wanted.board->row_count; ++i) {
    mig_row const& row = wanted.board->rows[i];
    if (!is_name_of_profile(wanted.board->name, row.profile, told)) continue;
    bool const id_differs = profile_id >= 0 && row.smi_profile_id >= 0 && profile_id != row.smi_profile_id;
    return id_differs ? nullptr : &row;
  }
  return nullptr;
}

/// The slice of that profile is one of the partition that is wanted: the same GPU instance, and the same part of it.
[[gnu::cold]] constexpr bool is_wanted_slice(accelerator_data const& wanted, char const* profile, int profile_id) {
  if (wanted.board == nullptr) return equal(profile, wanted.partition);
  mig_name const told = parse_mig_name(profile), listed = parse_mig_name(wanted.partition);
  if (told.names_compute_slices != listed.names_compute_slices) return false;
  if (told.names_compute_slices && told.compute_slices != listed.compute_slices) return false;
  mig_row const* const row = find_profile(wanted, told.gpu_instance, profile_id);
  return row != nullptr && equal(row->profile, listed.gpu_instance);
}

/// How far a driver's figure may be from the catalogue's: data sheets' gigabytes are often 2^30 bytes (7.4 %), drivers
/// reserve up to 7 % for themselves, and sizes of one product are further apart than both.
constexpr bool is_about(bytes told, bytes listed) {
  unsigned long long const more = told.count > listed.count ? told.count - listed.count : listed.count - told.count;
  return more <= listed.count / 10;
}

/// The device's facts have a source, and what drivers call the device is not among them: no device can be told to be
/// one.
constexpr bool is_unrecognizable(accelerator_data const& wanted) {
  return wanted.maker == vendor::nvidia && wanted.source != nullptr && wanted.product_count == 0;
}

/// What the type says of the device as far as it goes: of the slice where the device is one. 0: unpublished or left
/// open.
struct expected_figures {
  bytes memory{};
  int sm_count = 0;
};
[[gnu::cold]] constexpr expected_figures figures_expected_of(accelerator_data const& wanted,
                                                             reported_device const& told) {
  if (told.is_slice == (wanted.is_partition())) return {wanted.memory, wanted.sm_count};
  if (!told.is_slice || told.name == nullptr) return {};
  // The type leaves the partitioning open, and describes the whole board; a slice of it has what its profile has.
  mig_name const profile = parse_mig_name(split_name(told.name).profile);
  mig_row const* const row = find_profile(wanted, profile.gpu_instance, told.profile_id);
  if (row == nullptr) return {};
  expected_figures expected;
  if (row->memory_mib > 0) expected.memory = {static_cast<unsigned long long>(row->memory_mib) << 20};
  if (row->sm_count > 0 && !profile.names_compute_slices) expected.sm_count = row->sm_count;
  return expected;
}

/// Where a device differs from what a type names.
struct device_differences {
  bool unrecognizable = false;
  bool board = false;
  bool not_a_slice = false;
  bool slice = false;
  bool not_the_whole = false;
  bool memory = false;
  bool multiprocessors = false;
  bool capability = false;

  /// It is another device by its name, or by what stands for a name.
  constexpr bool by_name() const { return unrecognizable || board || not_a_slice || slice || not_the_whole; }
  constexpr explicit operator bool() const { return by_name() || memory || multiprocessors || capability; }
};

/// The rule.
[[gnu::cold]] constexpr device_differences differences_between(accelerator_data const& wanted,
                                                               reported_device const& told) {
  device_differences differ;
  split_device_name const name = split_name(told.name == nullptr ? "" : told.name);
  differ.unrecognizable = is_unrecognizable(wanted);
  if (wanted.product_count > 0) {
    differ.board = true;
    for (int i = 0; i < wanted.product_count; ++i) {
      if (is_product_name({name.board, 0, name.board_length}, wanted.product_names[i])) differ.board = false;
    }
  } else if (!differ.unrecognizable) {
    // A type of the user's own that names no product means any device of its compute capability and figures.
    differ.board = told.capability != wanted.capability;
  }
  if (wanted.is_partition()) {
    differ.not_a_slice = !told.is_slice;
    differ.slice = told.is_slice && !is_wanted_slice(wanted, name.profile, told.profile_id);
  } else if (wanted.state == accelerator_data::partitioning::whole) {
    differ.not_the_whole = told.is_slice || told.partitioned;
  } else if (told.is_slice && wanted.board != nullptr) {
    differ.slice = find_profile(wanted, parse_mig_name(name.profile).gpu_instance, told.profile_id) == nullptr;
  } else if (told.is_slice && wanted.product_count == 0) {
    // Its figures are a board's, and no slice is meant that happens to have them.
    differ.not_the_whole = wanted.memory.count != 0 || wanted.sm_count != 0;
  }
  expected_figures const expected = figures_expected_of(wanted, told);
  differ.memory = expected.memory.count != 0 && told.memory.count != 0 && !is_about(told.memory, expected.memory);
  differ.multiprocessors = expected.sm_count != 0 && told.sm_count != 0 && told.sm_count != expected.sm_count;
  differ.capability =
      wanted.capability.major != 0 && told.capability.major != 0 && told.capability != wanted.capability;
  return differ;
}

/// Entries with commas between them.
template <int Capacity>
[[gnu::cold]] constexpr void add_entry(message<Capacity>& list, char const* entry) {
  detail::add_to_list(list, entry);
}

/// The differences in words; empty where there are none.
[[gnu::cold]] constexpr message<200> to_string(device_differences const& differ) {
  message<200> text;
  if (differ.unrecognizable) add_entry(text, "no product name is published for it, so no device can be told to be one");
  if (differ.board) add_entry(text, "another board");
  if (differ.not_a_slice) add_entry(text, "not a slice of one");
  if (differ.slice) add_entry(text, "another slice");
  if (differ.not_the_whole) add_entry(text, "not the whole of one");
  if (differ.memory) add_entry(text, "another amount of memory");
  if (differ.multiprocessors) add_entry(text, "another number of multiprocessors");
  if (differ.capability) add_entry(text, "another compute capability");
  return text;
}

/// What of the board, its memory and its multiprocessors was not compared, because it is unpublished or the type leaves
/// it open; empty where all was.
[[gnu::cold]] constexpr message<200> not_compared(accelerator_data const& wanted, reported_device const& told) {
  message<200> open;
  expected_figures const expected = figures_expected_of(wanted, told);
  if (wanted.product_count == 0) add_entry(open, "product name");
  if (expected.memory.count == 0 || told.memory.count == 0) add_entry(open, "memory");
  if (expected.sm_count == 0 || told.sm_count == 0) add_entry(open, "multiprocessors");
  return open;
}

[[gnu::cold]] constexpr void describe_figures(message<answer::max_characters>& text, bytes memory, int sm_count,
                                              compute_capability<> capability) {
  if (memory.count != 0) text << ", " << static_cast<long long>(memory.in_mebibytes()) << " MiB";
  if (sm_count != 0) text << ", " << sm_count << " multiprocessors";
  if (capability.major != 0) text << ", compute capability " << capability.major << "." << capability.minor;
}

/// Whether the device is what the type says; if it is not, a sentence describes both.
[[gnu::cold]] constexpr answer is_the_device(accelerator_data const& wanted, reported_device const& told) {
  device_differences const differ = differences_between(wanted, told);
  if (!differ) return {};
  message<answer::max_characters> text;
  text << "asked for " << wanted.name;
  bool const tells_sm_count = wanted.is_partition() || told.sm_count != 0;
  describe_figures(text, wanted.memory, tells_sm_count ? wanted.sm_count : 0, wanted.capability);
  text << "; found " << (told.name == nullptr ? "a device without a name" : told.name);
  if (told.uuid.complete()) text << " (" << told.uuid << ")";
  describe_figures(text, told.memory, told.sm_count, told.capability);
  text << ": " << to_string(differ).text();
  bool const of_that_board = differ.not_a_slice || differ.slice || differ.not_the_whole;
  return {differ.unrecognizable            ? availability::cannot_tell
          : of_that_board && !differ.board ? availability::partition_not_created
                                           : availability::no_such_board,
          text.text()};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
