// SPDX-License-Identifier: BSL-1.0
// The code of doc/graphs.md does what the page says.
#define ALLOTYPE_CHECKED
#include "graphs.md.hpp"

#include <cmath>
#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  std::vector<float> heat(32, 0.0f);
  heat[7] = 32.0f;
  bool right = true;
  for (float const value : after_2000_steps(on, heat)) right = right && std::fabs(value - 1.0f) < 1e-5f;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
