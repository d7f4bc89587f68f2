// SPDX-License-Identifier: BSL-1.0
// What strategies compute: sharded or not, on one device or several, the same numbers.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/composed_accelerator.hpp>
#include <allotype/parallel/training/data_share.hpp>

#include "../../../double_sums.hpp"
#include "catch.hpp"
#include "training.hpp"

namespace at = allotype;
using namespace std::chrono_literals;

TEST_CASE("ranks average what they have") {
  at::executor<at::cpu, at::data_parallel<>, at::bf16_mixed>({.devices = 4}).run([&](auto& here) {
    std::vector<float> numbers{static_cast<float>(here.rank()), 8};
    at::buffer<float, at::cpu> on_device{here.queue(), numbers};
    here.average(on_device);
    at::copy(here.queue(), on_device, numbers);
    if (numbers != std::vector<float>{1.5f, 8}) throw std::runtime_error("average");
    if (here.all_agree(here.rank() != 2) || !here.all_agree(true)) throw std::runtime_error("all_agree");
  });
}

namespace {

template <class Strategy, class P, class Optimizer>
std::vector<double> trained(int devices, Optimizer const& optimizer, int steps, bool scaled = false,
                            long long* bytes = nullptr) {
  std::vector<std::vector<double>> results(static_cast<std::size_t>(devices));
  at::executor<at::cpu, Strategy, P>({.devices = devices, .time_limit = 24h}).run([&](auto& here) {
    at::gradient_scaler scaler({.initial_scale = 1024});
    auto& mine = results[static_cast<std::size_t>(here.rank())];
    mine = training::train(here, optimizer, steps, scaled ? &scaler : nullptr, here.is_global_zero() ? bytes : nullptr);
  });
  for (auto const& each : results) CHECK(each == results[0]);
  return results[0];
}

double distance(std::vector<double> const& a, std::vector<double> const& b) {
  double most = 0;
  for (std::size_t i = 0; i < training::parameter_count; ++i) most = std::max(most, std::fabs(a[i] - b[i]));
  return most;
}

template <class P, class Optimizer>
void compare_strategies(Optimizer const& optimizer, double tolerance) {
  CAPTURE(P::name);
  auto const one = trained<at::single_device<at::cpu>, P>(1, optimizer, 20);
  for (int devices : {1, 2, 4}) {
    CAPTURE(devices);
    auto const several = trained<at::data_parallel<>, P>(devices, optimizer, 20);
    auto const sharded = trained<at::sharded_data_parallel<>, P>(devices, optimizer, 20);
    CHECK(sharded == several);  // bit for bit
    CHECK(distance(several, one) <= tolerance);
    if (devices == 1) CHECK(several == one);
  }
}

}  // namespace

TEST_CASE("sharded training equals unsharded, bit for bit; several devices equal one within rounding") {
  compare_strategies<at::fp64_true>(at::sgd{.rate = 0.1f, .momentum = 0.9f}, 1e-14);
  compare_strategies<at::fp32_true>(at::sgd{.rate = 0.1f, .momentum = 0.9f}, 1e-6);
  compare_strategies<at::fp32_true>(at::adam{.rate = 0.01f}, 1e-5);
  compare_strategies<at::bf16_mixed>(at::sgd{.rate = 0.1f}, 1e-2);
  compare_strategies<at::fp16_true>(at::sgd{.rate = 0.1f}, 1e-2);
}

TEST_CASE("mixed precision with a scaled loss moves the parameters as without the scale") {
  auto const plain = trained<at::data_parallel<>, at::fp16_mixed>(2, at::sgd{.rate = 0.1f}, 20);
  auto const scaled = trained<at::data_parallel<>, at::fp16_mixed>(2, at::sgd{.rate = 0.1f}, 20, true);
  auto const sharded = trained<at::sharded_data_parallel<>, at::fp16_mixed>(2, at::sgd{.rate = 0.1f}, 20, true);
  CHECK(distance(plain, scaled) < 1e-6);
  CHECK(scaled == sharded);
}

TEST_CASE("sharded parameters, gradients and state take a share of the memory") {
  long long whole = 0, share = 0;
  trained<at::data_parallel<>, at::fp32_true>(4, at::adam{}, 2, false, &whole);
  trained<at::sharded_data_parallel<>, at::fp32_true>(4, at::adam{}, 2, false, &share);
  // 37 parameters are padded to 40: parameters, gradients and two states, against a quarter of parameters and states.
  CHECK(whole == 40 * 4 * 4);
  CHECK(share == 10 * 3 * 4);
}

TEST_CASE("a step with a gradient that is not finite is left out on every rank") {
  at::executor<at::cpu, at::sharded_data_parallel<>, at::fp16_mixed>({.devices = 3}).run([&](auto& here) {
    at::gradient_scaler scaler;
    at::trained_parameters parameters{here, std::vector<float>{1, 2, 3, 4}, at::sgd{}};
    auto const gradients = parameters.gradients();
    if (here.rank() == 1) gradients(3) = HUGE_VALF;
    bool const stepped = parameters.step(scaler);
    auto const values = parameters.values();
    if (stepped || scaler.scale() != 32768 || values != std::vector<float>{1, 2, 3, 4} || parameters.steps() != 0) {
      throw std::runtime_error("the step was taken");
    }
  });
}

TEST_CASE("training goes on from a checkpoint as if it had not stopped, also on another number of devices' shards") {
  std::vector<float> values, state;
  long long steps = 0;
  std::vector<float> straight, resumed;
  auto const some_steps = [](auto& parameters, int count) {
    for (int i = 0; i < count; ++i) {
      auto const all = parameters.gather();
      auto const gradients = parameters.gradients();
      for (long long p = 0; p < parameters.size(); ++p) gradients(p) = all(p) - 0.25f * static_cast<float>(p);
      parameters.step();
    }
  };
  std::vector<float> const initial(9, 1.f);
  at::executor<at::cpu, at::sharded_data_parallel<>>({.devices = 2}).run([&](auto& here) {
    at::trained_parameters parameters{here, initial, at::adam{.rate = 0.1f}};
    some_steps(parameters, 3);
    auto const now = parameters.values(), now_state = parameters.state();
    if (here.is_global_zero()) values = now, state = now_state, steps = parameters.steps();
    some_steps(parameters, 4);
    auto const then = parameters.values();
    if (here.is_global_zero()) straight = then;
  });
  at::executor<at::cpu, at::sharded_data_parallel<>>({.devices = 4}).run([&](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(9), at::adam{.rate = 0.1f}};
    parameters.restore(values, state, steps);
    some_steps(parameters, 4);
    auto const then = parameters.values();
    if (here.is_global_zero()) resumed = then;
  });
  CHECK(steps == 3);
  CHECK(straight == resumed);  // each rank has the same gradients, so their mean does not depend on how many there are
  at::executor<at::cpu>().run([&](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(8), at::adam{}};
    CHECK_THROWS_AS(parameters.restore(values, state, 3), at::size_error);
    auto const all = std::to_string(values.size());
    CHECK_THROWS_WITH(parameters.restore(values, state, 3),
                      contains("values has " + all + " elements and that of the model"));
  });
}

TEST_CASE("the older composition of hardware, precision plugin and training-type plugin trains as the executor does") {
  at::composed_accelerator const accelerator(
      at::cpu{}, at::precision_plugin<at::fp16_mixed>({.initial_scale = 1024}),
      at::training_type_plugin<at::data_parallel<>>({.devices = 2, .time_limit = 24h}));
  std::vector<std::vector<float>> results(2);
  accelerator.start_training([&](auto& here, auto& precision, auto const& training_type) {
    if (precision.loss_scale() != 1024) throw std::runtime_error("another scale");
    at::trained_parameters parameters{here, std::vector<float>{1, 2, 3}, at::sgd{.rate = 0.5f}};
    auto const gradients = parameters.gradients();
    for (long long i = 0; i < 3; ++i) gradients(i) = precision.loss_scale() * static_cast<float>(here.rank());
    if (!precision.optimizer_step(parameters)) throw std::runtime_error("vetoed");
    parameters.gradients()(1) = here.rank() == 1 ? HUGE_VALF : 0;
    if (precision.optimizer_step(parameters)) throw std::runtime_error("not vetoed");
    if (precision.loss_scale() != 512) throw std::runtime_error("the scale stayed");
    training_type.barrier(here);
    results[static_cast<std::size_t>(here.rank())] = parameters.values();
  });
  for (auto const& each : results) CHECK(each == std::vector<float>{0.75f, 1.75f, 2.75f});
  CHECK(accelerator.precision_plugin().scaler().scale() == 1024);  // each rank had its own

  using composed = std::remove_const_t<decltype(accelerator)>;
  STATIC_REQUIRE(std::is_same_v<composed::executor_type, at::executor<at::cpu, at::data_parallel<>, at::fp16_mixed>>);
}

namespace acme {

/// A policy of one's own that scales gradients; test/double_sums.hpp has one that does not.
struct scaled_bfloat16 {
  using storage = float;
  using compute = at::bfloat16;
  using backward = at::bfloat16;
  using accumulate = float;
  static constexpr at::precision_kind kind = at::precision_kind::bf16_mixed;
  static constexpr char name[] = "bf16-mixed, scaled";
  static constexpr bool scales_gradients = true;
};

}  // namespace acme

TEST_CASE("policies of one's own train, and scale gradients where they say so") {
  STATIC_REQUIRE(!at::scales_gradients<acme::double_sums> && at::scales_gradients<acme::scaled_bfloat16>);
  auto const own = trained<at::data_parallel<>, acme::double_sums>(2, at::sgd{.rate = 0.1f}, 20);
  CHECK(distance(own, trained<at::data_parallel<>, at::fp32_true>(2, at::sgd{.rate = 0.1f}, 20)) < 1e-6);
  auto const scale_of = [](auto plugin) {
    float scale = 0;
    at::composed_accelerator(at::cpu{}, plugin, at::training_type_plugin<at::single_device<>>{})
        .start_training([&](auto& here, auto& precision, auto const&) {
          at::trained_parameters parameters{here, std::vector<float>{1}, at::sgd{.rate = 1}};
          scale = precision.loss_scale();
          parameters.gradients()(0) = 0.25f * scale;
          CHECK(precision.optimizer_step(parameters));
          CHECK(parameters.values() == std::vector<float>{0.75f});
        });
    return scale;
  };
  CHECK(scale_of(at::precision_plugin<acme::double_sums>{}) == 1);
  CHECK(scale_of(at::precision_plugin<acme::scaled_bfloat16>({.initial_scale = 8})) == 8);
}

TEST_CASE("a plugin without a scaler neither scales nor vetoes") {
  at::composed_accelerator const accelerator(at::cpu{}, at::precision_plugin<at::bf16_mixed>{},
                                             at::training_type_plugin<at::single_device<>>{});
  accelerator.start_training([](auto& here, auto& precision, auto const& training_type) {
    at::trained_parameters parameters{here, std::vector<float>{1}, at::sgd{.rate = 1}};
    parameters.gradients()(0) = 0.25f;
    CHECK(precision.loss_scale() == 1);
    CHECK(precision.optimizer_step(parameters));
    CHECK(parameters.values() == std::vector<float>{0.75f});
    std::vector<int> mine{4}, all(1);
    training_type.broadcast(here, std::span(mine));
    training_type.all_gather(here, std::span<int const>(mine), std::span(all));
    CHECK(all == mine);
  });
}

namespace {

/// What `step(parameters, scale of the loss, rank)` makes of `count` parameters that begin as 0; rank 0's.
template <class Strategy, class P = at::fp32_true, class Step>
std::vector<float> values_after(int devices, std::size_t count, Step const& step) {
  std::vector<float> result;
  at::executor<at::cpu, Strategy, P>({.devices = devices, .time_limit = 24h}).run([&](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(count), at::sgd{.rate = 1}};
    step(parameters, here.rank());
    auto const values = parameters.values();
    if (here.is_global_zero()) result.assign(values.begin(), values.end());
  });
  return result;
}

}  // namespace

TEST_CASE("gradients are clipped by the norm of all ranks' mean, sharded too") {
  // The mean of 0 and (6, 8) is (3, 4), whose norm is 5.
  auto const clipped_to = [](double most, double& norm) {
    return [most, &norm](auto& parameters, int rank) {
      parameters.clip_gradients(most);
      auto const gradients = parameters.gradients();
      gradients(0) = rank == 1 ? 6.f : 0.f;
      gradients(1) = rank == 1 ? 8.f : 0.f;
      parameters.step();
      if (rank == 0) norm = parameters.gradient_norm();
    };
  };
  for (double most : {1., 4.99, 5.1, 1000.}) {
    CAPTURE(most);
    double norm = 0, sharded_norm = 0;
    auto const values = values_after<at::data_parallel<>>(2, 2, clipped_to(most, norm));
    float const ratio = most < 5 ? static_cast<float>(most / (5 + 1e-6)) : 1.f;
    CHECK(std::fabs(values[0] + 3 * ratio) < 1e-6f);
    CHECK(std::fabs(values[1] + 4 * ratio) < 1e-6f);
    if (most > 5) CHECK(values == std::vector<float>{-3, -4});
    CHECK(norm == 5);
    CHECK(values_after<at::sharded_data_parallel<>>(2, 2, clipped_to(most, sharded_norm)) == values);
    CHECK(sharded_norm == 5);
  }
  double norm = 1;
  values_after<at::data_parallel<>>(2, 2, clipped_to(HUGE_VAL, norm));
  CHECK(norm == 5);  // computed, and nothing is clipped
}

TEST_CASE("clipping gives the same bits sharded and not, on uneven shares of awkward gradients") {
  auto const some_steps = [](auto& parameters, int rank) {
    parameters.clip_gradients(0.25);
    for (int step = 0; step < 3; ++step) {
      auto const gradients = parameters.gradients();
      for (int i = 0; i < 37; ++i) gradients(i) = std::sin(static_cast<float>(1 + i * 7 + rank * 3 + step));
      parameters.step();
    }
  };
  for (int devices : {1, 3, 4}) {
    CAPTURE(devices);
    auto const values = values_after<at::data_parallel<>>(devices, 37, some_steps);
    CHECK(values == values_after<at::sharded_data_parallel<>>(devices, 37, some_steps));
    double moved = 0;
    for (float value : values) moved += static_cast<double>(value) * static_cast<double>(value);
    CHECK(std::sqrt(moved) < 0.751);  // three steps of at most 0.25 each
    CHECK(std::sqrt(moved) > 0.1);
  }
}

TEST_CASE("with a scaled loss, the norm is that of the gradients without the scale; what is left out is not clipped") {
  auto const step = [](auto& parameters, int rank) {
    at::gradient_scaler scaler({.initial_scale = 1024});
    parameters.clip_gradients(1);
    parameters.gradients()(0) = rank == 0 ? HUGE_VALF : 0.f;
    if (parameters.step(scaler) || parameters.gradient_norm() != 0) throw std::runtime_error("the step was taken");
    auto const gradients = parameters.gradients();
    gradients(0) = 3 * scaler.scale();
    gradients(1) = 4 * scaler.scale();
    if (!parameters.step(scaler)) throw std::runtime_error("the step was left out");
    if (parameters.gradient_norm() != 5) throw std::runtime_error("another norm");
  };
  auto const values = values_after<at::data_parallel<>, at::fp16_mixed>(2, 2, step);
  CHECK(std::fabs(values[0] + 0.6f) < 1e-6f);
  CHECK(std::fabs(values[1] + 0.8f) < 1e-6f);
  CHECK(values == values_after<at::sharded_data_parallel<>, at::fp16_mixed>(2, 2, step));
}

TEST_CASE("each element of the mean gradient is clipped by its value, after the norm, and what is no number stays so") {
  auto const clipped_to = [](double most, double norm, float scale = 1) {
    return [=](auto& parameters, int rank) {
      parameters.clip_gradient_values(most);
      parameters.clip_gradients(norm);
      auto const gradients = parameters.gradients();
      gradients(0) = rank == 1 ? 6 * scale : 0.f;
      gradients(1) = rank == 1 ? -8 * scale : 0.f;
      parameters.step();
    };
  };
  auto const check = [](auto const& step, std::vector<float> const& expected) {
    CHECK(values_after<at::data_parallel<>>(2, 2, step) == expected);
    CHECK(values_after<at::sharded_data_parallel<>>(2, 2, step) == expected);
  };
  check(clipped_to(3.5, HUGE_VAL), {-3, 3.5f});
  check(clipped_to(1, HUGE_VAL), {-1, 1});
  check(clipped_to(4, HUGE_VAL), {-3, 4});
  check(clipped_to(HUGE_VAL, HUGE_VAL), {-3, 4});
  check(clipped_to(1, HUGE_VAL, HUGE_VALF), {-1, 1});
  auto const both = values_after<at::data_parallel<>>(2, 2, clipped_to(0.7, 1));  // the norm makes it 0.6 and 0.8
  CHECK(std::fabs(both[0] + 0.6f) < 1e-6f);
  CHECK(both[1] == 0.7f);
  auto const none = values_after<at::data_parallel<>>(2, 2, clipped_to(1, HUGE_VAL, std::nanf("")));
  CHECK(std::isnan(none[0]));
}

TEST_CASE("a largest value is a number above 0") {
  at::executor<at::cpu>().run([](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(2), at::sgd{}};
    for (double most : {0., -1., std::nan("")}) CHECK_THROWS_AS(parameters.clip_gradient_values(most), at::error);
  });
}

TEST_CASE("a largest norm is a number above 0") {
  at::executor<at::cpu>().run([](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(2), at::sgd{}};
    for (double most : {0., -1., std::nan("")})
      CHECK_THROWS_WITH(parameters.clip_gradients(most), contains("a number above 0"));
  });
}

namespace {

/// Whether the function throws an error that says so. Ranks are threads, and Catch2 takes assertions of one thread.
bool refused_with(char const* sentence, auto const& function) {
  try {
    function();
    return false;
  } catch (at::error const& error) {
    return std::string_view(error.what()).find(sentence) != std::string_view::npos;
  }
}

}  // namespace

TEST_CASE("the norm is computed where it was asked for, and clips nothing where it is infinite") {
  auto const both = [](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>{0, 0}, at::sgd{.rate = 1}};
    auto const take_step = [&] {
      auto const gradients = parameters.gradients();
      at::for_each(here.queue(), at::extents{2}, [=](int i) { gradients(i) = i == 0 ? 3.f : 4.f; });
      parameters.step();
    };
    take_step();
    if (!refused_with("clip_gradients(INFINITY) clips nothing", [&] { (void)parameters.gradient_norm(); }))
      throw std::runtime_error("a norm that nobody asked for");
    parameters.clip_gradients(std::numeric_limits<double>::infinity());
    take_step();
    if (parameters.gradient_norm() != 5) throw std::runtime_error("another norm");
    if (parameters.values() != std::vector<float>{-6, -8}) throw std::runtime_error("clipped");
  };
  at::executor<at::cpu>().run(both);
  at::executor<at::cpu, at::sharded_data_parallel<>>({.devices = 2}).run(both);
}

TEST_CASE("a checkpoint is taken between steps: parts that wait for one are not lost in silence") {
  auto const checkpointed = [](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>{1, 2}, at::adam{}};
    (void)parameters.gradients();
    auto const before = parameters.state();
    parameters.accumulate();
    if (!refused_with("the gradients of 1 part of a batch wait for a step", [&] { (void)parameters.state(); }))
      throw std::runtime_error("parts were lost");
    auto const values = parameters.values();
    parameters.restore(values, before, 0);  // drops them
    if (parameters.state() != before) throw std::runtime_error("another state");
    parameters.step();
    if (parameters.values() != values) throw std::runtime_error("parts were kept");
  };
  at::executor<at::cpu>().run(checkpointed);
  at::executor<at::cpu, at::sharded_data_parallel<>>({.devices = 2}).run(checkpointed);
}

TEST_CASE("parts of a batch are kept, and the step takes their mean on all ranks") {
  auto const in_parts = [](auto& parameters, int rank) {
    for (int batch = 0; batch < 2; ++batch) {  // the second begins anew
      long long const between = parameters.bytes_kept();
      for (int part = 0; part < 4; ++part) {
        auto const gradients = parameters.gradients();
        for (int i = 0; i < 3; ++i) {
          if (gradients(i) != 0) throw std::runtime_error("gradients of the part before");
          gradients(i) = static_cast<float>(8 * i + 4 * rank + part);
        }
        part < 3 ? parameters.accumulate() : parameters.step();
      }
      if (parameters.bytes_kept() > between + 4 * 4) throw std::runtime_error("memory of the parts is kept");
    }
    if (parameters.steps() != 2) throw std::runtime_error("steps");
  };
  // The mean over ranks 0 and 1 is 8i + 2 + part, over parts 0 to 3 it is 8i + 3.5.
  std::vector<float> const expected{-7, -23, -39};
  CHECK(values_after<at::data_parallel<>>(2, 3, in_parts) == expected);
  CHECK(values_after<at::sharded_data_parallel<>>(2, 3, in_parts) == expected);
  CHECK(values_after<at::single_device<>>(1, 3, in_parts) == std::vector<float>{-3, -19, -35});
}

TEST_CASE("the norm that is clipped is that of all parts' mean") {
  auto const in_parts = [](auto& parameters, int) {
    parameters.clip_gradients(2.5);
    for (int part = 0; part < 2; ++part) {
      parameters.gradients()(0) = part == 0 ? 6.f : 0.f;
      parameters.gradients()(1) = part == 1 ? 8.f : 0.f;
      part == 0 ? parameters.accumulate() : parameters.step();
    }
    if (parameters.gradient_norm() != 5) throw std::runtime_error("another norm");
  };
  auto const values = values_after<at::data_parallel<>>(2, 2, in_parts);
  CHECK(std::fabs(values[0] + 1.5f) < 1e-6f);
  CHECK(std::fabs(values[1] + 2) < 1e-6f);
}

TEST_CASE("shares of a data set are those of PyTorch's DistributedSampler") {
  for (long long samples : {0, 1, 2, 7, 10, 12, 1000}) {
    for (int ranks : {1, 2, 3, 4, 15}) {
      CAPTURE(samples, ranks);
      // By its definition: the list is made longer from its beginning, or shorter, and dealt out.
      std::vector<long long> repeated, dropped;
      for (long long i = 0; i < samples; ++i) repeated.push_back(i);
      dropped = repeated;
      while (!repeated.empty() && repeated.size() % static_cast<std::size_t>(ranks) != 0) {
        repeated.push_back(repeated[repeated.size() - static_cast<std::size_t>(samples)]);
      }
      while (dropped.size() % static_cast<std::size_t>(ranks) != 0) dropped.pop_back();
      for (auto rest : {at::data_share::remainder::repeat, at::data_share::remainder::drop}) {
        auto const& all = rest == at::data_share::remainder::repeat ? repeated : dropped;
        for (int rank = 0; rank < ranks; ++rank) {
          std::vector<long long> expected, mine;
          for (auto i = static_cast<std::size_t>(rank); i < all.size(); i += static_cast<std::size_t>(ranks))
            expected.push_back(all[i]);
          at::data_share const share(samples, rank, ranks, rest);
          for (long long i = 0; i < share.size(); ++i) mine.push_back(share[i]);
          CHECK(mine == expected);
        }
      }
    }
  }
  constexpr at::data_share last(10, 3, 4);
  STATIC_REQUIRE(last.size() == 3 && last[0] == 3 && last[2] == 1);
  CHECK_THROWS_WITH(at::data_share(-1, 0, 1), contains("-1 samples; valid: 0 or more"));
  CHECK_THROWS_WITH(at::data_share(5, 2, 2), contains("rank 2 of 2 ranks"));
  CHECK_THROWS_AS(at::data_share(5, 0, 0), at::size_error);
  CHECK_THROWS_AS(at::data_share(5, -1, 2), at::size_error);
}
