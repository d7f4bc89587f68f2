// SPDX-License-Identifier: BSL-1.0
// An alternative after the CPU: the CPU is always present, so it would never be used.
// expect: any_of<...> lists an accelerator behind allotype::cpu
// expect: put cpu last
// expect: A100
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::any_of<at::A100, at::cpu> wanted;
#else
at::any_of<at::cpu, at::A100> wanted;  // here
#endif
