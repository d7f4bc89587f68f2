// SPDX-License-Identifier: BSL-1.0
// An amount of 0 bytes, in the needs of a task that is called.
// expect: memory<N>: a task needs some memory; write for example memory<8_GiB>
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
using wanted = at::needs<at::memory<1_GiB>>;
#else
using wanted = at::needs<at::memory<0_GiB>>;
#endif
constexpr bool met = at::check_needs<at::A100, wanted>;  // here
inline constexpr auto run = at::task<at::any_of<at::A100, at::cpu>, wanted>("run", [](auto&) {});
void call() {
  if (met) run();
}
