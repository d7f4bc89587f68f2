// SPDX-License-Identifier: BSL-1.0
/// \file
/// Gradient scaling for 16-bit mixed precision. The smallest float16 is 6·10⁻⁸, and many gradients are smaller. So the
/// loss is multiplied by a scale, and the gradients are divided by it in the wider type. The rules are those of
/// `torch.amp.GradScaler`: a step with a gradient that is not finite is skipped, and the scale is multiplied by
/// `backoff`; after `growth_interval` good steps in a row it is multiplied by `growth`.
#pragma once

#include <allotype/dispatch/buffer.hpp>
#include <allotype/dispatch/for_each.hpp>
#include <allotype/dispatch/reduce.hpp>
#include <allotype/parallel/executor/precision.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Distinguishes numbers from infinity and NaN, also with compiler options that assume there are none.
template <class T>
ALLOTYPE_FN constexpr bool is_finite(T value) {
  return (__builtin_bit_cast(unsigned long long, static_cast<double>(value)) & 0x7ff0000000000000u) !=
         0x7ff0000000000000u;
}

template <class Gradients>
struct unscale_kernel {
  Gradients gradients;
  float factor;
  ALLOTYPE_FN void operator()(long long i) const {
    using element = typename Gradients::element_type;
    gradients(i) = static_cast<element>(gradients(i) * static_cast<element>(factor));
  }
};

template <class Gradients>
struct not_finite_kernel {
  Gradients gradients;
  ALLOTYPE_FN int operator()(long long i) const { return is_finite(gradients(i)) ? 0 : 1; }
};

/// Instantiating it is the check.
template <class P>
struct scales_gradients_in_precision {
  static constexpr bool scaled = scales_gradients<P>;
  static_assert(scaled,
                "gradients are not scaled in this precision, only in 16-mixed: omit the scaler, or give a policy "
                "of your own static constexpr bool scales_gradients = true");
};

}  // namespace detail

/// The scale of the loss of one model: it multiplies, checks gradients, and changes the scale after each step. Each
/// rank has one, and calls `update` with the same answer.
class gradient_scaler {
 public:
  /// How the scale changes. The defaults are those of `torch.amp.GradScaler`.
  struct settings {
    float initial_scale = 65536;  ///< the factor of the first loss
    float growth = 2;             ///< the factor after `growth_interval` good steps
    float backoff = 0.5f;         ///< the factor after a step that was skipped
    int growth_interval = 2000;   ///< good steps
  };

  gradient_scaler() : gradient_scaler(settings{}) {}
  /// \throws error if a factor does not grow or shrink
  explicit gradient_scaler(settings const& rules) : rules_(rules), scale_(rules.initial_scale) {
    if (!(rules.growth > 1) || !(rules.backoff > 0) || !(rules.backoff < 1) || rules.growth_interval < 1 ||
        !(rules.initial_scale > 0)) {
      throw error(
          "gradient_scaler: growth must be above 1, backoff between 0 and 1, the interval and the first scale above 0");
    }
  }

  /// The factor of the loss.
  [[nodiscard]] float scale() const noexcept { return scale_; }
  /// Good steps since the scale changed.
  [[nodiscard]] int good_steps() const noexcept { return good_steps_; }
  /// The number of steps that were skipped.
  [[nodiscard]] long long skipped_steps() const noexcept { return skipped_steps_; }

  /// Continues from the state of a checkpoint.
  void restore(float scale, int good_steps, long long skipped_steps) {
    scale_ = scale;
    good_steps_ = good_steps;
    skipped_steps_ = skipped_steps;
  }

  /// Divides the gradients by the scale. False if one of them is not finite. Waits for the work.
  template <class A, class T>
  [[nodiscard]] bool unscale(queue<A>& on, buffer<T, A>& gradients) const {
    extents<1, long long> const all{gradients.size()};
    auto const elements = gradients.view(on);
    for_each(on, all, detail::unscale_kernel<std::remove_const_t<decltype(elements)>>{elements, 1.f / scale_});
    return reduce(on, all, 0, maximum{},
                  detail::not_finite_kernel<std::remove_const_t<decltype(elements)>>{elements}) == 0;
  }

  /// Ends a step: the scale shrinks after a step that was skipped, and grows after `growth_interval` good steps. All
  /// ranks call it with the same answer.
  void update(bool finite) {
    if (!finite) {
      scale_ *= rules_.backoff;
      good_steps_ = 0;
      ++skipped_steps_;
    } else if (++good_steps_ == rules_.growth_interval) {
      // The scale does not grow beyond float: it stays where it is, as torch's does.
      if (detail::is_finite(scale_ * rules_.growth)) scale_ *= rules_.growth;
      good_steps_ = 0;
    }
  }

 private:
  settings rules_;
  float scale_;
  int good_steps_ = 0;
  long long skipped_steps_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
