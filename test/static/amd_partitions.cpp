// SPDX-License-Identifier: BSL-1.0
// Partitions of AMD's devices: the spelling that each status needs, and which stand on one device.
#include <type_traits>

#include <allotype/allotype.hpp>
#include <allotype/cluster/request/flyte.hpp>
#include <allotype/plan/layout.hpp>

namespace {

using namespace allotype;
using namespace allotype::literals;

template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;

// What is valid is a partition with its facts.
using eighth = MI300X::partition<"CPX/NPS4">;
static_assert(same<eighth, amd_partition<MI300X, amd_mode<amd_compute_mode::CPX, amd_memory_mode::NPS4>>>);
static_assert(accelerator_partition<eighth> && eighth::vendor == vendor::amd && same<device_of<eighth>, MI300X> &&
              detail::partitionable<MI300X>);
static_assert(eighth::status == amd_mode_status::valid && detail::equal(name_of<eighth>, "MI300X CPX/NPS4"));
static_assert(fact_of<eighth, fact::max_instances> == 8 && fact_of<eighth, fact::xcds> == 1 &&
              fact_of<eighth, fact::compute_units> == 38);
static_assert(fact_of<eighth, fact::memory> == 24_GB && fact_of<eighth, fact::numa_domains> == 4 &&
              fact_of<eighth, fact::memory_per_numa_domain> == 48_GB);
static_assert(fact_of<MI300X, fact::memory> == 192_GB && fact_of<MI300X, fact::compute_units> == 304 &&
              fact_of<MI300X::unpartitioned, fact::memory> == 192_GB);
static_assert(!same<MI300X::partition<"SPX/NPS1">, MI300X::unpartitioned>);
static_assert(!detail::partitionable<MI100> && !detail::partitionable<MI250X> && !publishes<MI100, fact::memory>);

// Each spelling takes its own status and no other.
template <class D>
concept plain = requires { typename D::template partition<"CPX/NPS4">; };
template <class D>
concept although_kernel_mask_only = requires { typename D::template partition_although_kernel_mask_only<"CPX/NPS4">; };
template <class D>
concept although_disputed = requires { typename D::template partition_although_disputed<"DPX/NPS1">; };
template <class D>
concept although_vf_only = requires { typename D::template partition_although_vf_only<"CPX/NPS2">; };
static_assert(plain<MI300X> && plain<MI325X> && !plain<MI300A> && !plain<MI350X> && !plain<MI355X> && !plain<MI100>);
static_assert(although_kernel_mask_only<MI300A> && although_kernel_mask_only<MI350X> &&
              !although_kernel_mask_only<MI300X>);
static_assert(although_disputed<MI300A> && !although_disputed<MI300X> && !although_disputed<MI355X>);
static_assert(although_vf_only<MI300X> && although_vf_only<MI325X> && !although_vf_only<MI350X>);
static_assert(MI300A::partition_although_disputed<"DPX/NPS1">::status == amd_mode_status::disputed);
static_assert(MI300X::partition_although_vf_only<"CPX/NPS2">::status == amd_mode_status::vf_only);
static_assert(MI350X::partition_although_kernel_mask_only<"QPX/NPS4">::status == amd_mode_status::kernel_mask_only);
static_assert(offers<MI300X, "CPX/NPS4"> && !offers<MI300X, "CPX/NPS2"> && !offers<MI300A, "DPX/NPS1">);
static_assert(!offers<MI300X, "SPX/NPS2"> && !offers<MI300X, "CPX/NPS8"> && !offers<MI100, "SPX/NPS1">);

// Flyte has none of them.
static_assert(!flyte::has_name<eighth> && flyte::has_name<MI300X> && flyte::has_name<MI300X::unpartitioned>);
static_assert(flyte::has_name<MI300X::unlisted_partition<"CPX/NPS4">>);

// One mode, and not more than it makes.
using half = MI300X::partition<"DPX/NPS1">;
using half_nps2 = MI300X::partition<"DPX/NPS2">;
static_assert(can_layout_of<MI300X> && can_layout_of<MI300X, half, half>);
static_assert(!can_layout_of<MI300X, half, half, half> && !can_layout_of<MI300X, half, eighth>);
static_assert(!can_layout_of<MI300X, half, half_nps2>);  // the memory mode is the device's, too
static_assert(!can_layout_of<MI325X, half> && !can_layout_of<MI300X, MI300X> && !can_layout_of<MI300X, int>);
static_assert(can_layout_of<MI300X, eighth, eighth, eighth, eighth, eighth, eighth, eighth, eighth>);
using layout = layout_of<MI300X, half>;
static_assert(layout::size == 1 && layout::max_size == 2 && layout::left == 1 && same<layout::mode, half::mode>);
static_assert(layout_of<MI300X>::size == 0 && same<layout_of<MI300X>::mode, nothing>);

}  // namespace
