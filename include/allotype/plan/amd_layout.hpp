// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which partitions fit on one AMD device. The device is partitioned as a whole: all partitions have the same mode, and
/// the mode determines how many there are. Partitions have no places, so nothing else is checked.
#pragma once

#include <type_traits>

#include <allotype/accelerator/concepts.hpp>
#include <allotype/catalog/base/amd_device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Model, class P>
inline constexpr bool is_amd_partition_of = false;
template <class Model, class Mode>
inline constexpr bool is_amd_partition_of<Model, amd_partition<Model, Mode>> = true;

/// What the partitions of one device have in common, once it is known that they are partitions of it.
template <class Model, class... P>
struct amd_modes_of {
  using first = nothing;
  static constexpr bool one = true;
  static constexpr int most = 0;  // without partitions there is no mode that would say
};
template <class Model, class Mode, class... P>
struct amd_modes_of<Model, amd_partition<Model, Mode>, P...> {
  using first = Mode;
  static constexpr bool one = (std::is_same_v<amd_partition<Model, Mode>, P> && ...);
  static constexpr int most = amd_partition<Model, Mode>::max_instances;
};

}  // namespace detail

/// These partitions, if any, can stand on one `Model` at a time.
template <class Model, class... P>
concept can_amd_layout = (detail::is_amd_partition_of<Model, P> && ...) && detail::amd_modes_of<Model, P...>::one &&
                         static_cast<int>(sizeof...(P)) <= detail::amd_modes_of<Model, P...>::most;

namespace detail {

/// The partitions of one AMD device; see `amd_layout`.
template <class Model, class Mode, class... P>
struct amd_device_layout {
  using device = Model;
  using mode = Mode;  ///< `nothing` where there are no partitions
  static constexpr int used = sizeof...(P);
  static constexpr int partitions = detail::amd_modes_of<Model, P...>::most;
  static constexpr int left = partitions - used;
};

template <int Asked, int InTheMode>
struct amd_layout_counts {
  static constexpr bool are_enough = Asked <= InTheMode;
};
template <class Counts>
consteval bool partitions_suffice() {
  constexpr bool are_enough = Counts::are_enough;
  static_assert(are_enough, "more partitions are wanted of one AMD device than its mode has");
  return are_enough;
}

/// The layout, or the error. These are functions because clang takes no type from a class in which an assertion failed.
/// The result has the shape of a layout after an error too, so that no second error follows.
template <class Model, class... P>
consteval auto checked_amd_layout() {
  constexpr bool are_its_partitions = (is_amd_partition_of<Model, P> && ...);
  constexpr bool are_in_one_mode = amd_modes_of<Model, P...>::one;
  static_assert(are_its_partitions, "amd_layout<Device, Partition...> takes partitions of that one AMD device");
  static_assert(are_in_one_mode || !are_its_partitions,
                "an AMD device is in one mode at a time: partitions of two modes cannot be on one device");
  if constexpr (are_its_partitions && are_in_one_mode && sizeof...(P) > 0) {
    partitions_suffice<amd_layout_counts<static_cast<int>(sizeof...(P)), amd_modes_of<Model, P...>::most>>();
  }
  return boost::mp11::mp_identity<amd_device_layout<Model, typename amd_modes_of<Model, P...>::first, P...>>{};
}

}  // namespace detail

/// The partitions that are wanted of one AMD device: `mode`, and how many partitions of it are `used` and `left`.
///
/// \code
/// using half_taken = amd_layout<MI300X, MI300X::partition<"DPX/NPS1">>;
/// static_assert(half_taken::partitions == 2 && half_taken::left == 1);
/// \endcode
///
/// Partitions of another device, partitions in two modes, or more of them than the mode has, do not compile.
/// `can_amd_layout` asks first.
template <class Model, class... P>
using amd_layout = typename decltype(detail::checked_amd_layout<Model, P...>())::type;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
