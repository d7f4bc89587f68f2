// SPDX-License-Identifier: BSL-1.0
// The operation is missing.
// expect: reduce_scatter: the arguments are (group, all, mine, operation), two spans of the same type: reduce_scatter(group, std::span(all), std::span(mine), plus{})
#include <allotype/allotype.hpp>
#include <allotype/parallel/transport.hpp>
#include <span>
#include <vector>
namespace at = allotype;

using numbers = std::vector<float>;
void go(at::thread_group const& two, numbers& mine, numbers& all) {
  (void)mine, (void)all;
#ifdef TWIN
  two.run([&](auto& group) { at::reduce_scatter(group, std::span(all), std::span(mine), at::plus{}); });
#else
  two.run([&](auto& group) { at::reduce_scatter(group, std::span(all), std::span(mine)); });  // here
#endif
}
