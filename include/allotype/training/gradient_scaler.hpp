// SPDX-License-Identifier: BSL-1.0
/// \file
/// Gradient scaling for 16-bit mixed precision. float16 ends at 6·10⁻⁸, where many gradients begin: the loss is
/// multiplied by a scale, so the gradients come out multiplied, and are divided again in the wider type. The rules are
/// those of `torch.amp.GradScaler`: a step whose gradients are not finite is left out and the scale is multiplied by
/// `backoff`; after `growth_interval` good steps in a row it is multiplied by `growth`.
#pragma once

#include <allotype/dispatch/buffer.hpp>
#include <allotype/dispatch/for_each.hpp>
#include <allotype/dispatch/reduce.hpp>
#include <allotype/parallel/precision.hpp>

namespace allotype {

/// `torch.amp.GradScaler`'s defaults.
struct gradient_scaling {
  float initial_scale = 65536;
  float growth = 2;
  float backoff = 0.5f;
  int growth_interval = 2000;  ///< good steps
};

namespace detail {

/// Tells numbers from infinity and NaN, also where the compiler was told that there are none.
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
                "gradients are not scaled in this precision, only in 16-mixed: leave the scaler away, or give a policy "
                "of your own static constexpr bool scales_gradients = true");
};

}  // namespace detail

class gradient_scaler {
 public:
  /// \throws error where a factor does not grow or shrink
  explicit gradient_scaler(gradient_scaling const& rules = {}) : rules_(rules), scale_(rules.initial_scale) {
    if (!(rules.growth > 1) || !(rules.backoff > 0) || !(rules.backoff < 1) || rules.growth_interval < 1 ||
        !(rules.initial_scale > 0)) {
      throw error(
          "gradient_scaler: growth is above 1, backoff between 0 and 1, the interval and the first scale above 0");
    }
  }

  /// What the loss is multiplied by.
  float scale() const { return scale_; }
  /// Good steps since the scale changed.
  int good_steps() const { return good_steps_; }
  /// Steps that were left out.
  long long skipped_steps() const { return skipped_steps_; }

  /// Goes on where another left off; for checkpoints.
  void restore(float scale, int good_steps, long long skipped_steps) {
    scale_ = scale;
    good_steps_ = good_steps;
    skipped_steps_ = skipped_steps;
  }

  /// Divides the gradients by the scale. False where one of them is not finite. Waits for the work. In files that nvcc
  /// compiles, include `allotype/reduce.hpp` too.
  template <class A, class T>
  bool unscale(queue<A>& on, buffer<T, A>& gradients) const {
    extents<1, long long> const all{gradients.size()};
    auto const elements = gradients.view(on);
    for_each(on, all, detail::unscale_kernel<std::remove_const_t<decltype(elements)>>{elements, 1.f / scale_});
    return reduce(on, all, 0, maximum{}, detail::not_finite_kernel<std::remove_const_t<decltype(elements)>>{elements}) == 0;
  }

  /// Ends a step: the scale shrinks after a step that was left out, and grows after enough that were not. Every rank
  /// calls it with the same answer.
  void update(bool finite) {
    if (!finite) {
      scale_ *= rules_.backoff;
      good_steps_ = 0;
      ++skipped_steps_;
    } else if (++good_steps_ == rules_.growth_interval) {
      // Not beyond float: the scale stays where it is, as torch's does.
      if (detail::is_finite(scale_ * rules_.growth)) scale_ *= rules_.growth;
      good_steps_ = 0;
    }
  }

 private:
  gradient_scaling rules_;
  float scale_;
  int good_steps_ = 0;
  long long skipped_steps_ = 0;
};

}  // namespace allotype
