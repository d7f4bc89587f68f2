// SPDX-License-Identifier: BSL-1.0
// What may be an element of memory of an accelerator.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

static_assert(at::element_for<float, at::A100> && at::element_for<float, at::cpu>);
static_assert(!at::element_for<std::vector<int>, at::cpu>);  // it owns memory elsewhere
static_assert(at::is_device_copyable<at::tuple<int, float>>);

int main() {
  std::printf("a float: %d, a vector: %d\n", at::element_for<float, at::cpu>,
              at::element_for<std::vector<int>, at::cpu>);
}
