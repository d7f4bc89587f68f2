// SPDX-License-Identifier: BSL-1.0
// A misspelt name. The error has the nearest device.
// expect: no device has this name; nearest<...> is the closest
// expect: nearest<allotype::V100>
// expect: "nvidia-tesla-v10"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::device_named<"nvidia-tesla-v100">;
#else
using wanted = at::device_named<"nvidia-tesla-v10">;  // here
#endif
