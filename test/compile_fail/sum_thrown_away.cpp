// SPDX-License-Identifier: BSL-1.0
// The value of a reduction is thrown away, as if the initial one were written to. A warning, which is an error here.
// expect: reduce returns the value: auto const sum = reduce(...); it writes to nothing
// only: gcc clang
// option: -Werror
#include <allotype/allotype.hpp>
namespace at = allotype;

long long go(at::queue<at::cpu>& on) {
  long long sum = 0;
#ifdef TWIN
  sum = at::reduce(on, at::extents{100}, sum, at::plus{}, [](int i) { return 1LL * i; });
#else
  at::reduce(on, at::extents{100}, sum, at::plus{}, [](int i) { return 1LL * i; });  // here
#endif
  return sum;
}
