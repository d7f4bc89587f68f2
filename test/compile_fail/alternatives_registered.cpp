// SPDX-License-Identifier: BSL-1.0
// Several accelerators under one name.
// expect: register_accelerator: its type is one accelerator, and the arguments are a name, a description and a place in auto: register_accelerator<xpu>("xpu", "four threads", 400)
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

struct board : at::device<board> {
  static constexpr char name[] = "board";
  using backend = at::serial;
};
#ifdef TWIN
auto const is_registered = at::register_accelerator<board>("board", "a board", 400);
#else
auto const is_registered = at::register_accelerator<at::any_of<board, at::cpu>>("board", "a board", 400);  // here
#endif
