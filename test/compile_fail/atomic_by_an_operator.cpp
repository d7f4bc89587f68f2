// SPDX-License-Identifier: BSL-1.0
// An atomic operation by an operator, as with std::atomic_ref.
// expect: atomic: its operations are members with names: at::atomic(x).fetch_add(1) in place of += and ++
#include <allotype/allotype.hpp>
namespace at = allotype;

struct kernel {
  at::view<int, 1, at::cpu> x;
  ALLOTYPE_FN void operator()(int i) const {
#ifdef TWIN
    at::atomic(x(i % 2)).fetch_add(1);
#else
    at::atomic(x(i % 2)) += 1;  // here
#endif
  }
};

void go(at::queue<at::cpu>& on, at::view<int, 1, at::cpu> x) { at::for_each(on, x.extents, kernel{x}); }
