// SPDX-License-Identifier: BSL-1.0
// A pool that does not say what hands its nodes out.
// expect: pool: behind the name stands what hands its nodes out: pool<"lab", system<"kubernetes-mixed">, nodes<4>, ...>
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
using lab = at::pool<"lab", at::system<"slurm">, at::nodes<4>, at::gpus_of<at::A100, 2>>;
#else
using lab = at::pool<"lab", at::nodes<4>, at::gpus_of<at::A100, 2>>;  // here
#endif
inline constexpr auto job = at::request<lab, at::A100>();
