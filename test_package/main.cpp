// SPDX-License-Identifier: BSL-1.0
#include <allotype/core/units.hpp>

int main() {
  using namespace allotype::literals;
  static_assert(1_GiB == 1024 * 1_MiB);
}
