// SPDX-License-Identifier: BSL-1.0
// What is asked of an unknown system has no error of its own.
// expect: no system has the name
// expect: the nearest is
// only: gcc clang
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;
#ifdef TWIN
using farm = at::pool<"farm", at::system<"dra">, at::layout<at::A100, "1g.5gb">>;
#else
using farm = at::pool<"farm", at::system<"k8s">, at::layout<at::A100, "1g.5gb">>;  // here
#endif
inline constexpr auto request = at::request<farm, at::A100::partition<"1g.5gb">>();
