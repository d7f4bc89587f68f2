// SPDX-License-Identifier: BSL-1.0
// What rank 0 returned is thrown away. A warning, which is an error here.
// expect: the value that the function returned on rank 0 is thrown away: take it, or return nothing
// only: gcc clang
// option: -Werror
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

void go(at::executor<at::cpu, at::data_parallel<>> const& two) {
#ifdef TWIN
  two.run([](auto&) {});
#else
  two.run([](auto& here) { return here.rank(); });  // here
#endif
}
