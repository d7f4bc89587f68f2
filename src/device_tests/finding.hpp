// SPDX-License-Identifier: BSL-1.0
// What is wrong with a kernel, or with how the host uses it, that a GPU would not say.
#pragma once

#include <string>

namespace allotype::device_tests {

enum class defect {
  out_of_bounds,  ///< an access beside all allocations, or beyond the block's or the thread's memory
  after_free,     ///< an access to an allocation that was freed
  misaligned,     ///< an address that is no multiple of the size
  uninitialised,  ///< a read of memory that nobody wrote
  race,           ///< two accesses that nothing orders, one of them a write
  read_only,      ///< a read through the read-only path of what the same kernel wrote
  barrier,        ///< threads that meet at different barriers, or a shuffle that lacks threads it names
  deadlock,       ///< threads that wait for ever
  trap,           ///< the kernel stopped itself: an assertion
  host            ///< a call of the runtime with memory or streams that are none
};

constexpr char const* name_of(defect what) {
  constexpr char const* names[] = {"out of bounds", "use after free", "misaligned", "uninitialised", "race",
                                   "read-only",     "barrier",        "deadlock",   "trap",          "host"};
  return names[static_cast<int>(what)];
}

struct finding {
  defect what;
  std::string text;  ///< kernel, source line, line of the PTX, thread, address
};

}  // namespace allotype::device_tests
