// SPDX-License-Identifier: BSL-1.0
// Compute instances within GPU instances.
#include <type_traits>

#include <allotype/allotype.hpp>
#include <allotype/cluster/request/flyte.hpp>

namespace {

using namespace allotype;
using namespace allotype::literals;

template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;

using third = A100::partition<"1c.3g.20gb">;
using whole = A100::partition<"3g.20gb">;
static_assert(same<third, mig_compute_instance<whole, 1>> && same<third::gpu_instance, whole>);
static_assert(!same<third, whole> && !same<third, A100::partition<"2c.3g.20gb">>);
static_assert(accelerator_partition<third> && third::vendor == vendor::nvidia && same<device_of<third>, A100> &&
              !detail::partitionable<third>);
static_assert(detail::equal(name_of<third>, "A100 1c.3g.20gb"));
static_assert(offers<A100, "1c.3g.20gb"> && offers<A100, "2c.3g.20gb"> && offers<A100, "4c.7g.40gb">);
static_assert(offers<RTX_PRO_6000_BLACKWELL, "1c.2g.48gb+me.all">);
// What fills the GPU instance has one name, the GPU instance's.
static_assert(!offers<A100, "3c.3g.20gb"> && !offers<A100, "1c.1g.5gb"> && !offers<A100, "7c.7g.40gb">);
static_assert(!offers<A100, "3c.4g.20gb"> && !offers<A100, "5c.7g.40gb"> && !offers<A100, "2c.1g.5gb">);
static_assert(!offers<A100, "1c.3g.40gb"> && offers<A100_80GB, "1c.3g.40gb"> && !offers<A100, "0c.3g.20gb">);
static_assert(!offers<A100, "1c.3g.20gb "> && !offers<A100, "1c.1c.3g.20gb"> && !offers<A100, "01c.3g.20gb">);
static_assert(!offers<L4, "1c.3g.20gb"> && !offers<third, "1c.3g.20gb">);

// Shared with the GPU instance.
static_assert(fact_of<third, fact::memory> == fact_of<whole, fact::memory> && fact_of<third, fact::copy_engines> == 3 &&
              fact_of<third, fact::nvdec> == 2);
static_assert(!publishes<B300::partition<"1c.2g.67gb">, fact::memory>);
static_assert(!publishes<third, fact::memory_slices> && !publishes<third, fact::smi_profile_id>);

// Its own.
static_assert(fact_of<third, fact::compute_slices> == 1 && third::nvml_compute_profile_id == 0 &&
              third::max_per_gpu_instance == 3);
static_assert(fact_of<third, fact::max_instances> == 6 &&
              fact_of<A100::partition<"3c.7g.40gb">, fact::max_instances> == 2);
static_assert(A100::partition<"3c.7g.40gb">::compute_row.starts[1] == 4);
static_assert(A100::partition<"2c.7g.40gb">::compute_row.starts[2] == 4);
// SMs, where every slice of the GPU instance has as many as an instance of one slice.
static_assert(fact_of<third, fact::sm_count> == 14 && fact_of<A100::partition<"2c.3g.20gb">, fact::sm_count> == 28);
static_assert(fact_of<A100::partition<"4c.7g.40gb">, fact::sm_count> == 56);
static_assert(fact_of<H100_80GB::partition<"1c.2g.20gb">, fact::sm_count> == 16);
static_assert(!publishes<H100_80GB::partition<"1c.3g.40gb">, fact::sm_count>);  // 60 SMs are not 3 times 16
static_assert(!publishes<H100_80GB::partition<"1c.7g.80gb">, fact::sm_count>);

// The device answers for what is the same everywhere on it.
static_assert(fact_of<third, fact::compute_capability> == compute_capability{8, 0} &&
              fact_of<third, fact::max_threads_per_block> == 1024);

// Flyte hands out GPU instances; who wants it all the same says so.
static_assert(!flyte::has_name<third> && flyte::has_name<whole> &&
              flyte::has_name<A100::unlisted_partition<"1c.3g.20gb">>);

// What the name says of engines and graphics.
using pro = RTX_PRO_6000_BLACKWELL;
static_assert(pro::partition<"1g.24gb">::media_extensions == media_extensions::standard);
static_assert(pro::partition<"1g.24gb+me">::media_extensions == media_extensions::extended);
static_assert(pro::partition<"1g.24gb+me.all">::media_extensions == media_extensions::all);
static_assert(pro::partition<"1g.24gb-me">::media_extensions == media_extensions::none);
static_assert(pro::partition<"1g.24gb+gfx">::graphics && !pro::partition<"1g.24gb+me">::graphics);
static_assert(pro::partition<"1c.2g.48gb+gfx">::graphics);

}  // namespace
