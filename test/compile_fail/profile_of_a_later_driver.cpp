// SPDX-License-Identifier: BSL-1.0
// The slice with double memory under a driver before R525.
// expect: this profile came with a later driver than the one named
// expect: A100
// expect: 520
#include <allotype/allotype.hpp>
#include <allotype/catalog/nvidia_mig_drivers.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto name = at::profile_name_under<at::A100::partition<"1g.10gb">, at::driver{525}>;
#else
inline constexpr auto name = at::profile_name_under<at::A100::partition<"1g.10gb">, at::driver{520}>;  // here
#endif
