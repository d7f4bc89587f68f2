// SPDX-License-Identifier: BSL-1.0
// Memory of the host as a number, which is bytes. clang takes no number there, and lists what it takes.
// only: gcc nvcc
// expect: less than 1 MiB of memory is asked for: an amount has its unit, {.memory = 16_GiB}
#include <allotype/cluster.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
inline constexpr auto job = at::request<at::system<"pbs">, at::A100>({.cpus = 4, .memory = 16_GiB});
#else
inline constexpr auto job = at::request<at::system<"pbs">, at::A100>({.cpus = 4, .memory = 16});  // here
#endif
