// SPDX-License-Identifier: BSL-1.0
// A device and names of profiles in place of a layout.
// expect: gpu_setup::of: a device and its profiles are a layout
#include <allotype/allotype.hpp>
#include <allotype/cluster/provision.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
#ifdef TWIN
constexpr at::gpu_setup setup = at::gpu_setup::of<halves>();
#else
constexpr at::gpu_setup setup = at::gpu_setup::of<at::A100, "3g.20gb", "3g.20gb">();  // here
#endif
static_assert(!setup.mig || setup.count == 2);
