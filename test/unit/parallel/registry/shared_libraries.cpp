// SPDX-License-Identifier: BSL-1.0
// A shared library that registers an accelerator, or, with -DHAS_MAIN, the program that looks for it: it links the
// library, or loads the one that its argument names.
#include <allotype/parallel/registry.hpp>

namespace at = allotype;

#ifdef HAS_MAIN
#  include <dlfcn.h>

#  include <cstdio>

extern "C" int library_is_there();

int main(int count, char** words) {
#  ifdef LINKED
  (void)count, (void)words;
  if (library_is_there() != 1) return 2;
#  else
  if (count != 2 || dlopen(words[1], RTLD_NOW | RTLD_LOCAL) == nullptr) return 2;
#  endif
  bool const found = at::accelerator_registry::of_this_program().find("board").has_value();
  std::puts(found ? "registered" : "lost");
  return found ? 0 : 1;
}
#else
namespace acme {
struct board : at::device<board> {
  static constexpr auto vendor = at::vendor::other;
  static constexpr char name[] = "acme-board";
};
}  // namespace acme

auto const board_is_registered = at::register_accelerator<acme::board>("board", "of a shared library", 400);
extern "C" [[gnu::visibility("default")]] int library_is_there() { return 1; }
#endif
