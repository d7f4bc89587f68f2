// SPDX-License-Identifier: BSL-1.0
// A site's name that a shell would run.
// expect: site_type<A, "name">: a name of a site's has 1 to 126 letters, digits, -, _, . and +
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
using named = at::site_type<at::A100, "a100_big">;
#else
using named = at::site_type<at::A100, "$(reboot)">;
#endif
using train = at::pool<"train", at::system<"slurm">, at::gpus_of<at::A100, 8>, named>;  // here
inline constexpr auto request = at::request<train, at::A100>();
