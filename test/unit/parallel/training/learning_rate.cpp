// SPDX-License-Identifier: BSL-1.0
// Learning rates: those of PyTorch's schedulers, as its documentation defines them, step by step.

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>

#include "catch.hpp"

namespace at = allotype;

namespace {

std::vector<double> rates(at::learning_rate const& of, int steps) {
  std::vector<double> found;
  for (int step = 1; step <= steps; ++step) found.push_back(static_cast<double>(of.of_step(step)));
  return found;
}
/// `next(rate, t)` is the rate behind `t` steps, made from the one before.
template <class Next>
std::vector<double> one_by_one(double first, int steps, Next const& next) {
  std::vector<double> found{first};
  for (int t = 1; t < steps; ++t) found.push_back(next(found.back(), t));
  return found;
}
void check_equal(std::vector<double> const& found, std::vector<double> const& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i, found[i], expected[i]);
    CHECK(std::fabs(found[i] - expected[i]) <= 1e-6 * expected[i] + 1e-9);
  }
}

}  // namespace

TEST_CASE("a number is the rate of all steps") {
  check_equal(rates(0.25f, 5), std::vector<double>(5, 0.25));
  constexpr at::sgd made_of_integers{.rate = 1};
  CHECK(made_of_integers.rule(7).rate == 1);
  CHECK(at::adam{}.rule(3).rate == 0.001f);
}

TEST_CASE("step multiplies by the factor after so many steps, as StepLR") {
  check_equal(rates(at::learning_rate::step(0.05, 30), 100),
              one_by_one(0.05, 100, [](double rate, int t) { return t % 30 == 0 ? rate * 0.1 : rate; }));
  check_equal(rates(at::learning_rate::step(2, 1, 0.9), 50),
              one_by_one(2, 50, [](double rate, int) { return rate * 0.9; }));  // ExponentialLR
}

TEST_CASE("cosine falls along half a wave, as CosineAnnealingLR, and stays") {
  constexpr int steps = 40;
  for (double least : {0., 0.01}) {
    auto expected = one_by_one(0.5, steps, [&](double rate, int t) {
      auto const wave = [&](int at) { return 1 + std::cos(std::numbers::pi * at / steps); };
      return least + (rate - least) * wave(t) / wave(t - 1);
    });
    expected.resize(steps + 10, least);
    check_equal(rates(at::learning_rate::cosine(0.5, steps, least), steps + 10), expected);
  }
}

TEST_CASE("a schedule begins behind its warm-up, as with LinearLR and SequentialLR") {
  auto const schedule = at::learning_rate::step(0.4, 3, 0.5);
  auto expected = one_by_one(0.1, 4, [](double rate, int) { return rate + 0.4 * (1 - 0.25) / 4; });
  for (double each : rates(schedule, 10)) expected.push_back(each);
  check_equal(rates(schedule.after_warmup(4, 0.25), 14), expected);
  check_equal(rates(schedule.after_warmup(0), 10), rates(schedule, 10));
  check_equal(rates(at::learning_rate(0.3).after_warmup(2, 0), 4), {0, 0.15, 0.3, 0.3});
}

TEST_CASE("a rate that is none is an error which says what is valid") {
  auto const said = [](auto const& make) -> std::string {
    try {
      make();
    } catch (at::error const& error) {
      return error.what();
    }
    return "made";
  };
  CHECK(said([] { return at::learning_rate(-0.1); }) == "learning_rate: the rate is a number from 0");
  CHECK(said([] { return at::learning_rate(std::nan("")); }) == "learning_rate: the rate is a number from 0");
  CHECK(said([] { return at::learning_rate(HUGE_VAL); }) == "learning_rate: the rate is a number from 0");
  CHECK(said([] { return at::learning_rate::step(1, 0); }) ==
        "learning_rate: step: at least one step, and a factor from 0");
  CHECK(said([] { return at::learning_rate::cosine(1, 0); }) ==
        "learning_rate: cosine: at least one step, and a least rate from 0");
  CHECK(said([] { return at::learning_rate(1).after_warmup(3, 1.5); }) ==
        "learning_rate: after_warmup: steps from 0, and a factor from 0 to 1");
  CHECK(said([] { return at::learning_rate(0); }) == "made");
}

TEST_CASE("the parameters move by the rate of each step; a program may change the optimizer between steps") {
  at::executor<at::cpu, at::sharded_data_parallel<>>({.devices = 2}).run([](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>{0, 8},
                                      at::sgd{.rate = at::learning_rate::step(1, 2, 0.5)}};
    std::vector<float> first;
    auto const take = [&] {
      auto const gradients = parameters.gradients();
      gradients(0) = -1;
      parameters.step();
      first.push_back(parameters.values()[0]);
    };
    for (int step = 0; step < 5; ++step) take();
    parameters.optimizer().rate = 4;
    take();
    if (first != std::vector<float>{1, 2, 2.5f, 3, 3.25f, 7.25f}) throw std::runtime_error("other steps");
    if (parameters.values()[1] != 8) throw std::runtime_error("moved without a gradient");
  });
}
