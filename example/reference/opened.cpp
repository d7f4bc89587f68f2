// SPDX-License-Identifier: BSL-1.0
// A queue, or the reason why there is none.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::opened<at::queue<at::cpu>> opened = at::queue<at::cpu>::open(1);
  std::printf("%s\n", opened ? "there is a second CPU" : opened.reason().text());
}
