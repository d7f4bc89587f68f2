// SPDX-License-Identifier: BSL-1.0
// A yes, or the reason why not: a sentence, and a code for programs.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::answer const no = at::queue<at::cpu>::open(1).reason();
  std::printf("%d, %d\n%s\n", static_cast<bool>(no), no.why() == at::availability::yes, no.text());
}
