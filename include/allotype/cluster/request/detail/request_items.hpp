// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a request is for, as data: the same for types and for names that a program reads.
#pragma once

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/accelerator/alternatives.hpp>
#include <allotype/catalog/base/tpu_device.hpp>
#include <allotype/cluster/request/refusal.hpp>
#include <allotype/cluster/request/static_vector.hpp>
#include <allotype/core/fixed_text.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// They are compared by their texts: files of different modes have an object each.
constexpr bool is_same(accelerator_data const& a, accelerator_data const& b) {
  return &a == &b || (a.state == b.state && equal(a.device, b.device) && equal(a.name, b.name));
}

/// Whether a name that leaves the memory open, V100, is that of the device, too: it has the board's name.
constexpr bool is_size_of(accelerator_data const& asked, accelerator_data const& had) {
  if (!asked.several_sizes || asked.is_partition() || had.is_partition() || had.product() == nullptr) return false;
  for (int i = 0; i < asked.product_count; ++i) {
    if (equal(asked.product_names[i], had.product())) return true;
  }
  return false;
}

/// So many machines a slice of TPUs is on: up to 8 chips of v5e and v6e are on one, larger slices take machines of 4
/// chips. Other devices are on one. (Google Kubernetes Engine, TPU machine types)
constexpr int machines_of(accelerator_data const& what) {
  int const of_one_machine = what.chips_of_a_host == 8 ? 8 : 4;
  return what.chips <= of_one_machine ? 1 : what.chips / 4;
}

/// The row of a device in a system's table of them; a null pointer where the system has no such device.
template <class Row, std::size_t Rows>
constexpr Row const* row_of_device(Row const (&rows)[Rows], char const* device) {
  for (Row const& each : rows) {
    if (equal(each.device, device)) return &each;
  }
  return nullptr;
}

/// A cloud's machine with so many of a device.
struct machine_row {
  char const* device;
  int count;
  char const* type;
};
/// The smallest machine with that many; the rows of a device stand in order. A null pointer where there is none.
template <std::size_t Rows>
constexpr char const* machine_with(machine_row const (&rows)[Rows], char const* device, int count) {
  for (machine_row const& each : rows) {
    if (each.count >= count && equal(each.device, device)) return each.type;
  }
  return nullptr;
}

/// One kind of accelerator, and how many of it.
struct request_item {
  accelerator_data const* what = nullptr;
  int count = 0;
};

/// Adds so many of this kind. \return whether there was room
template <int Capacity>
constexpr bool add_kind(static_vector<request_item, Capacity>& all, accelerator_data const& what, int count) {
  for (request_item& each : all) {
    if (is_same(*each.what, what)) {
      each.count += count;
      return true;
    }
  }
  if (all.size() == Capacity) return false;
  all.push_back({&what, count});
  return true;
}

/// What a request is for: all of these together, or the first of them that there is.
struct request_items {
  static constexpr int max_items = 9;
  static_vector<request_item, max_items> all;
  bool alternatives = false;
  bool one_device = false;  ///< all partitions on one device
  refusal refused;

  constexpr accelerator_data const& first() const { return *all[0].what; }
  constexpr bool one_kind() const { return all.size() == 1; }
  /// \return whether there was room
  constexpr bool add(accelerator_data const& what, int count) { return add_kind(all, what, count); }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
