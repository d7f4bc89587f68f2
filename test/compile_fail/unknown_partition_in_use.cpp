// SPDX-License-Identifier: BSL-1.0
// A profile that the board does not offer: what asks for the facts of the partition has no errors of its own.
// expect(gcc): A100 has no partition
// expect(gcc): A100 has no partition \"2g.40gb\"; it has 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb
// expect(clang): A100 has no partition
// expect(nvcc): this device has no such partition; the error lists those it has
// expect(nvcc): "2g.40gb"
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
using wanted = at::A100::partition<"2g.10gb">;
#else
using wanted = at::A100::partition<"2g.40gb">;  // here
#endif
static_assert(wanted::memory >= 4_GiB && wanted::sm_count > 0);
static_assert(at::meets<wanted, at::needs<at::memory<4_GiB>>>);
inline constexpr auto count = at::task<wanted>("count", [](auto&) { return wanted::sm_count; });
