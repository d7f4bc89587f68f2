// SPDX-License-Identifier: BSL-1.0
// The code of doc/precision.md says and does what the page says.
#include "precision.md.hpp"

#include <vector>

int main() {
  numbers();
  at::queue<at::cpu> on;
  std::vector<float> const ones(4, 1.00390625f);
  at::buffer<float, at::cpu> const x{on, ones};
  at::buffer<float, at::cpu> y{on, ones};
  add_scaled<kept_in_float>(on, x, y, 2.f);
  std::vector<float> result(4);
  at::copy(on, y, result);
  at::gradient_scaler scaler;
  at::buffer<float, at::cpu> gradients{on, ones};
  int updates = 0;
  step(on, scaler, gradients, [&](float scale) { at::fill(on, gradients, scale); }, [&] { ++updates; });
  step(on, scaler, gradients, [&](float scale) { at::fill(on, gradients, scale * 1e38f); }, [&] { ++updates; });
  std::printf("%g, %d updates, scale %g\n", double(result[0]), updates, double(scaler.scale()));
  return result[0] == 3.f && updates == 1 && scaler.scale() == 32768 ? 0 : 1;
}
