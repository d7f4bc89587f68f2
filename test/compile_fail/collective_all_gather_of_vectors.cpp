// SPDX-License-Identifier: BSL-1.0
// Vectors in place of spans.
// expect: all_gather: the arguments are (group, mine, all), two spans of the same type: all_gather(group, std::span(mine), std::span(all))
#include <allotype/allotype.hpp>
#include <allotype/parallel/transport.hpp>
#include <span>
#include <vector>
namespace at = allotype;

using numbers = std::vector<float>;
void go(at::thread_group const& two, numbers& mine, numbers& all) {
  (void)mine, (void)all;
#ifdef TWIN
  two.run([&](auto& group) { at::all_gather(group, std::span(mine), std::span(all)); });
#else
  two.run([&](auto& group) { at::all_gather(group, mine, all); });  // here
#endif
}
