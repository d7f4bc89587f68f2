// SPDX-License-Identifier: BSL-1.0
/// \file
/// The learning rate of each step: `sgd{.rate = 0.1}`, or a schedule, `sgd{.rate = learning_rate::cosine(0.1,
/// 1000).after_warmup(100)}`. It follows from the number of the step alone, so a training that goes on from a
/// checkpoint has the rates that it would have had.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A learning rate, which may change with the steps, as PyTorch's schedulers change it that are stepped with the
/// optimizer.
class learning_rate {
 public:
  /// The same for all steps. \throws error if it is negative or no number
  template <class Number>
    requires std::is_arithmetic_v<Number>
  constexpr learning_rate(Number rate) : rate_(static_cast<double>(rate)) {
    check(rate_ >= 0 && rate_ <= std::numeric_limits<double>::max(), "the rate is a number from 0");
  }

  /// Multiplied by `factor` after each `every` steps, as `torch.optim.lr_scheduler.StepLR`.
  /// \throws error if a number is out of range
  [[nodiscard]] static constexpr learning_rate step(double rate, long long every, double factor = 0.1) {
    check(every >= 1 && factor >= 0, "step: at least one step, and a factor from 0");
    return {rate, kind::step, every, factor};
  }
  /// From `rate` to `least` along half a wave in so many steps, as `CosineAnnealingLR`; `least` from then on.
  /// \throws error if a number is out of range
  [[nodiscard]] static constexpr learning_rate cosine(double rate, long long steps, double least = 0) {
    check(steps >= 1 && least >= 0, "cosine: at least one step, and a least rate from 0");
    return {rate, kind::cosine, steps, least};
  }
  /// Does not compile; it says what is missing.
  template <class Rate>
  [[nodiscard]] static constexpr learning_rate step(Rate rate) {
    constexpr bool has_steps = sizeof(Rate) == 0;
    static_assert(has_steps,
                  "learning_rate::step: behind the rate stands after how many steps it falls: step(0.1, 30)");
    return rate;
  }
  template <class Rate>
  [[nodiscard]] static constexpr learning_rate cosine(Rate rate) {
    constexpr bool has_steps = sizeof(Rate) == 0;
    static_assert(has_steps, "learning_rate::cosine: behind the rate stands the number of steps: cosine(0.1, 1000)");
    return rate;
  }
  /// The same behind so many steps in which the rate grows evenly, from `factor` times its first value, as with
  /// `LinearLR` and `SequentialLR`.
  /// \throws error if a number is out of range
  [[nodiscard]] constexpr learning_rate after_warmup(long long steps, double factor = 0.01) const {
    check(steps >= 0 && factor >= 0 && factor <= 1, "after_warmup: steps from 0, and a factor from 0 to 1");
    learning_rate warmed = *this;
    warmed.warmup_ = steps;
    warmed.warmup_factor_ = factor;
    return warmed;
  }

  /// The rate of the step with that number, from 1; for rules of optimizers.
  [[nodiscard]] float of_step(long long number) const {
    long long const before = number - 1;
    if (before >= warmup_) return static_cast<float>(scheduled(before - warmup_));
    double const share = static_cast<double>(before) / static_cast<double>(warmup_);
    return static_cast<float>(scheduled(0) * (warmup_factor_ + (1 - warmup_factor_) * share));
  }

 private:
  enum class kind { constant, step, cosine };

  constexpr learning_rate(double rate, kind how, long long steps, double value) : learning_rate(rate) {
    kind_ = how;
    steps_ = steps;
    value_ = value;
  }
  static constexpr void check(bool good, char const* valid) {
    if (!good) throw error(message<2000>{} << "learning_rate: " << valid);
  }

  /// \param before steps that were taken
  double scheduled(long long before) const {
    switch (kind_) {
      case kind::constant:
        break;
      case kind::step:
        return rate_ * std::pow(value_, static_cast<double>(before / steps_));
      case kind::cosine: {
        double const share = before < steps_ ? static_cast<double>(before) / static_cast<double>(steps_) : 1;
        return value_ + (rate_ - value_) * (1 + std::cos(std::numbers::pi * share)) / 2;
      }
    }
    return rate_;
  }

  double rate_;
  kind kind_ = kind::constant;
  long long steps_ = 1;  ///< of the schedule
  double value_ = 0;     ///< its factor, or the least rate
  long long warmup_ = 0;
  double warmup_factor_ = 1;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
