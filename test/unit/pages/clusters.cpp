// SPDX-License-Identifier: BSL-1.0
// The code of doc/clusters.md says and does what the page says.
#include "clusters.md.hpp"

#include <cstdio>

int main() {
  std::printf("%d pods\n", pod.pods);
  return pod.pods == 1 ? 0 : 1;
}
