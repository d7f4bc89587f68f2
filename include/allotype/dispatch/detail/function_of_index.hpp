// SPDX-License-Identifier: BSL-1.0
/// \file
/// A function of the index in place of elements in memory: what scans combine and `copy_if` chooses by.
#pragma once

#include <type_traits>

#include <allotype/dispatch/called.hpp>
#include <allotype/dispatch/detail/kernel_indices.hpp>
#include <allotype/dispatch/view.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// `f`, whose argument is converted to its parameter, and whose value to a `Result`.
template <class Result, class Over, class F>
constexpr auto function_of_index(F const& f) {
  return converting_indices<Result, F, typename type_selector<0, typename kernel_parameters<F, Over>::type>::type>{f};
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Whether a function of the indices of `Over` gives values of type `T` on `A`; with `void`, any values.
template <class A, class Over, class T, class F>
struct function_on {
  using indices = detail::kernel_indices<F, Over>;
  static constexpr bool one_dimension = Over::dimensions() == 1;
  static constexpr bool callable = indices::callable;
  static constexpr bool copyable = detail::is_copied_as_bytes<F>;
  static constexpr bool stays = !detail::reads_elsewhere<F, A>;
  static constexpr bool callable_here = runs_where_called<F, A>;
  static constexpr bool marked = is_marked_for<F, A>;
  static constexpr bool no_object = reads_no_object<F, A>;
  struct result {
    bool converts = true;
    bool keeps_values = true;
    bool tells_truth = true;  ///< of a fraction nobody knows what it means as a condition
  };
  static constexpr result judge() {
    if constexpr (indices::value && !detail::is_device_lambda<F> && !std::is_void_v<T>) {
      using type = std::remove_cvref_t<detail::kernel_result<F, Over>>;
      if constexpr (std::is_same_v<T, bool>) {
        return {std::is_convertible_v<type, bool>, true, !detail::is_floating<type>};
      } else {
        return {std::is_convertible_v<type, T>, !detail::narrows<type, T>, true};
      }
    } else {
      return {};
    }
  }
  static constexpr result of = judge();
  static constexpr bool value = indices::value && copyable && stays && callable_here && marked && no_object &&
                                of.converts && of.keeps_values && of.tells_truth;
  static constexpr bool in_a_line = one_dimension && value;
};
/// An error for each reason why it does not.
template <class A, class Over, class T, class F>
struct checked_function_of_index {
  using is = function_on<A, Over, T, F>;
  static_assert(is::callable,
                "the function or condition cannot be called with an index: it needs a const operator() that takes one, "
                "operator()(int)");
  static_assert(is::indices::wide,
                "the function or condition takes an index of fewer than 32 bits: give its operator() a parameter of "
                "int or long long");
  static_assert(is::indices::whole,
                "the function or condition takes an index as a floating-point number: give its operator() a parameter "
                "of int or long long, and convert in the function");
  static_assert(is::indices::known,
                "the extents are 64-bit, and the function or condition is a lambda marked __device__ with a narrower "
                "index, which the host's compiler does not see: give it a long long, or mark it ALLOTYPE_FN");
  static_assert(is::copyable, "the function or condition is not trivially copyable; hold views and numbers");
  static_assert(is::stays,
                "the function or condition reads memory of another accelerator than the queue's: code reads only "
                "memory of its own accelerator, so copy it through the host");
  static_assert(is::callable_here,
                "the function or condition is a lambda marked __device__, which only a CUDA GPU can call, and the "
                "queue is another accelerator's: mark it ALLOTYPE_FN, for both");
  static_assert(is::marked,
                "the function or condition is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(int i) { "
                "... }");
  static_assert(is::no_object,
                "the function or condition is a lambda that captures this, an address of the host, which a GPU cannot "
                "read: copy the members that it uses to variables, and capture those, or capture *this");
  static_assert(is::of.converts, "what the function returns for an index does not convert to the elements' type");
  static_assert(is::of.keeps_values,
                "the elements to write to do not hold the numbers that the function returns: write to elements of the "
                "type that it returns, or of one that holds more, or cast in the function");
  static_assert(is::of.tells_truth,
                "the condition returns a floating-point number for an index: let it compare, and return bool");
};

template <class A, class Over, class T, class F>
struct checked_function_of_a_line : checked_function_of_index<A, Over, T, F> {
  static constexpr bool one_dimension = Over::dimensions() == 1;
  static_assert(one_dimension,
                "the indices have more than one dimension: scans and copy_if go over at::extents{n} or "
                "at::box{{begin, end}}");
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
