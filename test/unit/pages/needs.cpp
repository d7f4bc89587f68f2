// SPDX-License-Identifier: BSL-1.0
// The code of doc/needs.md says and does what the page says.
#include "needs.md.hpp"

#include <cstdio>

int main() {
  auto const result = transcode(3);
  std::printf("%d frames on %s\n", result.value(), result.where());
  return result.value() == 3 ? 0 : 1;
}
