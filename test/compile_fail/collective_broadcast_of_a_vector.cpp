// SPDX-License-Identifier: BSL-1.0
// A vector in place of a span.
// expect: broadcast: the arguments are (group, elements, root): the elements are a std::span of what is not const: broadcast(group, std::span(values), 0)
#include <allotype/allotype.hpp>
#include <allotype/parallel/transport.hpp>
#include <span>
#include <vector>
namespace at = allotype;

using numbers = std::vector<float>;
void go(at::thread_group const& two, numbers& mine, numbers& all) {
  (void)mine, (void)all;
#ifdef TWIN
  two.run([&](auto& group) { at::broadcast(group, std::span(mine)); });
#else
  two.run([&](auto& group) { at::broadcast(group, mine); });  // here
#endif
}
