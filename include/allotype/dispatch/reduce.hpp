// SPDX-License-Identifier: BSL-1.0
/// \file
/// `reduce(queue, extents, init, op, f)` combines the values of all indices to one.
#pragma once

#include <type_traits>

#include <allotype/dispatch/called.hpp>
#include <allotype/dispatch/detail/reduce_by_for_each.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/operations.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// Whether a reduction on `A` makes sense. The errors are in a class of their own: of a condition that failed clang
/// compiles both ways.
template <class A, class Over, class T, class Op, class F>
struct reduction_on {
  using indices = detail::kernel_indices<F, Over>;
  static constexpr bool callable = indices::callable;
  static constexpr bool copyable = detail::is_copied_as_bytes<F> && detail::is_copied_as_bytes<Op>;
  static constexpr bool stays = !detail::reads_elsewhere<F, A>;
  static constexpr bool combines = detail::combines_two<Op, T>;
  static constexpr bool keeps_combined = detail::keeps_combined<Op, T>;
  static constexpr bool keeps_operands = detail::keeps_arguments<Op, T>;
  static constexpr bool regroups = detail::can_be_regrouped<Op, T>;
  static constexpr bool callable_here = runs_where_called<F, A> && runs_where_called<Op, A>;
  static constexpr bool marked = is_marked_for<F, A> && is_marked_for<Op, A>;
  static constexpr bool no_object = reads_no_object<F, A> && reads_no_object<Op, A>;
  /// What the compiler sees that the function returns for an index.
  struct result {
    bool converts = callable;
    bool keeps_fractions = true;  ///< a sum that begins with `0` would leave out what is behind the point of each value
    bool keeps_values = true;
  };
  static constexpr result judge() {
    if constexpr (callable && !detail::is_device_lambda<F>) {
      using type = detail::kernel_result<F, Over>;
      return {std::is_convertible_v<type, T>, !detail::cuts_fractions<type, T>, !detail::narrows<type, T>};
    } else {
      return {};
    }
  }
  static constexpr bool converts = judge().converts;
  static constexpr bool keeps_fractions = judge().keeps_fractions;
  static constexpr bool keeps_values = judge().keeps_values;
  static constexpr bool value = indices::value && copyable && stays && combines && keeps_combined && keeps_operands &&
                                regroups && callable_here && marked && no_object && converts && keeps_values;
};
/// An error for each reason why it does not.
template <class A, class Over, class T, class Op, class F>
struct checked_reduction {
  using is = reduction_on<A, Over, T, Op, F>;
  static_assert(
      is::callable,
      "reduce: the function cannot be called with these extents: it needs a const operator() that takes one "
      "index for each dimension, operator()(int), (int row, int column), (int plane, int row, int column), ...");
  static_assert(is::indices::wide,
                "reduce: the function takes an index of fewer than 32 bits: give its operator() parameters of 32 or 64 "
                "bits, int or "
                "long long");
  static_assert(is::indices::whole,
                "reduce: the function takes an index as a floating-point number: give its operator() parameters of int "
                "or long long, and "
                "convert in the function");
  static_assert(is::indices::known,
                "reduce: the extents are 64-bit, and the function is a lambda marked __device__ with narrower indices, "
                "which the host's "
                "compiler does not see: give it parameters of long long, or mark it ALLOTYPE_FN");
  static_assert(is::copyable || !is::callable,
                "reduce: the function or the operation is not trivially copyable; hold views and numbers");
  static_assert(
      is::stays,
      "reduce: the function reads memory of another accelerator than the queue's: code reads only memory of its "
      "own accelerator, so copy it through the host");
  static_assert(
      is::combines || !is::callable,
      "reduce: the operation does not take two values of the initial value's type and return one; arg_minimum and "
      "arg_maximum take at::indexed{value, index}, an at::tuple needs at::elementwise, and plus an operator+");
  static_assert(
      is::callable_here,
      "reduce: the function or the operation is a lambda marked __device__, which only a CUDA GPU can call, and the "
      "queue is another accelerator's: mark it ALLOTYPE_FN, for both");

  static_assert(is::marked,
                "reduce: the function or the operation is a lambda that is not marked for GPUs: mark it, [=] "
                "ALLOTYPE_FN(int i) { ... }");
  static_assert(is::no_object,
                "reduce: the function is a lambda that captures this, an address of the host, which a GPU cannot read: "
                "copy the members "
                "that it uses to variables, and capture those, or capture *this");
  static_assert(!is::callable || !is::combines || is::converts,
                "reduce: what the function returns for an index does not convert to the initial value's type");
  static_assert(
      is::keeps_fractions,
      "reduce: the initial value is an integer and the function returns floating-point numbers, which would lose their "
      "fractions: begin with 0.0 or 0.f, or let the function return integers");
  static_assert(
      !is::keeps_fractions || is::keeps_values,
      "reduce: the function returns numbers that the type of the result does not hold: begin with a value of the type "
      "that the function returns, such as 0.0 or 0LL, give memory of that type for the result, or cast in the "
      "function");
  static_assert(
      is::keeps_combined || !is::callable,
      "reduce: the operation returns numbers that the type of the values which it combines does not hold: begin with a "
      "value of the type that it returns, such as 0.0 or 0LL, or cast in the operation");
  static_assert(
      is::keeps_operands || !is::callable,
      "reduce: the operation takes integers and combines floating-point numbers, which would lose their fractions: "
      "give its operator() parameters of the initial value's type");
  static_assert(
      is::regroups,
      "reduce: the operation gives another result in another order, as a - b does: values are combined in any "
      "order, so op(op(a, b), c) must be op(a, op(b, c))");
};
/// The error where the initial value is a floating-point number and the result is an integer.
template <class Init, class T>
struct checked_initial_value {
  static constexpr bool holds = !detail::cuts_fractions<Init, T>;
  static_assert(holds,
                "reduce: the initial value is a floating-point number and the result is an integer, which would lose "
                "its fraction: "
                "begin with an integer, or give memory for a floating-point number");
};

template <class Backend, class State, class Extents, class T, class Op, class F>
concept reduces = requires(State& state, Extents const& over, T const& init, Op const& op, F const& f) {
  run_reduce(Backend{}, state, over, init, op, f);
};
/// The backend leaves the result in its own memory, without waiting for it.
template <class Backend, class State, class Extents, class T, class Op, class F>
concept reduces_into = requires(State& state, Extents const& over, T const& init, Op const& op, F const& f, T* result) {
  run_reduce(Backend{}, state, over, init, op, f, result);
};

template <class Backend, class State, class Extents, class T, class Op, class F>
T reduced_value(State& state, Extents const& over, T const& init, Op const& op, F const& f) {
  constexpr bool by_backend = reduces<Backend, State, Extents, T, Op, F>, by_for_each = has_for_each<Backend, State>;
  static_assert(
      by_backend || by_for_each,
      "reduce: the header for this accelerator is missing: write #include <allotype/allotype.hpp>; a backend of "
      "your own needs a run_reduce or a run_for_each of its own");
  if constexpr (by_backend) {
    return run_reduce(Backend{}, state, over, init, op, f);
  } else if constexpr (by_for_each) {
    return reduce_by_for_each<Backend>(state, over, init, op, f);
  } else {
    return init;
  }
}

template <class Backend, class State, class Extents, class T, class Op, class F>
void reduce_into(State& state, Extents const& over, T const& init, Op const& op, F const& f, T* result) {
  if constexpr (reduces_into<Backend, State, Extents, T, Op, F>) {
    run_reduce(Backend{}, state, over, init, op, f, result);
  } else {
    T const value = reduced_value<Backend>(state, over, init, op, f);
    copy_bytes(Backend{}, state, result, &value, sizeof(T), direction::to_device);
  }
}

}  // namespace mode_detail

/// Combines `init` and `f(index)` of all indices of `over`, extents or a box, by `op`, which must be associative and
/// commutative. `init` counts once, and its type is the type of the result. The order depends on the backend and on the
/// number of threads, so floating-point sums differ in the last digits. Waits for the work before it and for the
/// result. The parameters of `f` are integers of 32 or 64 bits, as those of a kernel. On CUDA a `T` has at most 1024
/// bytes. On a backend without a `run_reduce` of its own it has at most 65,536. What `f` returns converts to `T`
/// without loss, or does not compile. Complexity: `n` calls of `f` and of `op`.
/// \throws size_error if the extents are negative, too many for 64 bits or for the parameters of `f`, or on CUDA too
/// many for their index type; device_error if earlier work or the reduction failed; what `f` throws on the CPU
template <class A, detail::index_range Over, class T, class Op, class F>
[[nodiscard("reduce returns the value: auto const sum = reduce(...); it writes to nothing")]] T reduce(
    queue<A>& on, Over const& over, T const& init, Op const& op, F const& f) {
  if constexpr (!mode_detail::reduction_on<A, Over, T, Op, F>::value) {
    (void)sizeof(mode_detail::checked_reduction<A, Over, T, Op, F>);
  } else if constexpr (dispatchable<A>) {
    detail::check(over);
    T result = detail::with_indices_of_kernel<T, 1>("reduce", over, f, [&](auto const& sizes, auto const& counted) {
      return detail::naming_kernel<F>(
          [&] { return mode_detail::reduced_value<mode_detail::backend_of<A>>(on.state(), sizes, init, op, counted); });
    });
    mode_detail::waiting::order_of(on).done();
    return result;
  }
  return init;
}

/// The same, and the result becomes the one element of `result`, which is memory of `A`. Asynchronous if the backend
/// is.
/// \throws size_error as above, or if `result` has another number of elements than one; device_error if CUDA refuses
/// the launch
template <class A, detail::index_range Over, class T, class Op, class F, class Owner, class ResultIndex, class Layout>
void reduce(queue<A>& on, Over const& over, std::type_identity_t<T> const& init, Op const& op, F const& f,
            view<T, 1, Owner, ResultIndex, Layout> const& result) {
  if constexpr (!mode_detail::reduction_on<A, Over, T, Op, F>::value) {
    (void)sizeof(mode_detail::checked_reduction<A, Over, T, Op, F>);
  } else if constexpr (mode_detail::same_accelerator<Owner, A>::value && dispatchable<A>) {
    static_assert(sizeof(mode_detail::checked_element<T, mode_detail::backend_of<A>>) != 0);
    detail::check(over);
    if (result.extents.size() != 1) detail::sizes_differ("reduce", "a reduction", 1, "the view", result.extents.size());
    mode_detail::record_use(on, result, true, "reduce");
    detail::with_indices_of_kernel<T, 1>("reduce", over, f, [&](auto const& sizes, auto const& counted) {
      detail::naming_kernel<F>([&] {
        mode_detail::reduce_into<mode_detail::backend_of<A>>(on.state(), sizes, init, op, counted, &result(0));
      });
    });
  }
}
template <class A, detail::index_range Over, class T, class Op, class F, class Owner>
void reduce(queue<A>& on, Over const& over, std::type_identity_t<T> const& init, Op const& op, F const& f,
            buffer<T, Owner>& result) {
  reduce(on, over, init, op, f, result.view(on));
}

/// An initial value of another type of number is converted if the result's type holds it.
/// \throws size_error also if it does not
template <class A, detail::index_range Over, class T, class Init, class Op, class F, class Owner, class ResultIndex,
          class Layout>
  requires detail::number_for<Init, T>
void reduce(queue<A>& on, Over const& over, Init const& init, Op const& op, F const& f,
            view<T, 1, Owner, ResultIndex, Layout> const& result) {
  if constexpr (detail::cuts_fractions<Init, T>) {
    (void)sizeof(mode_detail::checked_initial_value<Init, T>);
  } else {
    reduce(on, over, detail::held_value<T>(init, "reduce"), op, f, result);
  }
}
template <class A, detail::index_range Over, class T, class Init, class Op, class F, class Owner>
  requires detail::number_for<Init, T>
void reduce(queue<A>& on, Over const& over, Init const& init, Op const& op, F const& f, buffer<T, Owner>& result) {
  reduce(on, over, init, op, f, result.view(on));
}

/// The same by one of several functions of a name, such as `std::max<float>`. A host processor calls it; a GPU does
/// not.
template <class A, detail::index_range Over, class T, class F>
[[nodiscard("reduce returns the value: auto const sum = reduce(...); it writes to nothing")]] T reduce(
    queue<A>& on, Over const& over, T const& init, T const& (*op)(T const&, T const&), F const& f) {
  constexpr bool calls_functions = mode_detail::reads_host_memory<A>;
  static_assert(calls_functions,
                "reduce: code on this accelerator calls no function of the host's: an operation is an object, "
                "at::maximum{}, or a struct whose operator() is marked ALLOTYPE_FN");
  if constexpr (calls_functions) {
    return reduce<A, Over, T, T const& (*)(T const&, T const&), F>(on, over, init, op, f);
  } else {
    return init;
  }
}

/// Does not compile; it says what the second argument is.
template <class A, class Over, class T, class... Others>
  requires(!detail::index_range<Over> && sizeof...(Others) >= 2)
auto reduce(queue<A>&, Over const&, T const&, Others const&...) {
  constexpr bool over_extents = detail::index_range<Over>;
  static_assert(over_extents, "reduce: the second argument is at::extents{n} or at::box{{begin, end}}");
  return detail::any_result{};
}
template <class A, detail::index_range Over, class T, class Op, class F, class Result>
  requires(!requires { typename Result::accelerator; })
void reduce(queue<A>&, Over const&, T const&, Op const&, F const&, Result const&) {
  constexpr bool on_accelerator = requires { typename Result::accelerator; };
  static_assert(
      on_accelerator,
      "reduce: the sixth argument is a buffer or a view of one element in the accelerator's memory; for a "
      "result in the host's, leave it out: double sum = at::reduce(queue, extents, 0.0, operation, function)");
}

/// Does not compile; it says what comes first.
template <class A, detail::index_range Over, class Op, class T, class F>
  requires std::is_arithmetic_v<T>
auto reduce(queue<A>&, Over const&, Op const&, T const&, F const&) {
  static_assert(
      !std::is_arithmetic_v<T>,
      "reduce: the initial value comes before the operation: reduce(queue, extents, 0.0, operation, function)");
  return detail::any_result{};
}
/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<5, 6, Arguments...>
auto reduce(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<5, 6, Arguments...>;
  static_assert(in_order,
                "reduce: the arguments are (queue, extents, initial value, operation, function), and the result is "
                "returned: double sum = at::reduce(queue, at::extents{n}, 0.0, at::plus{}, function). The queue is a "
                "variable that is not const");
  return detail::any_result{};
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class reduce_takes_a_queue_extents_an_initial_value_an_operation_and_a_function = void>
detail::any_result reduce(detail::any_value, detail::any_value = {}, detail::any_value = {},
                          detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
