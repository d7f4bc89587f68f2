// SPDX-License-Identifier: BSL-1.0
// Devices of the CPU by index. The CPU takes only a number of processes.
// expect: device_choice_of<A, Spec>: the CPU takes count<N>, up to 1024, or automatic; a TPU one of ids<I>, count<N>, automatic
// expect: cpu
// expect: ids<0, 1>
#include <allotype/catalog/cpu.hpp>
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return at::device_choice_of<at::cpu, at::count<2>>::choice; }
#else
at::device_choice wanted() { return at::device_choice_of<at::cpu, at::ids<0, 1>>::choice; }  // here
#endif
