// SPDX-License-Identifier: BSL-1.0
// The scale of a loss: it backs off after infinite gradients.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::gradient_scaler scaler({.initial_scale = 1024});
  scaler.update(false);
  std::printf("%g\n", double(scaler.scale()));
}
