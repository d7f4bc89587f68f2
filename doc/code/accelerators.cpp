// SPDX-License-Identifier: BSL-1.0
// The code of doc/accelerators.md.
#include <allotype/allotype.hpp>

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

// [unlisted]
using newer_gpu = at::unlisted_gpu<"nvidia-r100">;
using newer_slice = at::A100::unlisted_partition<"1g.4gb">;
static_assert(at::request_only<newer_gpu> && at::request_only<newer_slice>);
// [unlisted]

}  // namespace

int main() {}
