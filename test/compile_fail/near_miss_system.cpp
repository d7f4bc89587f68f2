// SPDX-License-Identifier: BSL-1.0
// A misspelt system. The error has the nearest.
// expect(gcc): no system has the name
// expect(gcc): no system has the name \"nomat\"; the nearest is nomad
// expect(clang): the nearest is nomad
// expect(clang): no system has the name \"nomat\";
// expect(nvcc): no system has this name; nearest<...> is the closest
// expect(nvcc): nomad::pool
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using farm = at::system<"nomad">;
#else
using farm = at::system<"nomat">;  // here
#endif
