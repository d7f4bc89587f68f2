// SPDX-License-Identifier: BSL-1.0
// A site's name of a board that no node has.
// expect: site_type<A, "name">: the nodes of this pool have no A
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
using named = at::site_type<at::A100, "a100_big">;
#else
using named = at::site_type<at::H100_80GB, "h100_big">;
#endif
using train = at::pool<"train", at::system<"slurm">, at::gpus_of<at::A100, 8>, named>;  // here
inline constexpr auto request = at::request<train, at::A100>();
