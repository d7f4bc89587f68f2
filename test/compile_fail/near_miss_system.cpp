// SPDX-License-Identifier: BSL-1.0
// A misspelt system. The error has the nearest.
// expect: no system has this name; nearest<...> is the closest
// expect: nomad::pool
// expect(gcc): {"nomad"}
// expect(clang): {"nomad"}
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using farm = at::system<"nomad">;
#else
using farm = at::system<"nomat">;  // here
#endif
