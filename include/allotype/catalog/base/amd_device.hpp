// SPDX-License-Identifier: BSL-1.0
/// \file
/// AMD's Instinct accelerators and their partitions. A device is partitioned whole, by two modes that hold for all of it:
/// the compute mode says how many partitions its chiplets (XCDs) form, the memory mode how many domains its memory has.
#pragma once

#include <allotype/catalog/base/device.hpp>
#include <boost/mp11/integer_sequence.hpp>

namespace allotype {

/// SPX: one partition; DPX, TPX, QPX: two, three, four; CPX: one for each chiplet.
enum class amd_compute_mode { SPX, DPX, TPX, QPX, CPX };

/// The number is that of the memory's domains (NUMA per socket).
enum class amd_memory_mode { NPS1 = 1, NPS2 = 2, NPS4 = 4, NPS8 = 8 };

/// What the sources say of a pair of modes on a device.
enum class amd_mode_status {
  valid,
  invalid,
  disputed,          ///< AMD's documentation and the Linux driver disagree
  kernel_mask_only,  ///< the Linux driver's mask has it, AMD's tables do not
  vf_only,           ///< for virtual functions (SR-IOV) alone, not on bare metal
};

/// A compute mode of one device, and the status of each memory mode beside it.
struct amd_row {
  amd_compute_mode compute;
  amd_mode_status status[4];  ///< with NPS1, NPS2, NPS4, NPS8
};

// Stands here rather than with the other sentences, for its door stands here.
template <class Model, amd_mode_status Status, amd_mode_status Spelt>
void the_status_of_this_mode_is_not_the_one_that_is_spelt(char const* /*requested*/) {}

namespace detail {

/// A pair of modes as AMD writes it: `CPX/NPS4`.
struct amd_mode_text {
  char characters[9]{};

  constexpr amd_mode_text(amd_compute_mode compute, amd_memory_mode memory) {
    characters[0] = "SDTQC"[static_cast<int>(compute)];
    char const* rest = "PX/NPS";
    char* to = characters + 1;
    while (*rest != '\0') *to++ = *rest++;
    *to = static_cast<char>('0' + static_cast<int>(memory));
  }
};

inline constexpr amd_memory_mode amd_memory_modes[] = {amd_memory_mode::NPS1, amd_memory_mode::NPS2,
                                                       amd_memory_mode::NPS4, amd_memory_mode::NPS8};

/// Partitions that a device with so many chiplets forms.
constexpr int partitions_in(amd_compute_mode mode, int xcds) {
  return mode == amd_compute_mode::CPX ? xcds : static_cast<int>(mode) + 1;
}

template <class Modes>
inline constexpr int amd_modes_in = 4 * static_cast<int>(sizeof Modes::rows / sizeof Modes::rows[0]);

template <class Modes>
constexpr amd_compute_mode compute_mode_at(int index) {
  return Modes::rows[index / 4].compute;
}
constexpr amd_memory_mode memory_mode_at(int index) { return amd_memory_modes[index % 4]; }

template <class Modes>
constexpr amd_mode_status status_at(int index) {
  return Modes::rows[index / 4].status[index % 4];
}

/// Position of the pair of modes of that name, four to a row; -1 where the device has no such row.
template <class Modes>
constexpr int find_amd_mode(char const* name) {
  for (int i = 0; i < amd_modes_in<Modes>; ++i) {
    if (equal(amd_mode_text{compute_mode_at<Modes>(i), memory_mode_at(i)}.characters, name)) return i;
  }
  return -1;
}

/// Position of the n-th valid pair of modes; with n too large, how many there are.
template <class Modes>
constexpr int valid_amd_mode(int n) {
  int found = 0;
  for (int i = 0; i < amd_modes_in<Modes>; ++i) {
    if (status_at<Modes>(i) == amd_mode_status::valid && found++ == n) return i;
  }
  return found;
}

}  // namespace detail

/// A compute mode and a memory mode.
template <amd_compute_mode Compute, amd_memory_mode Memory>
struct amd_mode {
  static constexpr amd_compute_mode compute = Compute;
  static constexpr amd_memory_mode memory = Memory;
  static constexpr detail::amd_mode_text text{Compute, Memory};
  static constexpr char const* name = text.characters;
};

namespace detail {

template <class Modes, int Index>
using amd_mode_at = amd_mode<compute_mode_at<Modes>(Index), memory_mode_at(Index)>;

template <class Modes, class Indices>
struct valid_amd_modes;
template <class Modes, std::size_t... Index>
struct valid_amd_modes<Modes, boost::mp11::index_sequence<Index...>> {
  using type = list<amd_mode_at<Modes, valid_amd_mode<Modes>(static_cast<int>(Index))>...>;
};

/// What to say about modes that are not handed out, by their position.
template <class Model, class Modes, class Indices>
struct amd_modes_refused;
template <class Model, class Modes, std::size_t... Index>
struct amd_modes_refused<Model, Modes, boost::mp11::index_sequence<Index...>> {
  static constexpr void (*more_memory_than_compute[sizeof...(Index)])(char const*) = {
      &a_mode_has_no_more_memory_partitions_than_compute_partitions<
          Model, partitions_in(compute_mode_at<Modes>(static_cast<int>(Index)), Modes::xcds),
          static_cast<int>(memory_mode_at(static_cast<int>(Index)))>...};
};

}  // namespace detail

/// The name of modes of `Model` whose status is `Wanted` and not valid. Structural, and nothing but an integer.
template <class Model, class Modes, amd_mode_status Wanted>
struct amd_mode_although {
  int index;

  constexpr explicit amd_mode_although(int position) : index(position) {}

  template <std::size_t Size>
  consteval amd_mode_although(char const (&requested)[Size]) : index(detail::find_amd_mode<Modes>(requested)) {
    using enum amd_mode_status;
    if (index < 0) {
      no_such_partition<Model>(requested, typename Model::partitions{});
    } else if (amd_mode_status const status = detail::status_at<Modes>(index); status != Wanted) {
      if (status == valid) the_status_of_this_mode_is_not_the_one_that_is_spelt<Model, valid, Wanted>(requested);
      if (status == invalid) the_status_of_this_mode_is_not_the_one_that_is_spelt<Model, invalid, Wanted>(requested);
      if (status == disputed) the_status_of_this_mode_is_not_the_one_that_is_spelt<Model, disputed, Wanted>(requested);
      if (status == vf_only) the_status_of_this_mode_is_not_the_one_that_is_spelt<Model, vf_only, Wanted>(requested);
      the_status_of_this_mode_is_not_the_one_that_is_spelt<Model, kernel_mask_only, Wanted>(requested);
    }
  }
};

/// One partition of a device in the modes `Mode`. All follows from the modes and the device: `max_instances` (partitions
/// that the mode makes of a device), `xcds` and `compute_units` of one partition, `nominal_memory` (the device's divided
/// by the partitions; with fewer memory domains than partitions they share domains), `numa_domains` of the device and
/// `memory_per_numa_domain`.
template <class Model, class Mode>
struct amd_partition : part_of_device<Model, amd_partition<Model, Mode>> {
  using mode = Mode;
  using modes = typename Model::modes;
  static constexpr char const* name = Mode::name;
  static constexpr amd_mode_status status = detail::status_at<modes>(detail::find_amd_mode<modes>(Mode::name));
  static constexpr int max_instances = detail::partitions_in(Mode::compute, modes::xcds);
  static constexpr int xcds = modes::xcds / max_instances;
  static constexpr int compute_units = xcds * modes::compute_units_per_xcd;
  static constexpr int numa_domains = static_cast<int>(Mode::memory);
  static constexpr bytes nominal_memory{modes::nominal_memory.count / max_instances};
  static constexpr bytes memory_per_numa_domain{modes::nominal_memory.count / numa_domains};
  /// Flyte's SDKs list no partitions of AMD's devices.
  static constexpr bool flyte_offers = false;
};

/// Base of an AMD accelerator.
template <class Model>
struct amd_device : device<Model> {
  static constexpr allotype::vendor vendor = allotype::vendor::amd;
};

/// Base of an AMD accelerator that can be partitioned; `Modes` holds its chiplets and the status of each pair of modes.
template <class Model, class Modes>
struct amd_partitionable_device : amd_device<Model>, unlisted_partitions<Model> {
  using modes = Modes;
  /// The pairs of modes that are valid.
  using partitions = typename detail::valid_amd_modes<
      Modes, boost::mp11::make_index_sequence<detail::valid_amd_mode<Modes>(detail::amd_modes_in<Modes>)>>::type;
  using unpartitioned = allotype::unpartitioned<Model>;
  static constexpr int xcds = Modes::xcds;
  static constexpr int compute_units = Modes::xcds * Modes::compute_units_per_xcd;
  static constexpr bytes nominal_memory = Modes::nominal_memory;
  static constexpr char const* source = Modes::source;

  /// `partition<"CPX/NPS4">`: one of the partitions of a device in these modes. Modes that are not valid are an error that
  /// says the rule or, where the sources leave a doubt, the spelling that accepts the doubt.
  template <partition_name<Model> Name>
  using partition = amd_partition<Model, type_at<Name.index, partitions>>;
  template <amd_mode_although<Model, Modes, amd_mode_status::disputed> Name>
  using partition_although_disputed = amd_partition<Model, detail::amd_mode_at<Modes, Name.index>>;
  template <amd_mode_although<Model, Modes, amd_mode_status::kernel_mask_only> Name>
  using partition_although_kernel_mask_only = amd_partition<Model, detail::amd_mode_at<Modes, Name.index>>;
  template <amd_mode_although<Model, Modes, amd_mode_status::vf_only> Name>
  using partition_although_vf_only = amd_partition<Model, detail::amd_mode_at<Modes, Name.index>>;

  template <class Mode>
  using listed_partition = amd_partition<Model, Mode>;

  /// What to say of modes that are not valid; null where there are no such modes.
  static constexpr auto refusal_of(char const* name) -> void (*)(char const*) {
    using enum amd_mode_status;
    int const index = detail::find_amd_mode<Modes>(name);
    if (index < 0) return nullptr;
    int const memory_partitions = static_cast<int>(detail::memory_mode_at(index));
    switch (detail::status_at<Modes>(index)) {
      case valid:
        return nullptr;
      case disputed:
        return &this_mode_is_disputed__who_wants_it_spells_partition_although_disputed<Model>;
      case kernel_mask_only:
        return &this_mode_is_in_the_kernels_mask_alone__who_wants_it_spells_partition_although_kernel_mask_only<Model>;
      case vf_only:
        return &this_mode_is_for_virtual_functions_alone__who_wants_it_spells_partition_although_vf_only<Model>;
      case invalid:
        break;
    }
    if (memory_partitions == 8) return &NPS8_is_in_the_interface_and_no_device_supports_it<Model>;
    if (memory_partitions > detail::partitions_in(detail::compute_mode_at<Modes>(index), Modes::xcds)) {
      using indices = boost::mp11::make_index_sequence<detail::amd_modes_in<Modes>>;
      return detail::amd_modes_refused<Model, Modes, indices>::more_memory_than_compute[index];
    }
    return &the_driver_never_allows_these_two_modes_together_on_this_device<Model>;
  }
};

}  // namespace allotype
