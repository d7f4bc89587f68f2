// SPDX-License-Identifier: BSL-1.0
// Numbers of all ranks that are combined by nothing.
// expect: all_reduce: the arguments are (number, operation): here.all_reduce(loss, plus{}), or (buffer, operation), of a buffer that is not const
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

double go(at::executor<at::cpu> const& all) {
#ifdef TWIN
  return all.run([](auto& here) { return here.all_reduce(1.0, at::plus{}); });
#else
  return all.run([](auto& here) { return here.all_reduce(1.0); });  // here
#endif
}
