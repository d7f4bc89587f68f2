// SPDX-License-Identifier: BSL-1.0
// A task with a limit of 0 bytes.
// expect: memory<N>: a task needs some memory; write for example memory<8_GiB>
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
inline constexpr auto run = at::task<at::cpu, at::limits<at::memory<1_GiB>>>("run", [](auto&) {});
#else
inline constexpr auto run = at::task<at::cpu, at::limits<at::memory<0_GiB>>>("run", [](auto&) {});  // here
#endif
