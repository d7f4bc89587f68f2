// SPDX-License-Identifier: BSL-1.0
// A misspelt name. The error has the nearest device.
// expect(gcc): no device has the name
// expect(gcc): no device has the name \"nvidia-tesla-v10\"; the nearest is V100
// expect(clang): no device has the name
// expect(clang): \"nvidia-tesla-v10\"; the nearest
// expect(clang): is V100
// expect(nvcc): no device has this name; nearest<...> is the closest
// expect(nvcc): nearest<allotype::V100>
// expect(nvcc): "nvidia-tesla-v10"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::device_named<"nvidia-tesla-v100">;
#else
using wanted = at::device_named<"nvidia-tesla-v10">;  // here
#endif
