// SPDX-License-Identifier: BSL-1.0
/// \file
/// `inclusive_scan` and `exclusive_scan`: for each element the combination of the elements before it.
#pragma once

#include <type_traits>

#include <allotype/dispatch/detail/function_of_index.hpp>
#include <allotype/dispatch/detail/line.hpp>
#include <allotype/dispatch/detail/scan_by_for_each.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/operations.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class From, class To>
struct read_element {
  From const* from;
  ALLOTYPE_FN To operator()(long long i) const { return static_cast<To>(from[i]); }
};
template <class To>
struct write_element {
  To* to;
  ALLOTYPE_FN void operator()(long long i, To const& value) const { to[i] = value; }
};

template <class Backend, class State, class Start, class Op, class In, class Out>
concept scans = requires(State& state, Start const& start, Op const& op, In const& in, Out const& out) {
  run_scan(Backend{}, state, 0LL, start, op, in, out);
};

/// Combines `in(i)` for `i` from 0 to `count - 1` one after another. `out(i, value)` gets the combination up to `i`; if
/// `Start::exclusive`, that of `start.value` and all before `i`. Each `in(i)` may be called several times, and `out(i,
/// …)` once after them. A backend's `run_scan` does the same.
template <class Backend, class State, class Start, class Op, class In, class Out>
void scan(State& state, long long count, Start const& start, Op const& op, In const& in, Out const& out) {
  if constexpr (scans<Backend, State, Start, Op, In, Out>) {
    run_scan(Backend{}, state, count, start, op, in, out);
  } else {
    scan_by_for_each<Backend>(state, count, start, op, in, out);
  }
}

template <class A, class From, class To, class Op>
struct scan_on {
  using from = std::remove_const_t<element_of_line<From, A>>;
  using to = element_of_line<To, A>;
  static constexpr bool writable = !std::is_const_v<to>;
  static constexpr bool converts = std::is_convertible_v<from, to>;
  static constexpr bool keeps_values = !detail::narrows<from, to>;
  static constexpr bool combines = detail::combines_two<Op, std::remove_const_t<to>>;
  static constexpr bool keeps_combined = detail::keeps_combined<Op, std::remove_const_t<to>>;
  static constexpr bool keeps_operands = detail::keeps_arguments<Op, std::remove_const_t<to>>;
  static constexpr bool regroups = detail::can_be_regrouped<Op, std::remove_const_t<to>>;
  static constexpr bool copyable = detail::is_copied_as_bytes<Op>;
  static constexpr bool callable_here = runs_where_called<Op, A>;
  static constexpr bool marked = is_marked_for<Op, A>;
  static constexpr bool value = writable && converts && keeps_values && combines && keeps_combined && keeps_operands &&
                                regroups && copyable && callable_here && marked;
};
template <class A, class From, class To, class Op>
struct checked_scan {
  using is = scan_on<A, From, To, Op>;
  static_assert(is::writable, "scan: the elements to write to are const");
  static_assert(is::converts, "scan: the elements to read do not convert to those to write to");
  static_assert(
      is::keeps_values,
      "scan: the elements to write to do not hold the numbers of those to read: write to elements of the type that is "
      "read, or of one that holds more");
  static_assert(is::keeps_combined,
                "scan: the operation returns numbers that the elements to write to do not hold: write to elements of "
                "the type that "
                "it returns, or cast in the operation");
  static_assert(
      is::combines,
      "scan: the operation does not take two elements of the type to write to and return one; arg_minimum and "
      "arg_maximum take at::indexed{value, index}, an at::tuple needs at::elementwise, and plus an operator+");
  static_assert(
      is::keeps_operands,
      "scan: the operation takes integers and combines floating-point numbers, which would lose their fractions: give "
      "its operator() parameters of the elements' type");
  static_assert(
      is::regroups,
      "scan: the operation gives another result in another order, as a - b does: threads combine parts of the "
      "elements first, so op(op(a, b), c) must be op(a, op(b, c))");
  static_assert(is::copyable || !is::combines, "scan: the operation is not trivially copyable; hold views and numbers");
  static_assert(
      is::callable_here,
      "scan: the operation is a lambda marked __device__, which only a CUDA GPU can call, and the queue is another "
      "accelerator's: mark it ALLOTYPE_FN, for both");
  static_assert(is::marked,
                "scan: the operation is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(float a, float "
                "b) { ... }, or name at::plus{}");
};

/// The value that an exclusive scan begins with.
template <class Element, class T>
struct first_of_scan {
  static constexpr bool converts = std::is_constructible_v<Element, T const&>;
  static constexpr bool keeps_fraction = !detail::cuts_fractions<T, Element>;
  static constexpr bool value = converts && keeps_fraction;
  static Element of(T const& init) {
    if constexpr (detail::number_for<T, Element>) {
      return detail::held_value<Element>(init, "exclusive_scan");
    } else {
      return static_cast<Element>(init);
    }
  }
};
template <class Element, class T>
struct checked_first_of_scan {
  using is = first_of_scan<Element, T>;
  static_assert(is::converts, "exclusive_scan: the value to begin with does not convert to the elements to write to");
  static_assert(
      is::keeps_fraction,
      "exclusive_scan: the value to begin with is a floating-point number and the elements to write to are integers, "
      "which would lose its fraction: begin with an integer, or write to floating-point numbers");
};

template <class A, class From, class To, class Start, class Op>
void scan_line(queue<A>& on, char const* verb, line<From> from, line<To> to, Start const& start, Op const& op) {
  if (from.count != to.count) detail::sizes_differ(verb, "what is read", from.count, "what is written", to.count);
  if (from.count == 0) return;
  check_apart_or_same(from, to, verb);
  scan<backend_of<A>>(on.state(), from.count, start, op, read_element<From, To>{from.elements},
                      write_element<To>{to.elements});
}

template <class A, class Over, class To, class Start, class Op, class F>
void scan_indices(queue<A>& on, char const* verb, Over const& over, To& to, Start const& start, Op const& op,
                  F const& f) {
  using element = element_of_line<To, A>;
  if constexpr (!function_on<A, Over, element, F>::in_a_line) {
    (void)sizeof(checked_function_of_a_line<A, Over, element, F>);
  } else if constexpr (dispatchable<A>) {
    long long const count = detail::check(over);
    auto const end = line_of(on, to, verb);
    if (count != end.count) detail::sizes_differ(verb, "what is read", count, "what is written", end.count);
    detail::check_parameters(verb, over, typename detail::kernel_parameters<F, Over>::type{});
    if (count == 0) return;
    auto const function = detail::function_of_index<element, Over>(f);
    detail::counted_from_zero<element>(over, function, [&](auto const&, auto const& values) {
      detail::naming_kernel<F>(
          [&] { scan<backend_of<A>>(on.state(), count, start, op, values, write_element<element>{end.elements}); });
    });
  }
}

}  // namespace mode_detail

/// Writes to element `i` of `to` the combination by `op` of the elements 0 to `i` of `from`, in their order: `op` must
/// be associative, and need not be commutative. Both are buffers or views of one dimension with the same number of
/// elements. They do not overlap, or begin at the same address with elements of the same size. The element type of `to`
/// is the type of the combinations: elements of `from` are converted to it, and a type that holds less does not
/// compile. On CUDA they have at most 1,024 bytes. Asynchronous if the backend is. doc/scans.md says how each backend
/// scans. Complexity: linear; on the CPU one pass by one thread or two by all, on CUDA each element is read and written
/// once.
/// \throws size_error if the sizes differ; device_error if CUDA refuses the launch or the memory; overlap_error in
/// checked builds, if they overlap otherwise; what `op` throws on the CPU
template <class A, class From, class To, class Op = plus>
void inclusive_scan(queue<A>& on, From const& from, To&& to, Op const& op = {}) {
  using target = std::remove_reference_t<To>;
  if constexpr (!mode_detail::are_lines<A, From const, target>) {
    (void)sizeof(mode_detail::checked_lines<A, From const, target>);
  } else if constexpr (!mode_detail::scan_on<A, From const, target, Op>::value) {
    (void)sizeof(mode_detail::checked_scan<A, From const, target, Op>);
  } else if constexpr (dispatchable<A>) {
    using element = mode_detail::element_of_line<target, A>;
    constexpr char verb[] = "inclusive_scan";
    mode_detail::scan_line(on, verb, mode_detail::line_of(on, from, verb), mode_detail::line_of(on, to, verb),
                           mode_detail::start_with_first<element>{}, op);
  }
}

/// `inclusive_scan` without the element `i` itself, and with `init` before all: element 0 gets `init`. Complexity:
/// linear.
/// \throws size_error also if the elements of `to` do not hold `init`; device_error, overlap_error as above
template <class A, class From, class To, class T, class Op = plus>
void exclusive_scan(queue<A>& on, From const& from, To&& to, T const& init, Op const& op = {}) {
  using target = std::remove_reference_t<To>;
  if constexpr (!mode_detail::are_lines<A, From const, target>) {
    (void)sizeof(mode_detail::checked_lines<A, From const, target>);
  } else if constexpr (!mode_detail::scan_on<A, From const, target, Op>::value) {
    (void)sizeof(mode_detail::checked_scan<A, From const, target, Op>);
  } else if constexpr (!mode_detail::first_of_scan<mode_detail::element_of_line<target, A>, T>::value) {
    (void)sizeof(mode_detail::checked_first_of_scan<mode_detail::element_of_line<target, A>, T>);
  } else if constexpr (dispatchable<A>) {
    using element = mode_detail::element_of_line<target, A>;
    constexpr char verb[] = "exclusive_scan";
    mode_detail::scan_line(on, verb, mode_detail::line_of(on, from, verb), mode_detail::line_of(on, to, verb),
                           mode_detail::start_with<element>{mode_detail::first_of_scan<element, T>::of(init)}, op);
  }
}

/// Writes to element `i` of `to` the combination by `op` of `f(begin)` to `f(begin + i)`, for the indices of `over`,
/// extents or a box of one dimension. The first element of `to` belongs to the first index. Each `f(index)` may be
/// called several times.
/// \throws size_error also if the parameter of `f` does not hold the indices; device_error, overlap_error as above
template <class A, detail::index_range Over, class To, class Op, class F>
void inclusive_scan(queue<A>& on, Over const& over, To&& to, Op const& op, F const& f) {
  using target = std::remove_reference_t<To>;
  if constexpr (!mode_detail::are_lines<A, target>) {
    (void)sizeof(mode_detail::checked_target<A, target>);
  } else if constexpr (!mode_detail::scan_on<A, target, target, Op>::value) {
    (void)sizeof(mode_detail::checked_scan<A, target, target, Op>);
  } else {
    mode_detail::scan_indices(on, "inclusive_scan", over, to,
                              mode_detail::start_with_first<mode_detail::element_of_line<target, A>>{}, op, f);
  }
}

/// The same without `f(begin + i)` itself, and with `init` before all: element 0 gets `init`.
/// \throws size_error also if the elements of `to` do not hold `init`; device_error, overlap_error as above
template <class A, detail::index_range Over, class To, class T, class Op, class F>
void exclusive_scan(queue<A>& on, Over const& over, To&& to, T const& init, Op const& op, F const& f) {
  using target = std::remove_reference_t<To>;
  if constexpr (!mode_detail::are_lines<A, target>) {
    (void)sizeof(mode_detail::checked_target<A, target>);
  } else if constexpr (!mode_detail::scan_on<A, target, target, Op>::value) {
    (void)sizeof(mode_detail::checked_scan<A, target, target, Op>);
  } else if constexpr (!mode_detail::first_of_scan<mode_detail::element_of_line<target, A>, T>::value) {
    (void)sizeof(mode_detail::checked_first_of_scan<mode_detail::element_of_line<target, A>, T>);
  } else {
    using element = mode_detail::element_of_line<target, A>;
    mode_detail::scan_indices(on, "exclusive_scan", over, to,
                              mode_detail::start_with<element>{mode_detail::first_of_scan<element, T>::of(init)}, op,
                              f);
  }
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 5, Arguments...>
void inclusive_scan(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 5, Arguments...>;
  static_assert(in_order,
                "inclusive_scan: the queue comes first, a variable that is not const, then what is read, what is "
                "written and the operation: inclusive_scan(queue, from, to, operation)");
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class inclusive_scan_takes_a_queue_what_is_read_what_is_written_and_an_operation = void>
void inclusive_scan(detail::any_value, detail::any_value = {}, detail::any_value = {}, detail::any_value = {},
                    detail::any_value = {}) = delete;

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<4, 6, Arguments...>
void exclusive_scan(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<4, 6, Arguments...>;
  static_assert(in_order,
                "exclusive_scan: the queue comes first, a variable that is not const, then what is read, what is "
                "written, the value to begin with and the operation: exclusive_scan(queue, from, to, 0, operation)");
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class exclusive_scan_takes_a_queue_what_is_read_what_is_written_a_first_value_and_an_operation = void>
void exclusive_scan(detail::any_value, detail::any_value = {}, detail::any_value = {}, detail::any_value = {},
                    detail::any_value = {}, detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
