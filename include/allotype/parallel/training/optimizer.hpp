// SPDX-License-Identifier: BSL-1.0
/// \file
/// Optimizers that change each parameter by its own gradient and its own state, so that `trained_parameters` can split
/// them between devices. An optimizer of your own is a struct with the same members:
///
/// | member           | meaning                                                                                        |
/// |------------------|------------------------------------------------------------------------------------------------|
/// | `states`         | the number of values that are kept for each parameter; they begin as 0                         |
/// | `rule(steps)`    | a function object, called on the accelerator once for each parameter: `rule(parameter, gradient, state)`; `steps` counts from 1 |
#pragma once

#include <cmath>

#include <allotype/core/mode.hpp>
#include <allotype/parallel/training/learning_rate.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Does not compile; it says how the rate is called.
struct rate_by_another_name {
  constexpr rate_by_another_name() = default;
  template <class Rate>
  constexpr rate_by_another_name(Rate const&) {
    constexpr bool is_rate = sizeof(Rate) == 0;
    static_assert(is_rate, "an optimizer: the learning rate is .rate: sgd{.rate = 0.1f}");
  }
};
/// Does not compile; it says how epsilon is called.
struct epsilon_by_another_name {
  constexpr epsilon_by_another_name() = default;
  template <class Epsilon>
  constexpr epsilon_by_another_name(Epsilon const&) {
    constexpr bool is_epsilon = sizeof(Epsilon) == 0;
    static_assert(is_epsilon, "adam: what keeps the divisor above 0 is .epsilon: adam{.epsilon = 1e-8f}");
  }
};

}  // namespace detail

/// Stochastic gradient descent with momentum, as `torch.optim.SGD`: `v = momentum·v + g`, `p = p - rate·v`.
struct sgd {
  learning_rate rate = 0.01f;         ///< a number or a schedule
  float momentum = 0;                 ///< how much of the step before is kept: 0 to 1
  detail::rate_by_another_name lr{};  ///< does not compile: it is `rate`

  static constexpr int states = 1;

  struct step_rule {
    float rate, momentum;
    template <class T>
    ALLOTYPE_FN void operator()(T& parameter, T gradient, T* state) const {
      state[0] = static_cast<T>(momentum) * state[0] + gradient;
      parameter -= static_cast<T>(rate) * state[0];
    }
  };
  /// What is done with each parameter in step `steps`, from 1; for `trained_parameters`.
  [[nodiscard]] step_rule rule(long long steps) const { return {rate.of_step(steps), momentum}; }
};

/// Adam, as `torch.optim.Adam` without weight decay.
struct adam {
  learning_rate rate = 0.001f;            ///< a number or a schedule
  float beta1 = 0.9f;                     ///< how slowly the mean of gradients changes
  float beta2 = 0.999f;                   ///< how slowly the mean of their squares changes
  float epsilon = 1e-8f;                  ///< keeps the divisor above 0
  detail::rate_by_another_name lr{};      ///< does not compile: it is `rate`
  detail::epsilon_by_another_name eps{};  ///< does not compile: it is `epsilon`

  static constexpr int states = 2;

  struct step_rule {
    float rate, beta1, beta2, epsilon;
    float correction1, correction2;  ///< both means begin as 0 and are too small at first
    template <class T>
    ALLOTYPE_FN void operator()(T& parameter, T gradient, T* state) const {
      using std::sqrt;
      state[0] = static_cast<T>(beta1) * state[0] + (T{1} - static_cast<T>(beta1)) * gradient;
      state[1] = static_cast<T>(beta2) * state[1] + (T{1} - static_cast<T>(beta2)) * gradient * gradient;
      T const mean = state[0] / static_cast<T>(correction1), square = state[1] / static_cast<T>(correction2);
      parameter -= static_cast<T>(rate) * mean / (sqrt(square) + static_cast<T>(epsilon));
    }
  };
  /// What is done with each parameter in step `steps`, from 1; for `trained_parameters`.
  [[nodiscard]] step_rule rule(long long steps) const {
    auto const correction = [&](float beta) {
      return static_cast<float>(1 - std::pow(static_cast<double>(beta), static_cast<double>(steps)));
    };
    return {rate.of_step(steps), beta1, beta2, epsilon, correction(beta1), correction(beta2)};
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
