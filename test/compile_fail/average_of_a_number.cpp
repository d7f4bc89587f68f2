// SPDX-License-Identifier: BSL-1.0
// A number in place of a buffer.
// expect: average: the argument is a buffer that is not const, of the ranks' accelerator; of one number: here.all_reduce(number, plus{}) / here.size()
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

void go(at::executor<at::cpu> const& two) {
#ifdef TWIN
  (void)two.run([](auto& here) { return here.all_reduce(3.0, at::plus{}) / here.size(); });
#else
  two.run([](auto& here) { here.average(3.0); });  // here
#endif
}
