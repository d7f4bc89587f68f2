// SPDX-License-Identifier: BSL-1.0
/// \file
/// The three states of a partitionable device, and that they are values: asking for one gives a type and changes none.

#include <allotype/accelerator/concepts.hpp>
#include <allotype/accelerator/known_devices.hpp>
#include <concepts>

namespace {

using namespace allotype;

template <class... Types>
inline constexpr bool all_different = true;
template <class First, class... Rest>
inline constexpr bool all_different<First, Rest...> = (!std::same_as<First, Rest> && ...) && all_different<Rest...>;

// Left open, whole, partitioned: three types. Equal requests are one type, however they were spelt.
static_assert(all_different<A100, A100::unpartitioned, A100::partition<"2g.10gb">, A100::partition<"1g.5gb">>);
static_assert(std::same_as<A100::partition<"2g.10gb">, A100::partition_2g_10gb>);
static_assert(std::same_as<A100::partition<"2g.10gb">, mig_partition<A100, mig::_2g_10gb>>);
static_assert(std::same_as<A100::partition<"1g.5gb+me">, A100::partition_1g_5gb_me>);
static_assert(std::same_as<RTX_PRO_6000::partition<"1g.24gb-me">, RTX_PRO_6000::partition_1g_24gb_no_me>);
static_assert(std::same_as<A100::unpartitioned, A100::unpartitioned>);
static_assert(std::same_as<V5E::slice<"2x2">, V5E::slice_2x2>);
static_assert(std::same_as<V5E::partition<"2x2">, V5E::slice_2x2>);
static_assert(all_different<V5E, V5E::unpartitioned, V5E::slice_2x2, V6E::slice_2x2, V5P::slice_2x2x1>);

// One name on two boards is two partitions.
static_assert(all_different<A100::partition<"1g.10gb">, A100_80GB::partition<"1g.10gb">, H100::partition<"1g.10gb">>);
static_assert(all_different<A100_80GB::partition<"1g.10gb">, A100_80GB_PCIE::partition<"1g.10gb">>);

// What a concept says of each state.
template <class Device, class Partition>
concept has_three_states =
    accelerator<Device> && detail::partitionable<Device> && !accelerator_partition<Device> &&
    !detail::whole_device<Device> && accelerator<typename Device::unpartitioned> &&
    !detail::partitionable<typename Device::unpartitioned> && !accelerator_partition<typename Device::unpartitioned> &&
    detail::whole_device<typename Device::unpartitioned> && accelerator<Partition> &&
    !detail::partitionable<Partition> && accelerator_partition<Partition> && !detail::whole_device<Partition> &&
    std::same_as<device_of<Device>, Device> && std::same_as<device_of<typename Device::unpartitioned>, Device> &&
    std::same_as<device_of<Partition>, Device>;
static_assert(has_three_states<A100, A100::partition_1g_5gb>);
static_assert(has_three_states<A100_80GB, A100_80GB::partition_7g_80gb>);
static_assert(has_three_states<V5E, V5E::slice_16x16>);
static_assert(has_three_states<V5P, V5P::slice_16x16x24>);
static_assert(has_three_states<V6E, V6E::slice_1x1>);
static_assert(has_three_states<H100, H100::partition<"1g.20gb">>);

// A device without partitions has one state.
template <class A>
concept can_be_whole = requires { typename A::unpartitioned; };
static_assert(can_be_whole<A100> && can_be_whole<V5P> && !can_be_whole<T4> && !can_be_whole<cpu> &&
              !can_be_whole<Trn1>);
static_assert(accelerator<T4> && !detail::partitionable<T4> && !accelerator_partition<T4> && !detail::whole_device<T4>);

// Names of partitions: what a device does not offer cannot be had, and asking is no error.
static_assert(offers<A100, "2g.10gb"> && offers<A100, "1g.10gb"> && offers<V5E, "2x4">);
static_assert(!offers<A100, "2g.20gb"> && !offers<A100, "banana"> && !offers<A100, ""> && !offers<A100, "2G.10GB">);
static_assert(!offers<A100, "2g.10gb "> && !offers<A100, "1x1"> && !offers<V5E, "3x3"> && !offers<V5E, "2x2x1">);
static_assert(!offers<T4, "1g.5gb"> && !offers<cpu, "1g.5gb"> && !offers<int, "1g.5gb">);

// The same by naming the type; only a dependent name may fail quietly.
#define WITH_PARTITION(concept_name, text) \
  template <class A>                       \
  concept concept_name = requires { typename A::template partition<text>; }
WITH_PARTITION(with_2g_10gb, "2g.10gb");
WITH_PARTITION(with_7g_80gb, "7g.80gb");
WITH_PARTITION(with_empty, "");
WITH_PARTITION(with_2x2, "2x2");
static_assert(with_2g_10gb<A100> && !with_2g_10gb<A100_80GB> && !with_2g_10gb<T4> && !with_2g_10gb<cpu>);
static_assert(with_7g_80gb<A100_80GB> && with_7g_80gb<H100> && !with_7g_80gb<A100>);
static_assert(!with_empty<A100> && !with_empty<V5E> && !with_empty<T4>);
static_assert(with_2x2<V5E> && with_2x2<V6E> && !with_2x2<V5P>);

// Only by its name: neither by a number nor by nothing.
template <class A, auto Key>
concept partition_by = requires { typename A::template partition<Key>; };
template <auto Key>
concept unlisted_by = requires { typename unlisted_gpu<Key>; };
static_assert(!partition_by<A100, 3> && !partition_by<A100, 99> && !partition_by<A100, nullptr> &&
              !partition_by<V5E, 0>);
#ifndef __CUDACC__  // nvcc refuses unlisted_gpu<5>, but not in a requires-expression
static_assert(!unlisted_by<5> && !unlisted_by<nullptr>);
#endif
template <class A>
concept has_partition_9g_99gb = requires { typename A::partition_9g_99gb; };
template <class A>
concept has_partition_1g_10gb = requires { typename A::partition_1g_10gb; };
static_assert(!has_partition_9g_99gb<A100> && has_partition_1g_10gb<A100> && !has_partition_1g_10gb<T4>);

// What is a partition, or the whole, is not partitioned again, not even the same way.
static_assert(!with_2g_10gb<A100::partition_2g_10gb> && !with_2g_10gb<A100::unpartitioned> &&
              !offers<A100::unpartitioned, "2g.10gb">);
static_assert(!with_2x2<V5E::slice_4x4> && !with_2x2<V5E::unpartitioned>);
static_assert(!with_2g_10gb<A100::unlisted_partition<"x">>);
static_assert(!with_2g_10gb<unlisted_gpu<"x">::unpartitioned> &&
              !with_2g_10gb<unlisted_gpu<"x">::unlisted_partition<"y">>);
static_assert(!can_be_whole<A100::partition_2g_10gb> && !can_be_whole<A100::unlisted_partition<"x">>);

// The spelling for what no catalogue lists takes every text, stays apart from what is listed, and is for requests only.
static_assert(accelerator_partition<A100::unlisted_partition<"banana">> &&
              accelerator_partition<A100::unlisted_partition<"">>);
static_assert(std::same_as<device_of<A100::unlisted_partition<"banana">>, A100>);
static_assert(
    all_different<A100::unlisted_partition<"2g.10gb">, A100::partition<"2g.10gb">, A100::unlisted_partition<"x">>);
static_assert(std::same_as<A100::unlisted_partition<"x">, A100::unlisted_partition<"x">>);
static_assert(request_only<A100::unlisted_partition<"x">> && !request_only<A100::partition_2g_10gb>);
static_assert(accelerator<unlisted_gpu<"acme-x1">> && request_only<unlisted_gpu<"acme-x1">>);
static_assert(all_different<unlisted_gpu<"nvidia-tesla-a100">, A100, unlisted_gpu<"">, unlisted_gpu<"x">>);
static_assert(
    all_different<unlisted_gpu<"x">, unlisted_gpu<"x">::unpartitioned, unlisted_gpu<"x">::unlisted_partition<"1">>);
static_assert(!detail::partitionable<unlisted_gpu<"x">>);  // it lists none
static_assert(!with_2g_10gb<unlisted_gpu<"x">>);

// What is no accelerator.
static_assert(!accelerator<int> && !accelerator<mig::_2g_10gb> && !accelerator<nothing>);

}  // namespace
