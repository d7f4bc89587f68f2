// SPDX-License-Identifier: BSL-1.0
// A task that returns a view of its own buffer.
// flags(clang): -Wno-return-stack-address
// expect: the task's function returns a view, whose buffer is gone when the task has ended
// expect: return the buffer, or a std::vector that copy has filled
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

constexpr auto doubled = at::task<at::cpu>("doubled", [](auto& on, std::vector<float> const& values) {
  at::buffer elements{on, values};
#ifdef TWIN
  return elements;
#else
  return elements.view(on);
#endif
});
void go(std::vector<float> const& values) {
  (void)doubled(values);  // here
}
