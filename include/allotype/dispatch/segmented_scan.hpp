// SPDX-License-Identifier: BSL-1.0
/// \file
/// `segmented_inclusive_scan` and `segmented_exclusive_scan`: a scan of each of many ranges that follow one another.
#pragma once

#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/segmented_reduce.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_segmented_scan, Arguments...> = true;

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// `Inclusive` is a type, as all arguments of a kernel over a
/// lambda are (`holds_lambda`).
template <class View, class Inclusive, class Begin, class Op, class F>
struct scan_segments {
  View to;
  Begin const* begins;
  long long count;
  typename View::element_type init;
  Op op;
  F f;
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    each_segment(block, begins, count, [&](auto const& warp, long long, auto const& indices) {
      auto const store = [&](long long index, typename View::element_type const& value) { to(index) = value; };
      if constexpr (Inclusive::value) {
        warp.inclusive_scan(indices, init, op, f, store);
      } else {
        warp.exclusive_scan(indices, init, op, f, store);
      }
    });
  }
};

template <bool Inclusive, class A, class Begins, class To, class T, class Op, class F>
void scan_of_segments(queue<A>& on, char const* verb, Begins const& begins, To&& to, T const& init, Op const& op,
                      F const& f) {
  using target = std::remove_reference_t<To>;
  if constexpr (!are_lines<A, Begins const, target>) {
    (void)sizeof(checked_lines<A, Begins const, target>);
  } else {
    using begin = std::remove_const_t<element_of_line<Begins const, A>>;
    using element = element_of_line<target, A>;
    using over = extents<1, begin>;
    if constexpr (checked_segments<A, begin, element, T, Op>::value) {
      if constexpr (!function_on<A, over, element, F>::value) {
        (void)sizeof(checked_function_of_index<A, over, element, F>);
      } else if constexpr (dispatchable<A>) {
        auto const from = line_of(on, begins, verb);
        auto const written = line_of(on, to, verb);
        long long const count = from.count > 0 ? from.count - 1 : 0;
        auto const function = detail::function_of_index<element, over>(f);
        using elements = view<element, 1, A, long long>;
        launch_for_segments(
            on, count,
            scan_segments<elements, std::bool_constant<Inclusive>, begin, Op, std::remove_const_t<decltype(function)>>{
                elements{written.elements, {written.count}}, from.elements, count, static_cast<element>(init), op,
                function});
      }
    }
  }
}

}  // namespace mode_detail

/// For each segment `s`, element `i` of `to` becomes `op` of `init` and `f` of the indices from `begins(s)` up to `i`,
/// in their order; `i` is below `begins(s + 1)`. `begins` and `to` are buffers or views of one dimension, of integers
/// and of any elements. The type of the elements is that of the combinations. `op` is associative. A segment is scanned
/// by 32 threads on CUDA and by one on a CPU. Asynchronous if the backend is. Complexity: as many calls of `f` as the
/// segments have indices.
/// \pre begins(s) <= begins(s + 1), and `to` has an element for each index
/// \throws device_error if CUDA refuses the launch; index_error in checked builds, if `to` lacks an index
template <class A, class Begins, class To, class T, class Op, class F>
void segmented_inclusive_scan(queue<A>& on, Begins const& begins, To&& to, T const& init, Op const& op, F const& f) {
  mode_detail::scan_of_segments<true>(on, "segmented_inclusive_scan", begins, to, init, op, f);
}
/// The same without `i` itself: the first element of a segment becomes `init`. Complexity: as many calls of `f` as the
/// segments have indices.
/// \throws device_error, index_error as above
template <class A, class Begins, class To, class T, class Op, class F>
void segmented_exclusive_scan(queue<A>& on, Begins const& begins, To&& to, T const& init, Op const& op, F const& f) {
  mode_detail::scan_of_segments<false>(on, "segmented_exclusive_scan", begins, to, init, op, f);
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<6, 6, Arguments...>
void segmented_inclusive_scan(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<6, 6, Arguments...>;
  static_assert(in_order,
                "segmented_inclusive_scan: the arguments are (queue, begins, results, initial value, operation, "
                "function). The queue is a variable that is not const");
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<6, 6, Arguments...>
void segmented_exclusive_scan(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<6, 6, Arguments...>;
  static_assert(in_order,
                "segmented_exclusive_scan: the arguments are (queue, begins, results, initial value, operation, "
                "function). The queue is a variable that is not const");
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
