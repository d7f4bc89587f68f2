// SPDX-License-Identifier: BSL-1.0
// A layout as a value, where its type is asked for.
// expect: gpu_setup::of: a layout is a type and no value: gpu_setup::of<layout<...>>()
#include <allotype/cluster.hpp>
namespace at = allotype;

using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
#ifdef TWIN
constexpr auto setup = at::gpu_setup::of<halves>();
#else
constexpr auto setup = at::gpu_setup::of(halves{});  // here
#endif
inline constexpr int count = setup.count;
