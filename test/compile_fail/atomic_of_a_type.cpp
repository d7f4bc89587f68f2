// SPDX-License-Identifier: BSL-1.0
// std::atomic<float>, or alpaka's and SYCL's references that name the type.
// expect: atomic_takes_the_type_of_its_element_and_a_scope_in_brackets
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count {
  at::view<float, 1, at::cpu> seen;
  ALLOTYPE_FN void operator()(int) const {
#ifdef TWIN
    at::atomic(seen(0)).fetch_add(1.f);
#else
    at::atomic<float>(seen(0)).fetch_add(1.f);  // here
#endif
  }
};
void go(at::queue<at::cpu>& on, count kernel) { at::for_each(on, at::extents{4}, kernel); }
