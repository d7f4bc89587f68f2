// SPDX-License-Identifier: BSL-1.0
/// \file
/// `segmented_reduce`: a result for each of many ranges that follow one another, such as the rows of a sparse matrix.
#pragma once

#include <type_traits>

#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/dispatch/detail/function_of_index.hpp>
#include <allotype/dispatch/detail/line.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/launch.hpp>
#include <allotype/dispatch/operations.hpp>
#include <allotype/dispatch/subgroups.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_segmented_reduce, Arguments...> = true;

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Each has a warp.
inline constexpr int segments_of_a_block = 8;

/// Calls `f(subgroup, segment, indices)` for the block's segments: a subgroup of 32 lanes, on CUDA a warp, has one.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
template <class Block, class Begin, class F>
ALLOTYPE_FN void each_segment(Block const& block, Begin const* begins, long long count, F const& f) {
  auto const warps = subgroups<32>(block);
  long long const first = static_cast<long long>(block.index()) * warps.count();
  warps.for_each_nowait(warps.count(), [&](auto const& warp, int i) {
    long long const segment = first + i;
    if (segment >= count) return;  // the same for all lanes
    box<1, long long> const indices{
        {static_cast<long long>(begins[segment]), static_cast<long long>(begins[segment + 1])}};
    f(warp, segment, indices);
  });
}

template <class A, class Kernel>
void launch_for_segments(queue<A>& on, long long count, Kernel const& kernel) {
  int const blocks = static_cast<int>((count + segments_of_a_block - 1) / segments_of_a_block);
  launch(on, grid<allotype::threads_per_block<32 * segments_of_a_block>>{blocks}, kernel);
}

template <class Begin, class T, class Op, class F>
struct reduce_segments {
  Begin const* begins;
  T* results;
  long long count;
  T init;
  Op op;
  F f;
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    each_segment(block, begins, count, [&](auto const& warp, long long segment, auto const& indices) {
      T const result = warp.reduce(indices, init, op, f);
      warp.single_nowait([&] { results[segment] = result; });
    });
  }
};

/// Whether segments of indices of type `Begin` are reduced to elements of type `T` on `A`.
template <class A, class Begin, class T, class Init, class Op>
struct checked_segments {
  static constexpr bool whole = detail::index_type<Begin>;
  static constexpr bool writable = !std::is_const_v<T>;
  static constexpr bool begins_whole = std::is_convertible_v<Init, T> && !detail::cuts_fractions<Init, T>;
  static constexpr bool combines = detail::combines_two<Op, std::remove_const_t<T>> &&
                                   detail::keeps_combined<Op, std::remove_const_t<T>> &&
                                   detail::keeps_arguments<Op, std::remove_const_t<T>>;
  static constexpr bool marked = is_marked_for<Op, A>;
  static_assert(whole, "a verb on segments: where segments begin are integers of 32 or 64 bits");
  static_assert(writable, "a verb on segments: the results are const");
  static_assert(
      begins_whole,
      "a verb on segments: the initial value does not convert to the results' type, or would lose its fraction");
  static_assert(
      combines,
      "a verb on segments: the operation does not take two results and return one that they hold: reduce into "
      "results of the type that it returns");
  static_assert(marked,
                "a verb on segments: the operation is a lambda that is not marked for GPUs: mark it, [=] "
                "ALLOTYPE_FN(float a, float b) { ... }, or name at::plus{}");
  static constexpr bool value = whole && writable && begins_whole && combines && marked;
};

}  // namespace mode_detail

/// Result `s` becomes `op` of `init` and `f(i)` for each `i` from `begins(s)` up to and without `begins(s + 1)`.
/// `begins` has one element more than `results`; both are buffers or views of one dimension, of integers and of any
/// elements. The type of the results is that of the combinations. `op` is associative and commutative. A segment is
/// combined by 32 threads on CUDA and by one on a CPU. Asynchronous if the backend is. Complexity: as many calls of `f`
/// and of `op` as the segments have indices.
/// \pre begins(s) <= begins(s + 1)
/// \throws size_error if there is not one beginning more than results; device_error if CUDA refuses the launch
template <class A, class Begins, class Results, class T, class Op, class F>
void segmented_reduce(queue<A>& on, Begins const& begins, Results&& results, T const& init, Op const& op, F const& f) {
  using target = std::remove_reference_t<Results>;
  if constexpr (!mode_detail::are_lines<A, Begins const, target>) {
    (void)sizeof(mode_detail::checked_lines<A, Begins const, target>);
  } else {
    using begin = std::remove_const_t<mode_detail::element_of_line<Begins const, A>>;
    using element = mode_detail::element_of_line<target, A>;
    using over = extents<1, begin>;
    if constexpr (mode_detail::checked_segments<A, begin, element, T, Op>::value) {
      if constexpr (!mode_detail::function_on<A, over, element, F>::value) {
        (void)sizeof(mode_detail::checked_function_of_index<A, over, element, F>);
      } else if constexpr (dispatchable<A>) {
        auto const from = mode_detail::line_of(on, begins, "segmented_reduce");
        auto const to = mode_detail::line_of(on, results, "segmented_reduce");
        if (from.count != to.count + 1) {
          detail::sizes_differ("segmented_reduce", "what says where segments begin, less one,", from.count - 1,
                               "what is written", to.count);
        }
        auto const function = detail::function_of_index<element, over>(f);
        mode_detail::launch_for_segments(
            on, to.count,
            mode_detail::reduce_segments<begin, element, Op, std::remove_const_t<decltype(function)>>{
                from.elements, to.elements, to.count, static_cast<element>(init), op, function});
      }
    }
  }
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<6, 6, Arguments...>
void segmented_reduce(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<6, 6, Arguments...>;
  static_assert(in_order,
                "segmented_reduce: the arguments are (queue, begins, results, initial value, operation, function). The "
                "queue is a variable that is not const");
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
