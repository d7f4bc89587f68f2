// SPDX-License-Identifier: BSL-1.0
// A pool of whole devices that does not say how many a node has.
// expect: a pool takes whole devices by their number on a node: write gpus_of<H100_80GB, 8>
// expect: H100_80GB
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
using train = at::pool<"train", at::system<"kubernetes-mixed">, at::nodes<4>, at::gpus_of<at::H100_80GB, 8>>;
#else
using train = at::pool<"train", at::system<"kubernetes-mixed">, at::nodes<4>, at::H100_80GB>;  // here
#endif
inline constexpr auto request = at::request<train, at::H100_80GB>();
