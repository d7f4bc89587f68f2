// SPDX-License-Identifier: BSL-1.0
// The code of doc/accelerators.md.
#include <allotype/allotype.hpp>
#include <allotype/catalog/nvidia_mig_drivers.hpp>
#include <allotype/plan/amd_layout.hpp>
#include <string_view>

namespace at = allotype;
using namespace at::literals;

namespace {

template <class A, class B>
constexpr bool same = std::is_same_v<A, B>;

// [states]
using open = at::A100;                           // an A100 or any partition of one
using whole = at::A100::unpartitioned;           // all of an A100, and nobody else on it
using slice = at::A100::partition<"2g.10gb">;    // one GPU instance
static_assert(same<slice, at::A100::partition_2g_10gb>);
using tpu_slice = at::V5E::slice<"2x2">;
static_assert(same<tpu_slice, at::V5E::slice_2x2>);
// [states]
static_assert(!same<open, whole> && !same<whole, slice> && !same<open, slice>);

// [names]
static_assert(same<at::gpu<"nvidia-tesla-a100">, at::A100>);  // Flyte's name
static_assert(same<at::gpu<"NVIDIA A100-SXM4-40GB">, at::A100>);  // the driver's
static_assert(at::known_gpu<"A100"> && !at::known_gpu<"A1000">);
// [names]

// [facts]
static_assert(at::memory_of<at::A100::partition<"1g.5gb">> == 4864_MiB);  // the slice's, not the board's
static_assert(at::sm_count_of<at::A100::partition<"2g.10gb">> == 28);
static_assert(at::compute_capability_of<at::H200> == at::compute_capability{9, 0});
static_assert(!at::publishes<at::B300, at::fact::sm_count>);  // so sm_count_of<B300> does not compile
// [facts]

// [generic]
template <at::accelerator A>
constexpr bool fits(at::bytes needed) {
  if constexpr (at::publishes<A, at::fact::memory>) {
    return at::memory_of<A> >= needed;
  } else {
    return false;
  }
}
static_assert(fits<at::A100::partition<"2g.10gb">>(8_GiB) && !fits<at::A100::partition<"1g.5gb">>(8_GiB));
static_assert(at::offers<at::A100, "2g.10gb"> && !at::offers<at::A100, "2g.40gb">);
// [generic]
static_assert(!fits<at::V5E>(1_GiB));

// [compute_instance]
using third = at::A100::partition<"1c.3g.20gb">;
static_assert(same<third::gpu_instance, at::A100::partition<"3g.20gb">>);
static_assert(at::memory_of<third> == at::memory_of<at::A100::partition<"3g.20gb">> && at::sm_count_of<third> == 14);
// [compute_instance]

// [driver]
using all_of_it = at::A100_80GB::partition<"7g.80gb">;
static_assert(std::string_view{at::profile_name_under<all_of_it, at::driver::R535>} == "7g.79gb");
static_assert(!at::available_under<at::A100::partition<"1g.10gb">, at::driver::R470>);  // came with R525
// [driver]

// [slices]
using cubes = at::V5P::slice<"4x8x8">;
static_assert(at::chips_of<cubes> == 256 && at::tensorcores_of<cubes> == 512 && at::cubes_of<cubes> == 4);
static_assert(at::has_wraparound_torus<cubes> && at::has_twisted_torus<cubes>);
static_assert(at::hosts_of<at::V5E::slice<"2x2">> == at::host_share{1, 2});  // four of a host's eight chips
// [slices]

// [modes]
using eighth = at::MI300X::partition<"CPX/NPS4">;
static_assert(at::max_instances_of<eighth> == 8 && at::compute_units_of<eighth> == 38 && at::memory_of<eighth> == 24_GB);
using doubtful = at::MI300A::partition_although_disputed<"DPX/NPS1">;  // as partition<"…"> it does not compile
static_assert(at::shares_one_amd_device<at::MI300X, eighth, eighth>);
static_assert(!at::shares_one_amd_device<at::MI300X, eighth, at::MI300X::partition<"DPX/NPS1">>);  // one mode at a time
// [modes]
static_assert(doubtful::status == at::amd_mode_status::disputed);

// [unlisted]
using newer_gpu = at::unlisted_gpu<"nvidia-r100">;
using newer_slice = at::A100::unlisted_partition<"1g.4gb">;
static_assert(at::request_only<newer_gpu> && at::request_only<newer_slice>);
// [unlisted]

}  // namespace

int main() {}
