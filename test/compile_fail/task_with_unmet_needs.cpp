// SPDX-License-Identifier: BSL-1.0
// A task that needs more than its slice offers in four ways. The error lists all of them.
// expect: the accelerator does not offer what is needed
// expect: lacks<
// expect: A100
// expect: 2g_10gb
// expect: asked_MiB<20480>
// expect: offered_MiB<9856>
// expect: fact::sm_count
// expect: asked<42>
// expect: offered<28>
// expect: asked<9, 0>
// expect: offered<8, 0>
// expect: fact::fp8
// expect: not_offered
// expect: asked_KiB<200>
// expect: offered_KiB<163>
// computed: A100 2g.10gb does not meet the needs: compute capability 9.0 (it has 8.0), memory 20 GiB (it has 9.625
// computed: GiB), streaming multiprocessors 42 (it has 28), shared memory of a block at most 200 KiB (it has 163
// computed: KiB), fp8 (it has none); neither a partition of A100 nor all of it would do
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

using wanted = at::any_of<at::A100::partition<"2g.10gb">, at::cpu>;
using little = at::needs<at::memory<8_GiB>, at::sm_count<28>, at::bf16, at::shared_memory_per_block<96_KiB>>;
using much = at::needs<at::memory<20_GiB>, at::sm_count<42>, at::fp8, at::shared_memory_per_block<200_KiB>,
                       at::compute_capability<9, 0>, at::nvdec<1>>;
struct work {
  template <class A>
  void operator()(at::queue<A>&) const {}
};
#ifdef TWIN
inline constexpr auto job = at::task<wanted, at::limits<at::cpus<4>>, little>("work", work{});
#else
inline constexpr auto job = at::task<wanted, at::limits<at::cpus<4>>, much>("work", work{});  // here
#endif

// Uses of the task bring no second error.
inline constexpr char const* name = job.name();
using wanted_by_it = decltype(job)::wanted;
static_assert(at::size_of_list<at::alternatives_of<wanted_by_it>> > 1);
inline void run() { job(); }
