// SPDX-License-Identifier: BSL-1.0
// Memory is the same for all objects of a type.
// expect: the memory of an accelerator is an amount: static constexpr allotype::bytes memory = 16_GiB;
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
#ifdef TWIN
  static constexpr at::bytes memory = 16_GiB;
#else
  at::bytes memory = 16_GiB;
#endif
};
inline constexpr auto nothing = at::task<xpu, at::needs<at::memory<1_GiB>>>("nothing", [](auto&) {});  // here
