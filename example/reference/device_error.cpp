// SPDX-License-Identifier: BSL-1.0
// A call that a device refuses: more memory than there is.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  try {
    at::buffer<double, at::cpu> const too_large{on, at::extents<1, long long>{1LL << 58}};
  } catch (at::device_error const& error) {
    std::printf("%s on %s: %s\n%s\n", error.call(), error.accelerator(), error.code_name(), error.what());
  }
}
