// SPDX-License-Identifier: BSL-1.0
/// \file
/// `multi_reduce`: the indices say into which of many results their values are combined. Histograms are such sums.
#pragma once

#include <type_traits>

#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/dispatch/atomic.hpp>
#include <allotype/dispatch/detail/at_position.hpp>
#include <allotype/dispatch/detail/function_of_index.hpp>
#include <allotype/dispatch/detail/line.hpp>
#include <allotype/dispatch/detail/share.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/for_each.hpp>
#include <allotype/dispatch/launch.hpp>
#include <allotype/dispatch/operations.hpp>
#include <allotype/dispatch/subgroups.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_multi_reduce, Arguments...> = true;

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Combines a value with an element that other threads of the scope change, too.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
template <memory_scope Scope, class T, class Op>
ALLOTYPE_FN void combine_with(T& element, T const& value, Op const& op) {
  auto const shared = atomic<Scope>(element);
  if constexpr (std::is_same_v<Op, plus> && detail::is_atomic_number<T>) {
    shared.fetch_add(value);
  } else {
    using bits = detail::atomic_word<T>;
    T now = shared.load();
    T next = op(now, value);
    while (__builtin_bit_cast(bits, next) != __builtin_bit_cast(bits, now) && !shared.compare_exchange(now, next)) {
      next = op(now, value);
    }
  }
}

/// A kernel of `for_each`: each index changes its result by itself. `Atomic` is a type, as all arguments of a kernel
/// over a lambda are (`holds_lambda`).
template <class Atomic, class T, class Op, class F>
struct combine_by_index {
  T* results;
  Op op;
  F f;
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class... Index>
  ALLOTYPE_FN void operator()(Index... index) const {
    auto const found = f(index...);
    if constexpr (Atomic::value) {
      combine_with<memory_scope::device>(results[found.index], static_cast<T>(found.value), op);
    } else {
      results[found.index] = static_cast<T>(op(results[found.index], static_cast<T>(found.value)));
    }
  }
  /// Hands the function to `call`, with its arguments.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Call, class... Index>
  ALLOTYPE_FN void calls_inside(Call const& call, Index... index) const {
    call(f, index...);
  }
};

/// A kernel of `launch`: each block has a copy of the results in its shared memory, and adds it to them in the end.
template <class T, class Over, class F>
struct sum_by_block {
  Over over;
  long long count;
  int blocks, results_count;
  T* results;
  F f;
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    T* const own = block.template shared<T>();
    block.for_each(results_count, [&](int i) { own[i] = T{}; });
    share const mine(count, block.index(), blocks);
    block.for_each(mine.size(), [&](long long i) {
      auto const found = detail::value_at(over, mine.begin + i, f);
      atomic<memory_scope::block>(own[found.index]).fetch_add(static_cast<T>(found.value));
    });
    block.for_each_nowait(results_count, [&](int i) {
      if (own[i] != T{}) atomic(results[i]).fetch_add(own[i]);
    });
  }
};

inline constexpr int most_bytes_of_private_results = 48 * 1024;
// A constant of the CUDA backend has the option's name, too.
using grid_of_private_results =
    grid<allotype::threads_per_block<512>, shared_memory_per_block<at_most<bytes{most_bytes_of_private_results}>>>;

/// What the function returns: a `value`, and the `index` of the result that it belongs to.
template <class Found, class T>
concept indexed_value_of = requires(Found found) {
  requires std::is_convertible_v<decltype(found.value), T>;
  requires std::is_integral_v<decltype(found.index)>;
};

/// Whether the values of a function can be combined into elements of type `T` on `A`.
template <class A, class Over, class T, class Op, class F>
struct multi_reduction_on {
  using function = function_on<A, Over, void, F>;
  static constexpr bool seen = !detail::is_device_lambda<F>;
  static constexpr bool elements =
      (detail::is_atomic_number<T> || detail::is_struct_of_a_word<T>) && !std::is_const_v<T>;
  static constexpr bool combines = detail::combines_two<Op, std::remove_const_t<T>>;
  static constexpr bool copyable = detail::is_copied_as_bytes<Op>;
  static constexpr bool marked = is_marked_for<Op, A>;
  struct result {
    bool indexed = true;
    bool keeps_values = true;
  };
  static constexpr result judge() {
    if constexpr (function::value && seen) {
      using found = std::remove_cvref_t<detail::kernel_result<F, Over>>;
      if constexpr (indexed_value_of<found, T>) {
        return {true, !detail::narrows<decltype(found::value), T>};
      } else {
        return {false, true};
      }
    } else {
      return {};
    }
  }
  static constexpr result of = judge();
  static constexpr bool value =
      function::value && seen && elements && combines && copyable && marked && of.indexed && of.keeps_values;
};
/// An error for each reason why not.
template <class A, class Over, class T, class Op, class F>
struct checked_multi_reduction : checked_function_of_index<A, Over, void, F> {
  using is = multi_reduction_on<A, Over, T, Op, F>;
  static_assert(is::seen,
                "multi_reduce: the function is a lambda marked __device__, whose result the host's compiler does not "
                "see: mark it ALLOTYPE_FN");
  static_assert(is::elements,
                "multi_reduce: the results are combined by atomic operations: they are integers, float, double or a "
                "struct of 4 or 8 bytes, and not const");
  static_assert(is::combines, "multi_reduce: the operation does not take two results and return one");
  static_assert(is::copyable || !is::combines,
                "multi_reduce: the operation is not trivially copyable; hold views and numbers");
  static_assert(is::marked,
                "multi_reduce: the operation is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(int a, "
                "int b) { ... }, or name at::plus{}");
  static_assert(is::of.indexed,
                "multi_reduce: the function returns no at::indexed{value, index}: the value, and which result it is "
                "combined with");
  static_assert(is::of.keeps_values,
                "multi_reduce: the results do not hold the numbers that the function returns: take results of the type "
                "that it returns, or of one that holds more, or cast in the function");
};

/// Sums of numbers that a block's shared memory holds: a block adds up what many indices give.
template <class Kernel, class A, class Over, class T, class F>
void sum_in_blocks(queue<A>& on, Over const& over, long long count, line<T> results, F const& f) {
  // Enough indices for a block that its own results cost little.
  long long const least = 8 * results.count > 8192 ? 8 * results.count : 8192, wanted = (count + least - 1) / least;
  int const blocks = static_cast<int>(wanted < 1024 ? wanted : 1024);
  bytes const held{static_cast<unsigned long long>(results.count) * sizeof(T)};
  launch(on, grid_of_private_results{blocks, held},
         Kernel{over, count, blocks, static_cast<int>(results.count), results.elements, f});
}

}  // namespace mode_detail

/// For each index of `over`, extents or a box, `f(index)` returns an `indexed{value, which}`: `results(which)` becomes
/// `op(results(which), value)`. So results count with what they hold before. `results` is a buffer or a view of one
/// dimension, of numbers or of structs of 4 or 8 bytes; `op` is associative and commutative. The order differs from run
/// to run, so floating-point sums differ in the last digits. Asynchronous if the backend is. Complexity: `n` calls of
/// `f` and of `op`; sums are made in the shared memory of blocks where it holds the results, up to 48 KiB.
/// \pre 0 <= which < results.size()
/// \throws size_error if the parameters of `f` do not hold the indices; device_error if CUDA refuses the launch
template <class A, detail::index_range Over, class Results, class Op, class F>
void multi_reduce(queue<A>& on, Over const& over, Results&& results, Op const& op, F const& f) {
  using target = std::remove_reference_t<Results>;
  if constexpr (!mode_detail::are_lines<A, target>) {
    (void)sizeof(mode_detail::checked_target<A, target>);
  } else {
    using T = mode_detail::element_of_line<target, A>;
    if constexpr (!mode_detail::multi_reduction_on<A, Over, T, Op, F>::value) {
      (void)sizeof(mode_detail::checked_multi_reduction<A, Over, T, Op, F>);
    } else if constexpr (dispatchable<A>) {
      using backend = mode_detail::backend_of<A>;
      using found = std::remove_cvref_t<detail::kernel_result<F, Over>>;
      constexpr bool one_thread = std::is_same_v<backend, serial>;
      constexpr bool sums = std::is_same_v<Op, plus> && detail::is_atomic_number<T> && !one_thread;
      long long const count = detail::check(over);
      auto const held = mode_detail::line_of(on, results, "multi_reduce");
      if (count == 0) return;
      detail::with_indices_of_kernel<found, 1>("multi_reduce", over, f, [&](auto const& sizes, auto const& counted) {
        using counted_type = std::remove_cvref_t<decltype(counted)>;
        using by_block = mode_detail::sum_by_block<T, std::remove_cvref_t<decltype(sizes)>, counted_type>;
        if constexpr (sums && mode_detail::launches<backend, typename queue<A>::state_type,
                                                    mode_detail::grid_of_private_results, by_block>) {
          if (held.count * static_cast<long long>(sizeof(T)) <= mode_detail::most_bytes_of_private_results) {
            mode_detail::sum_in_blocks<by_block>(on, sizes, count, held, counted);
            return;
          }
        }
        for_each(on, sizes,
                 mode_detail::combine_by_index<std::bool_constant<!one_thread>, T, Op, counted_type>{held.elements, op,
                                                                                                     counted});
      });
    }
  }
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<5, 5, Arguments...>
void multi_reduce(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<5, 5, Arguments...>;
  static_assert(in_order,
                "multi_reduce: the arguments are (queue, extents, results, operation, function): the function returns "
                "which result an index belongs to and its value. The queue is a variable that is not const");
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
