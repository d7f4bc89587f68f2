// SPDX-License-Identifier: BSL-1.0
// A vector in place of a span.
// expect: all_reduce: the arguments are (group, elements, operation): the elements are a std::span of what is not const: all_reduce(group, std::span(values), plus{})
#include <allotype/allotype.hpp>
#include <allotype/parallel/transport.hpp>
#include <span>
#include <vector>
namespace at = allotype;

using numbers = std::vector<float>;
void go(at::thread_group const& two, numbers& mine, numbers& all) {
  (void)mine, (void)all;
#ifdef TWIN
  two.run([&](auto& group) { at::all_reduce(group, std::span(mine), at::plus{}); });
#else
  two.run([&](auto& group) { at::all_reduce(group, mine, at::plus{}); });  // here
#endif
}
