// SPDX-License-Identifier: BSL-1.0
// A partition's name beside its device.
// expect: task<Wanted, Options...>: a partition has its name behind its device: write task<at::A100::partition<"2g.10gb">>
#include <allotype/allotype.hpp>
#include <allotype/catalog/nvidia.hpp>
namespace at = allotype;

#ifdef TWIN
[[maybe_unused]] constexpr auto twice =
    at::task<at::A100::partition<"2g.10gb">>("twice", [](auto&, int n) { return 2 * n; });
#else
[[maybe_unused]] constexpr auto twice =
    at::task<at::A100, "2g.10gb">("twice", [](auto&, int n) { return 2 * n; });  // here
#endif
