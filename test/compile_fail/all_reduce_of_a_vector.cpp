// SPDX-License-Identifier: BSL-1.0
// A container of the host.
// expect: all_reduce: the arguments are (number, operation): here.all_reduce(loss, plus{}), or (buffer, operation), of a buffer that is not const
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <vector>

namespace at = allotype;

void go(at::executor<at::cpu> const& two) {
#ifdef TWIN
  two.run([](auto& here) { (void)here.all_reduce(std::vector<float>(3)[0], at::plus{}); });
#else
  two.run([](auto& here) { (void)here.all_reduce(std::vector<float>(3), at::plus{}); });  // here
#endif
}
