// SPDX-License-Identifier: BSL-1.0
// Threads of a block in rows and columns, and a function that takes one number.
// expect: each_thread of a block of two dimensions calls its function with a row and a column
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
#ifdef TWIN
    block.each_thread([&](int, int) {});
#else
    block.each_thread([&](int) {});  // here
#endif
  }
};

void run(at::queue<at::cpu>& on) {
  at::launch(on, at::grid<at::threads_per_block<16, 16>>{at::extents{4, 4}}, count{});
}
