// SPDX-License-Identifier: BSL-1.0
/// \file
/// Views that convert: memory holds one number format, and the kernel computes in another. A load rounds to the
/// precision's `compute` type, a store to the type of the memory. One kernel therefore works with every precision.
#pragma once

#include <type_traits>

#include <allotype/core/fixed_text.hpp>
#include <allotype/dispatch/view.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// `View` for kernels of precision `P`. For const elements an index gives a `P::compute`, otherwise a
/// `reference`, which can be assigned to. It is trivially copyable, owns nothing, and belongs to the view's
/// accelerator.
template <class P, class View>
struct precision_view {
  using element_type = typename View::element_type;
  using compute = typename P::compute;
  using accumulate = typename P::accumulate;

  /// One element of a writable view. It reads as `accumulate`, after rounding to `compute`; a store rounds to the
  /// type of the elements.
  class reference {
   public:
    ALLOTYPE_FN constexpr explicit reference(element_type* stored) : stored_(stored) {}

    ALLOTYPE_FN constexpr operator accumulate() const {
      return static_cast<accumulate>(static_cast<compute>(*stored_));
    }

    ALLOTYPE_FN constexpr reference const& operator=(accumulate value) const {
      *stored_ = static_cast<element_type>(value);
      return *this;
    }
    ALLOTYPE_FN constexpr reference const& operator=(reference const& other) const {
      return *this = static_cast<accumulate>(other);
    }
    reference(reference const&) = default;

    ALLOTYPE_FN constexpr reference const& operator+=(accumulate value) const { return *this = *this + value; }
    ALLOTYPE_FN constexpr reference const& operator-=(accumulate value) const { return *this = *this - value; }
    ALLOTYPE_FN constexpr reference const& operator*=(accumulate value) const { return *this = *this * value; }
    ALLOTYPE_FN constexpr reference const& operator/=(accumulate value) const { return *this = *this / value; }

   private:
    element_type* stored_;
  };

  View stored;  ///< the elements as they stand in memory

  template <class... Indices>
    requires(std::is_const_v<element_type>)
  ALLOTYPE_FN constexpr compute operator()(Indices... indices) const {
    return static_cast<compute>(stored(indices...));
  }
  template <class... Indices>
    requires(!std::is_const_v<element_type>)
  ALLOTYPE_FN constexpr reference operator()(Indices... indices) const {
    return reference(&stored(indices...));
  }
};

/// Makes a `precision_view`: `with_precision<bf16_mixed>(buffer.view(on))`.
template <class P, class View>
[[nodiscard]] constexpr precision_view<P, View> with_precision(View const& stored) {
  return {stored};
}
/// Does not compile; it says how a precision is named.
template <fixed_text Name, class View>
[[nodiscard]] constexpr View with_precision(View const& stored) {
  constexpr bool is_a_precision = sizeof(View) == 0;
  static_assert(is_a_precision,
                "with_precision: a text is no precision: name it by its type, with_precision<bf16_mixed>(x.view(on))");
  return stored;
}

namespace detail {

template <class P, class View, class A>
inline constexpr bool belongs_elsewhere<precision_view<P, View>, A> = belongs_elsewhere<View, A>;

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
