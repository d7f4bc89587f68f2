// SPDX-License-Identifier: BSL-1.0
// A partition is part of a GPU: the layout says what the others are.
// expect: gpu_setup::of<...> takes a layout<...>, or unpartitioned<...> for a GPU with MIG off
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/provision/nvidia_smi.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr auto setup = at::gpu_setup::of<at::layout<at::A100, "3g.20gb">>();
#else
constexpr auto setup = at::gpu_setup::of<at::A100::partition<"3g.20gb">>();  // here
#endif
inline constexpr int count = setup.count;
