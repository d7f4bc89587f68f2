// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <vector>

#include <allotype/allotype.hpp>
#include <allotype/dispatch/precision_view.hpp>
#include <allotype/parallel/training/gradient_scaler.hpp>

#include "catch.hpp"

namespace at = allotype;

TEST_CASE("the scale grows and backs off as torch.amp.GradScaler's") {
  at::gradient_scaler scaler({.initial_scale = 8, .growth = 2, .backoff = 0.5f, .growth_interval = 3});
  scaler.update(true);
  scaler.update(true);
  CHECK(scaler.scale() == 8);
  scaler.update(true);
  CHECK(scaler.scale() == 16);
  CHECK(scaler.good_steps() == 0);
  scaler.update(true);
  scaler.update(true);
  scaler.update(false);  // the row begins anew
  CHECK(scaler.scale() == 8);
  CHECK(scaler.good_steps() == 0);
  CHECK(scaler.skipped_steps() == 1);
  for (int i = 0; i < 3; ++i) scaler.update(true);
  CHECK(scaler.scale() == 16);
  CHECK(at::gradient_scaler{}.scale() == 65536);

  at::gradient_scaler largest({.initial_scale = 0x1p127f, .growth_interval = 1});
  largest.update(true);
  CHECK(largest.scale() == 0x1p127f);

  at::gradient_scaler resumed;
  resumed.restore(scaler.scale(), scaler.good_steps(), scaler.skipped_steps());
  CHECK(resumed.scale() == 16);
  CHECK_THROWS_AS(at::gradient_scaler({.growth = 1}), at::error);
  CHECK_THROWS_AS(at::gradient_scaler({.backoff = 1}), at::error);
  CHECK_THROWS_AS(at::gradient_scaler({.growth_interval = 0}), at::error);
}

TEST_CASE("gradients are divided by the scale, and what is not finite is seen") {
  at::queue<at::cpu> on;
  at::gradient_scaler const scaler({.initial_scale = 1024});
  std::vector<float> numbers{1024, -2048, 0.5f};
  at::buffer<float, at::cpu> gradients{on, numbers};
  CHECK(scaler.unscale(on, gradients));
  at::copy(on, gradients, numbers);
  CHECK(numbers == std::vector<float>{1, -2, 0.5f / 1024});
  for (float bad : {HUGE_VALF, -HUGE_VALF, NAN}) {
    numbers[1] = bad;
    at::copy(on, numbers, gradients);
    CHECK(!scaler.unscale(on, gradients));
  }
}

TEST_CASE("what the scale is for: a gradient that float16 loses, and keeps when scaled") {
  float const gradient = 1e-8f;
  CHECK(float(at::float16(gradient)) == 0);
  at::gradient_scaler const scaler;
  float const kept = float(at::float16(gradient * scaler.scale())) / scaler.scale();
  CHECK(std::fabs(kept - gradient) < 1e-3f * gradient);
}
