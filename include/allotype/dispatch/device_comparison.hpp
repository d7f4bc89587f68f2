// SPDX-License-Identifier: BSL-1.0
/// \file
/// On the device that the type names? A device that was found is compared with what the accelerator's type says: board,
/// slice, memory, multiprocessors, compute capability. The rule and its words, for all who find devices: NVML's
/// (machine/check_device.hpp) and CUDA's (backend/cuda/queue.hpp).
#pragma once

#include <allotype/dispatch/backend.hpp>

namespace allotype {
namespace detail {

/// What is known of a device. Null, 0 and 0.0 are what nobody told.
struct device_facts {
  char const* name = nullptr;
  char const* uuid = nullptr;
  bytes memory{};
  int sm_count = 0;
  compute_capability<> capability{};
  bool is_slice = false;     ///< and not a board
  bool partitioned = false;  ///< a board that programs use by its slices
  bool same_board = false;   ///< by its name, or by what stands for it
  bool same_slice = false;   ///< likewise, the slice that the type names
};

/// How far a driver's figure may be from the catalogue's: data sheets' gigabytes are often 2^30 bytes (7.4 %), drivers
/// reserve up to 7 % for themselves, and sizes of one product are further apart than both.
constexpr bool is_about(bytes found, bytes listed) {
  unsigned long long const more = found.count > listed.count ? found.count - listed.count : listed.count - found.count;
  return more <= listed.count / 10;
}

/// A type that leaves the partitioning open describes the whole board; a slice of it has less.
constexpr bool have_same_extent(device_request const& wanted, device_facts const& found) {
  return (wanted.partition != nullptr) == found.is_slice;
}
constexpr bool can_compare_memory(device_request const& wanted, device_facts const& found) {
  return have_same_extent(wanted, found) && wanted.memory.count != 0 && found.memory.count != 0;
}
constexpr bool can_compare_multiprocessors(device_request const& wanted, device_facts const& found) {
  return have_same_extent(wanted, found) && wanted.sm_count != 0 && found.sm_count != 0;
}

/// Entries with commas between them.
template <int Capacity>
constexpr void add_entry(message<Capacity>& list, char const* entry) {
  list << (list.empty() ? "" : ", ") << entry;
}

/// What differs; empty where nothing does.
constexpr message<160> differences_between(device_request const& wanted, device_facts const& found) {
  message<160> differences;
  bool const partition = wanted.partition != nullptr;
  if (!found.same_board) add_entry(differences, "another board");
  if (partition && !found.is_slice) {
    add_entry(differences, "not a slice of one");
  } else if (partition && !found.same_slice) {
    add_entry(differences, "another slice");
  } else if (wanted.whole && (found.is_slice || found.partitioned)) {
    add_entry(differences, "not the whole of one");
  }
  if (can_compare_memory(wanted, found) && !is_about(found.memory, wanted.memory)) {
    add_entry(differences, "another amount of memory");
  }
  if (can_compare_multiprocessors(wanted, found) && found.sm_count != wanted.sm_count) {
    add_entry(differences, "another number of multiprocessors");
  }
  if (wanted.capability.major != 0 && found.capability.major != 0 && found.capability != wanted.capability) {
    add_entry(differences, "another compute capability");
  }
  return differences;
}

/// What of the board, its memory and its multiprocessors was not compared, because nobody published it or the type leaves
/// it open; empty where all was.
constexpr message<120> not_compared(device_request const& wanted, device_facts const& found) {
  message<120> open;
  if (wanted.product_count == 0) add_entry(open, "product name");
  if (!can_compare_memory(wanted, found)) add_entry(open, "memory");
  if (!can_compare_multiprocessors(wanted, found)) add_entry(open, "multiprocessors");
  return open;
}

template <int Capacity>
constexpr void describe_figures(message<Capacity>& text, bytes memory, int sm_count, compute_capability<> capability) {
  if (memory.count != 0) text << ", " << static_cast<long long>(memory.in_mebibytes()) << " MiB";
  if (sm_count != 0) text << ", " << sm_count << " multiprocessors";
  if (capability.major != 0) text << ", compute capability " << capability.major << "." << capability.minor;
}

/// Whether the device is what the type says; if not, in a sentence that describes both.
constexpr answer mismatch_between(device_request const& wanted, device_facts const& found) {
  auto const differences = differences_between(wanted, found);
  if (differences.empty()) return {};
  message<answer::most_characters> text;
  text << "asked for " << wanted.name;
  bool const tells_sm_count = wanted.partition != nullptr || found.sm_count != 0;
  describe_figures(text, wanted.memory, tells_sm_count ? wanted.sm_count : 0, wanted.capability);
  text << "; found " << (found.name == nullptr ? "a device without a name" : found.name);
  if (found.uuid != nullptr) text << " (" << found.uuid << ")";
  describe_figures(text, found.memory, found.sm_count, found.capability);
  text << ": " << differences.text();
  return {availability::no_such_board, text.text()};
}

}  // namespace detail
}  // namespace allotype
