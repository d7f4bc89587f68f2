// SPDX-License-Identifier: BSL-1.0
// A name that is far from all known names. The error still has the nearest one.
// expect(gcc): no device has the name
// expect(gcc): no device has the name \"NVIDIA H100 80GB HBM2e\"; the nearest is H100_80GB
// expect(clang): is H100_80GB
// expect(clang): no device has the name \"NVIDIA
// expect(clang): H100 80GB HBM2e\"; the nearest
// expect(nvcc): no device has this name; nearest<...> is the closest
// expect(nvcc): "NVIDIA H100 80GB HBM2e"
// expect(nvcc): H100_80GB
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::device_named<"NVIDIA H100 80GB HBM3">;
#else
using wanted = at::device_named<"NVIDIA H100 80GB HBM2e">;  // here
#endif
