// SPDX-License-Identifier: BSL-1.0
// The name of one device in the world.
#include <allotype/allotype.hpp>
#include <allotype/devices.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::device_uuid const one{"GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"};
  at::which_device const which = one;
  std::printf("%s\n", at::to_string(one).text());
  (void)which;
}
