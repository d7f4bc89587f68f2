// SPDX-License-Identifier: BSL-1.0
// A kernel's number of registers under another name.
// expect: launch: the kernel's member register_per_thread, max_registers_per_thread or maxregs would be ignored
// expect: static constexpr int registers_per_thread
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing_much {
#ifdef TWIN
  static constexpr int registers_per_thread = 64;
#else
  static constexpr int register_per_thread = 64;
#endif
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::cpu>& on) {
  at::launch(on, at::grid<at::threads_per_block<64>>{4}, nothing_much{});  // here
}
