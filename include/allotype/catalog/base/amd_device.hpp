// SPDX-License-Identifier: BSL-1.0
/// \file
/// AMD's Instinct accelerators and their partitions. A device is partitioned as a whole, by two modes: the compute mode
/// is the number of partitions that its chiplets (XCDs) form, the memory mode the number of domains of its memory.
#pragma once

#include <allotype/catalog/base/device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// SPX: one partition; DPX, TPX, QPX: two, three, four; CPX: one for each chiplet.
enum class amd_compute_mode { SPX, DPX, TPX, QPX, CPX };

/// The number is that of the memory's domains (NUMA per socket).
enum class amd_memory_mode { NPS1 = 1, NPS2 = 2, NPS4 = 4, NPS8 = 8 };

/// What the sources say about a pair of modes on a device.
enum class amd_mode_status {
  valid,
  invalid,
  disputed,          ///< AMD's documentation and the Linux driver disagree
  kernel_mask_only,  ///< the Linux driver's mask has it, AMD's tables do not
  vf_only,           ///< for virtual functions (SR-IOV) alone, not on bare metal
};

/// A compute mode of one device, and the status of each memory mode beside it.
struct amd_row {
  amd_compute_mode compute;   ///< into how many partitions the chiplets are divided
  amd_mode_status status[4];  ///< with NPS1, NPS2, NPS4, NPS8
};

namespace detail {

/// A pair of modes as AMD writes it: `CPX/NPS4`.
constexpr fixed_text<8> amd_mode_text(amd_compute_mode compute, amd_memory_mode memory) {
  return fixed_text<8>() << "SDTQC"[static_cast<int>(compute)] << "PX/NPS" << static_cast<int>(memory);
}

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
    if (equal(amd_mode_text(compute_mode_at<Modes>(i), memory_mode_at(i)).text(), name)) return i;
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
  static constexpr auto text = detail::amd_mode_text(Compute, Memory);
  static constexpr char const* name = text.characters;
};

namespace detail {

template <class Modes, int Index>
using amd_mode_at = amd_mode<compute_mode_at<Modes>(Index), memory_mode_at(Index)>;

template <class Modes, class Indices>
struct valid_amd_modes;
template <class Modes, std::size_t... Index>
struct valid_amd_modes<Modes, std::index_sequence<Index...>> {
  using type = list<amd_mode_at<Modes, valid_amd_mode<Modes>(static_cast<int>(Index))>...>;
};

#ifdef __NVCC__
template <int Count>
struct compute_partitions;
template <int Count>
struct memory_partitions;

/// The functions that name the numbers of partitions, one for each position.
template <class Model, class Modes, class Indices>
struct refusals_by_mode;
template <class Model, class Modes, std::size_t... Index>
struct refusals_by_mode<Model, Modes, std::index_sequence<Index...>> {
  static constexpr void (*refuse[sizeof...(Index)])(char const*) = {
      &detail::refuse<Model, compute_partitions<partitions_in(compute_mode_at<Modes>(Index), Modes::xcds)>,
                      memory_partitions<static_cast<int>(memory_mode_at(Index))>>...};
};

/// Says why the modes at `index` cannot be had by the spelling that was used; returns where there are no such modes.
template <class Model, class Modes>
constexpr void refuse_amd_mode(int index) {
  using enum amd_mode_status;
  if (index < 0) return;
  amd_mode_status const status = status_at<Modes>(index);
  if (status == valid) refuse<Model>("this mode is valid: write partition<...>");
  if (status == disputed) refuse<Model>("the sources disagree on this mode: write partition_although_disputed<...>");
  if (status == kernel_mask_only) {
    refuse<Model>("only the Linux driver lists this mode: write partition_although_kernel_mask_only<...>");
  }
  if (status == vf_only)
    refuse<Model>("this mode is for virtual functions only: write partition_although_vf_only<...>");
  if (memory_mode_at(index) == amd_memory_mode::NPS8)
    refuse<Model>("NPS8 is in the interface, and no device supports it");
  if (static_cast<int>(memory_mode_at(index)) > partitions_in(compute_mode_at<Modes>(index), Modes::xcds)) {
    using by_mode = refusals_by_mode<Model, Modes, std::make_index_sequence<amd_modes_in<Modes>>>;
    by_mode::refuse[index]("a mode has at most as many memory partitions as compute partitions");
  }
  refuse<Model>("the driver never allows these two modes together on this device");
}
#endif

/// Why the modes at `index` cannot be had by the spelling that was used; empty where there are no such modes.
template <class Model, class Modes>
constexpr error_sentence why_no_amd_mode(int index, char const* name) {
  using enum amd_mode_status;
  error_sentence text;
  if (index < 0) return text;
  amd_mode_status const status = status_at<Modes>(index);
  int const memory = static_cast<int>(memory_mode_at(index));
  int const partitions = partitions_in(compute_mode_at<Modes>(index), Modes::xcds);
  text << name << " on " << name_in_errors<Model>();
  if (status == valid) return text << " is valid: write partition<\"" << name << "\">";
  if (status == disputed) {
    return text << ": the sources disagree on this mode: write partition_although_disputed<\"" << name << "\">";
  }
  if (status == kernel_mask_only) {
    return text << ": only the Linux driver lists this mode: write partition_although_kernel_mask_only<\"" << name
                << "\">";
  }
  if (status == vf_only) {
    return text << ": this mode is for virtual functions only: write partition_although_vf_only<\"" << name << "\">";
  }
  if (memory_mode_at(index) == amd_memory_mode::NPS8) {
    return text << ": NPS8 is in the interface, and no device supports it";
  }
  if (memory > partitions) {
    return text << ": a mode has at most as many memory partitions as compute partitions, and these are " << memory
                << " and " << partitions;
  }
  return text << ": the driver never allows these two modes together on this device";
}

/// The modes of a device whose status is `Wanted` and not valid.
template <class Model, class Modes, amd_mode_status Wanted>
struct amd_modes_by_name {
  static constexpr int find(char const* name) {
    int const index = find_amd_mode<Modes>(name);
    return index >= 0 && status_at<Modes>(index) == Wanted ? index : -1;
  }
  static constexpr error_sentence why_not(char const* name) {
    if (error_sentence const why = why_no_amd_mode<Model, Modes>(find_amd_mode<Modes>(name), name); !why.empty()) {
      return why;
    }
    error_sentence text = concatenated(name_in_errors<Model>(), " has no modes \"", name, "\"; the valid ones are ");
    add_partitions(text, typename partitions_of<Model>::type{});
    return text;
  }
  static constexpr int stand_in(char const*) { return 0; }
#ifdef __NVCC__
  static constexpr void refuse(char const* name) {
    refuse_amd_mode<Model, Modes>(find_amd_mode<Modes>(name));
    constexpr typename partitions_of<Model>::type offered{};
    detail::refuse<Model>("this device has no such modes; the error lists the valid ones", offered);
  }
#endif
};

}  // namespace detail

/// One partition of a device in the modes `Mode`. All follows from the modes and the device: `max_instances`
/// (partitions that the mode makes of a device), `xcds` and `compute_units` of one partition, `nominal_memory` (the
/// device's divided by the partitions; with fewer memory domains than partitions they share domains), `numa_domains` of
/// the device and `memory_per_numa_domain`.
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
  static constexpr bytes nominal_memory = modes::nominal_memory / max_instances;
  static constexpr bytes memory_per_numa_domain = modes::nominal_memory / numa_domains;
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
  /// The valid pairs of modes. A class, so that a device that is not used does not take the compiler's time for them.
  struct partitions
      : detail::valid_amd_modes<
            Modes, std::make_index_sequence<detail::valid_amd_mode<Modes>(detail::amd_modes_in<Modes>)>>::type {};
  using unpartitioned = allotype::unpartitioned<Model>;
  static constexpr int xcds = Modes::xcds;
  static constexpr int compute_units = Modes::xcds * Modes::compute_units_per_xcd;
  static constexpr bytes nominal_memory = Modes::nominal_memory;
  static constexpr char const* source = Modes::source;

  /// `partition<"CPX/NPS4">`: one partition of a device in these modes. Modes that are not valid do not compile; the
  /// error has the rule, or the spelling that accepts a doubt of the sources.
  template <detail::asked_partition<Model> Name,
            int Position = detail::named<detail::partitions_by_name<Model>, Name>::position>
  using partition = amd_partition<Model, typename detail::partition_at<Model, Position>::type>;
  template <detail::asked_name<detail::amd_modes_by_name<Model, Modes, amd_mode_status::disputed>> Name,
            int Position =
                detail::named<detail::amd_modes_by_name<Model, Modes, amd_mode_status::disputed>, Name>::position>
  using partition_although_disputed = amd_partition<Model, detail::amd_mode_at<Modes, Position>>;
  template <detail::asked_name<detail::amd_modes_by_name<Model, Modes, amd_mode_status::kernel_mask_only>> Name,
            int Position = detail::named<detail::amd_modes_by_name<Model, Modes, amd_mode_status::kernel_mask_only>,
                                         Name>::position>
  using partition_although_kernel_mask_only = amd_partition<Model, detail::amd_mode_at<Modes, Position>>;
  template <detail::asked_name<detail::amd_modes_by_name<Model, Modes, amd_mode_status::vf_only>> Name,
            int Position =
                detail::named<detail::amd_modes_by_name<Model, Modes, amd_mode_status::vf_only>, Name>::position>
  using partition_although_vf_only = amd_partition<Model, detail::amd_mode_at<Modes, Position>>;

  template <class Mode>
  using listed_partition = amd_partition<Model, Mode>;

#ifdef __NVCC__
  static constexpr void refuse_partition(char const* name) {
    detail::refuse_amd_mode<Model, Modes>(detail::find_amd_mode<Modes>(name));
  }
#endif
  /// What is wrong with a name that is no partition's; empty where it is only not known.
  [[nodiscard]] static constexpr fixed_text<2000> why_no_partition(char const* name) {
    return detail::why_no_amd_mode<Model, Modes>(detail::find_amd_mode<Modes>(name), name);
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
