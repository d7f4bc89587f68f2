// SPDX-License-Identifier: BSL-1.0
/// \file
/// Facts: a partition's are its own, a device's are shared where they hold for all of it, and what nobody published is
/// not there.

#include <allotype/accelerator/facts.hpp>
#include <allotype/accelerator/known_devices.hpp>

namespace {

using namespace allotype;
using namespace allotype::literals;

// Units.
static_assert(1_KiB == 1024_B && 1_MiB == 1024_KiB && 1_GiB == 1024_MiB && 1_GB == 1'000'000'000_B);
static_assert(2 * 3_GiB == 6_GiB && 1_GiB + 1_MiB == 1025_MiB && 1_GiB - 1_MiB == 1023_MiB && 1_GiB > 1_GB);
static_assert((1_GiB).in_mebibytes() == 1024);

// A slice answers for itself.
static_assert(fact_of<A100, fact::memory> == 40960_MiB && fact_of<A100::unpartitioned, fact::memory> == 40960_MiB);
static_assert(fact_of<A100::partition<"1g.5gb">, fact::memory> == 4864_MiB &&
              fact_of<A100::partition<"7g.40gb">, fact::memory> == 40192_MiB);
static_assert(fact_of<A100, fact::sm_count> == 108 && fact_of<A100::unpartitioned, fact::sm_count> == 108 &&
              fact_of<A100::partition<"7g.40gb">, fact::sm_count> == 98);
static_assert(fact_of<A100::partition<"1g.10gb">, fact::memory> == 9856_MiB &&
              fact_of<A100::partition<"1g.10gb">, fact::memory_slices> == 2);
static_assert(fact_of<A100_80GB::partition<"1g.10gb">, fact::memory> == 9728_MiB &&
              fact_of<A100_80GB::partition<"1g.10gb">, fact::memory_slices> == 1);
static_assert(fact_of<A100::partition<"2g.10gb">, fact::max_instances> == 3 &&
              fact_of<A100::partition<"1g.5gb">, fact::ofa> == 0);
static_assert(fact_of<A100::partition<"1g.5gb+me">, fact::jpeg> == 1 &&
              fact_of<A100::partition<"1g.5gb">, fact::jpeg> == 0);
static_assert(fact_of<RTX_PRO_6000::partition<"1g.24gb-me">, fact::nvenc> == 0);

// Boards with one table share it; facts of the whole stay apart.
static_assert(fact_of<A100_80GB_PCIE::partition<"3g.40gb">, fact::memory> ==
              fact_of<A100_80GB::partition<"3g.40gb">, fact::memory>);
static_assert(fact_of<A100_80GB_PCIE, fact::memory_bandwidth_gb_per_s> == 1935 &&
              fact_of<A100_80GB, fact::memory_bandwidth_gb_per_s> == 2039);

// What holds for all of a device holds for its parts.
static_assert(fact_of<A100::partition<"1g.5gb">, fact::compute_capability> == compute_capability{8, 0});
static_assert(fact_of<H100::partition<"1g.10gb">, fact::max_threads_per_block> == 1024 &&
              fact_of<T4, fact::warp_size> == 32);
static_assert(fact_of<A100::unpartitioned, fact::max_shared_memory_per_block> == 163_KiB &&
              fact_of<T4, fact::max_threads_per_sm> == 1024);
static_assert(fact_of<A100::partition<"1g.5gb">, fact::bf16> && !fact_of<V100, fact::bf16> &&
              fact_of<H100, fact::fp8> && !fact_of<A100, fact::fp8> && fact_of<A30, fact::fp64_tensor>);
static_assert(compute_capability{9, 0} > compute_capability{8, 9} &&
              compute_capability{10, 0} > compute_capability{9, 0});

// A fact is any static constant: an enumerator, one of a class, a reference to one elsewhere.
inline constexpr int eight = 8;
struct stated_otherwise : device<stated_otherwise> {
  static constexpr char name[] = "acme-stated";
  enum { sm_count = 8 };
  static constexpr int const& warp_size = eight;
  static int const max_threads_per_block = 512;
  static constexpr bytes memory = 16_GiB;
};
static_assert(detail::equal(stated_otherwise::name, "acme-stated") && fact_of<stated_otherwise, fact::sm_count> == 8 &&
              fact_of<stated_otherwise, fact::warp_size> == 8 &&
              fact_of<stated_otherwise, fact::max_threads_per_block> == 512 &&
              fact_of<stated_otherwise, fact::memory> == 16_GiB);

// What follows from the compute capability: a device's own member goes before the row, and an empty cell is no fact.
struct orin : nvidia_device<orin, compute_capability<8, 7>> {
  static constexpr char name[] = "orin";
  static constexpr int max_threads_per_sm = 1024;
  static constexpr bool bf16 = true;
};
static_assert(fact_of<orin, fact::compute_capability> == compute_capability{8, 7} &&
              detail::equal(orin::name, "orin") && detail::equal(fact_of<orin, fact::architecture>, "Ampere") &&
              fact_of<orin, fact::max_shared_memory_per_block> == 163_KiB);
static_assert(fact_of<orin, fact::max_threads_per_sm> == 1024 && fact_of<orin, fact::bf16>);
static_assert(!publishes<orin, fact::fp8> && !publishes<orin, fact::fp64_tensor> && !publishes<orin, fact::sm_count>);
static_assert(publishes<K80, fact::bf16> && !publishes<K80, fact::max_threads_per_sm> &&
              !publishes<K80, fact::max_shared_memory_per_block> && !publishes<THOR, fact::fp64_tensor>);
struct unknown_gpu : nvidia_device<unknown_gpu> {
  static constexpr char name[] = "unknown-gpu";
};
static_assert(!publishes<unknown_gpu, fact::compute_capability> && !publishes<unknown_gpu, fact::architecture> &&
              fact_of<unknown_gpu, fact::warp_size> == 32 && detail::equal(unknown_gpu::name, "unknown-gpu"));

// Chips of a slice of a pod.
static_assert(fact_of<V5E::slice<"4x8">, fact::chips> == 32 && fact_of<V5P::slice<"16x16x24">, fact::chips> == 6144 &&
              !publishes<V5E, fact::chips>);

// A reported frame buffer goes before the data sheet; without a report the data sheet has it.
static_assert(fact_of<T4, fact::memory> == 15360_MiB && fact_of<A10G, fact::memory> == 24_GB &&
              fact_of<A10G, fact::memory> < 24_GiB);

// What nobody published is not there, and asking is no error.
static_assert(publishes<A100, fact::memory> && publishes<A100::partition<"1g.5gb">, fact::sm_count>);
static_assert(!publishes<K80, fact::sm_count> && !publishes<THOR, fact::memory> && !publishes<V100, fact::memory>);
static_assert(!publishes<H100_64GB::partition<"1g.8gb">, fact::memory> && publishes<H100_64GB, fact::memory>);
static_assert(!publishes<PG506_96GB::partition<"1g.12gb">, fact::sm_count> && publishes<PG506_96GB, fact::sm_count>);
static_assert(!publishes<A100::partition<"1g.5gb">, fact::memory_bandwidth_gb_per_s> &&
              publishes<A100, fact::memory_bandwidth_gb_per_s>);
static_assert(!publishes<A100::unlisted_partition<"1g.4gb">, fact::memory> &&
              !publishes<unlisted_gpu<"x">, fact::memory>);
static_assert(publishes<A100::unlisted_partition<"1g.4gb">, fact::compute_capability>);
static_assert(!publishes<cpu, fact::memory> && !publishes<V5E, fact::compute_capability> &&
              !publishes<int, fact::memory>);

}  // namespace
