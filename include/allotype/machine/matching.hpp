// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether a device that was found is the accelerator that a type names.
#pragma once

#include <allotype/dispatch/backend.hpp>
#include <allotype/machine/machine.hpp>

namespace allotype {
namespace detail {

/// What there is to compare: what backends are told, and what the catalogue has.
struct wanted_device {
  device_request request;
  catalogue_place place;   ///< unknown for devices of the user's own
  bytes board_memory{};    ///< 0 where nobody published it
  bool listed = false;     ///< the catalogue has the device
};

template <accelerator A>
wanted_device wanted_device_of() {
  using device = device_of<A>;
  wanted_device wanted{request_of<A>(), catalogue_place_of<A>()};
  wanted.listed = wanted.place.device >= 0;
  if constexpr (publishes<device, fact::memory>) wanted.board_memory = fact::memory::of<device>();
  return wanted;
}

/// The catalogue has a size of the device, and nobody published what drivers call it: it cannot be told from others of its
/// compute capability.
inline bool is_unrecognizable(wanted_device const& wanted) {
  return wanted.listed && wanted.request.product_count == 0 && wanted.board_memory.count != 0;
}

/// A board is known by its product name. A type that leaves the product open (`V100`, or one of the user's own) is known
/// by its compute capability and, where it states one, its memory.
inline bool is_board(wanted_device const& wanted, found_board const& board) {
  if (wanted.request.product_count > 0) {
    if (wanted.listed) return board.place.device == wanted.place.device;
    for (int i = 0; i < wanted.request.product_count; ++i) {
      if (is_product_name(board.name, wanted.request.product_names[i])) return true;
    }
    return false;
  }
  if (is_unrecognizable(wanted) || !board.compute_capability || *board.compute_capability != wanted.request.capability) return false;
  return wanted.board_memory.count == 0 || (board.memory && is_about(*board.memory, wanted.board_memory));
}

inline bool is_partition(wanted_device const& wanted, found_slice const& slice) {
  if (wanted.place.partition >= 0 && slice.place.device == wanted.place.device) {
    return slice.place == wanted.place;
  }
  return wanted.request.partition != nullptr && slice.profile == wanted.request.partition;
}

inline bool is_device(wanted_device const& wanted, found_device const& found) {
  if (!is_board(wanted, *found.board)) return false;
  if (wanted.request.partition != nullptr) return found.slice != nullptr && is_partition(wanted, *found.slice);
  return found.slice != nullptr ? !wanted.request.whole : !found.board->partitioned();
}

/// The device as the rule of dispatch/device_comparison.hpp takes it. Refers to the device.
inline device_facts facts_of(wanted_device const& wanted, found_device const& found) {
  device_facts facts;
  if (!found.name().empty()) facts.name = found.name().c_str();
  if (!found.uuid().empty()) facts.uuid = found.uuid().c_str();
  facts.memory = found.memory().value_or(bytes{});
  facts.is_slice = found.slice != nullptr;
  if (found.slice != nullptr) facts.sm_count = found.slice->sm_count.value_or(0);
  facts.capability = found.board->compute_capability.value_or(compute_capability<>{});
  facts.partitioned = found.board->partitioned();
  facts.same_board = is_board(wanted, *found.board);
  facts.same_slice = found.slice != nullptr && is_partition(wanted, *found.slice);
  return facts;
}

}  // namespace detail

/// The devices of the machine that are an `A`, masks aside.
template <nvidia_gpu A>
std::vector<found_device> devices_that_are(machine const& here) {
  auto const wanted = detail::wanted_device_of<A>();
  std::vector<found_device> matching;
  for (found_device const& device : devices_of(here)) {
    if (detail::is_device(wanted, device)) matching.push_back(device);
  }
  return matching;
}

}  // namespace allotype
