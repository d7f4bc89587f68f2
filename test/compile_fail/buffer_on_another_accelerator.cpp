// SPDX-License-Identifier: BSL-1.0
// A buffer of one accelerator, made with a queue of another.
// expect: this memory belongs to another accelerator than the queue
#include <allotype/allotype.hpp>
namespace at = allotype;

struct board : at::device<board> {
  static constexpr char name[] = "board";
  using backend = at::serial;
};
#ifdef TWIN
void make(at::queue<board>& on) { at::buffer<float, board>{on, at::extents{8}}; }
#else
void make(at::queue<at::cpu>& on) { at::buffer<float, board>{on, at::extents{8}}; }  // here
#endif
