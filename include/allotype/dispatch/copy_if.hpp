// SPDX-License-Identifier: BSL-1.0
/// \file
/// `count_if` and `copy_if`: the elements for which a condition holds.
#pragma once

#include <concepts>
#include <type_traits>

#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/reduce.hpp>
#include <allotype/dispatch/scan.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

[[noreturn]] inline void target_is_shorter(char const* verb, long long from_size, long long to_size) {
  throw size_error(message<2000>{} << verb << ": " << from_size << " elements are read, and there is space for "
                                   << to_size << "; give at least as many to write to");
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// The one number of the buffer. Not inlined: g++ 14 does not see that the last index of a scan writes it.
template <class A>
[[gnu::noinline]] long long number_of_device(queue<A>& on, buffer<long long, A> const& of) {
  long long result = 0;
  copy_bytes(backend_of<A>{}, on.state(), &result, of.data(), sizeof result, direction::from_device);
  mode_detail::waiting::order_of(on).done();
  return result;
}
/// In place of a pointer to elements: indices from `first` on, which are nowhere in memory.
template <class T>
struct pointer_to_indices {
  T first;
  ALLOTYPE_FN T operator*() const { return first; }
  ALLOTYPE_FN T operator[](long long i) const { return static_cast<T>(first + i); }
  ALLOTYPE_FN pointer_to_indices operator+(long long i) const { return {static_cast<T>(first + i)}; }
};
/// 1 where the condition holds for an element, else 0.
template <class Source, class Condition>
struct one_if {
  Source elements;
  Condition condition;
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  ALLOTYPE_FN long long operator()(long long i) const { return condition(elements[i]) ? 1 : 0; }
  /// Hands the condition to `call`, with its argument.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Call>
  ALLOTYPE_FN void calls_inside(Call const& call, long long i) const {
    call(condition, elements[i]);
  }
};
/// 1 where the condition holds for the indices, else 0.
template <class Condition>
struct one_where {
  Condition condition;
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class... Index>
  ALLOTYPE_FN long long operator()(Index... index) const {
    return condition(index...) ? 1 : 0;
  }
  /// Hands the condition to `call`, with its arguments.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Call, class... Index>
  ALLOTYPE_FN void calls_inside(Call const& call, Index... index) const {
    call(condition, index...);
  }
};
/// Element `i` follows those for which the condition held, if it holds for it; the last one knows how many there are.
template <class T, class Source, class Condition>
struct copy_element_if {
  Source from;
  T* to;
  Condition condition;
  long long last;
  long long* copied;
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  ALLOTYPE_FN void operator()(long long i, long long before) const {
    T const element = from[i];
    bool const holds = condition(element);
    if (holds) to[before] = element;
    if (i == last) *copied = before + (holds ? 1 : 0);
  }
  /// Hands the condition to `call`, with its argument.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Call>
  ALLOTYPE_FN void calls_inside(Call const& call, long long i, long long) const {
    call(condition, from[i]);
  }
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE

namespace detail {

/// The count and the copy ask the condition inside.
template <class Source, class Condition, class A>
inline constexpr bool reads_elsewhere<mode_detail::one_if<Source, Condition>, A> = reads_elsewhere<Condition, A>;

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Whether the backend has a `run_copy_if` of its own. It copies, waits, and returns the number of the elements copied.
template <class Backend, class State, class T, class Source, class Condition>
concept has_copy_if = requires(State state, Source from, T* to, Condition const& condition) {
  { run_copy_if(Backend{}, state, 0LL, from, to, condition) } -> std::same_as<long long>;
};

/// For backends that have none: a scan of how many elements precede each.
template <class A, class T, class Source, class Condition>
long long copy_if_by_scan(queue<A>& on, long long count, Source from, T* to, Condition const& condition) {
  buffer<long long, A> copied{on, extents<1>{1}};
  copy_element_if<T, Source, Condition> const out{from, to, condition, count - 1, copied.data()};
  scan<backend_of<A>>(on.state(), count, start_with<long long>{0}, plus{}, one_if<Source, Condition>{from, condition},
                      out);
  return number_of_device(on, copied);
}

/// Waits, and returns how many there are.
template <class A, class T, class Source, class Condition>
long long copy_chosen_of(queue<A>& on, long long count, Source from, T* to, Condition const& condition) {
  if constexpr (has_copy_if<backend_of<A>, decltype(on.state()), T, Source, Condition>) {
    long long const copied = run_copy_if(backend_of<A>{}, on.state(), count, from, to, condition);
    waiting::order_of(on).done();
    return copied;
  } else {
    return copy_if_by_scan(on, count, from, to, condition);
  }
}

template <class A, class T, class Condition>
struct condition_on {
  static constexpr bool callable = std::is_invocable_v<detail::as_called<Condition>, T const&>;
  static constexpr bool tells = detail::is_device_lambda<Condition> || !callable ||
                                std::is_invocable_r_v<bool, detail::as_called<Condition>, T const&>;
  /// An integer tells whether it is 0, as a test of bits does; a fraction that is hardly 0 tells nothing.
  static constexpr bool tells_truth() {
    if constexpr (detail::is_device_lambda<Condition> || !callable || !tells) {
      return true;
    } else {
      return !detail::is_floating<std::remove_cvref_t<std::invoke_result_t<detail::as_called<Condition>, T const&>>>;
    }
  }
  static constexpr bool keeps_fraction = detail::keeps_arguments<Condition, T>;
  static constexpr bool copyable = detail::is_copied_as_bytes<Condition>;
  static constexpr bool stays = !detail::reads_elsewhere<Condition, A>;
  static constexpr bool callable_here = runs_where_called<Condition, A>;
  static constexpr bool marked = is_marked_for<Condition, A>;
  static constexpr bool value =
      callable && tells && tells_truth() && keeps_fraction && copyable && stays && callable_here && marked;
};
template <class A, class T, class Condition>
struct checked_condition {
  using is = condition_on<A, T, Condition>;
  static_assert(is::callable,
                "the condition cannot be called with an element: it needs a const operator() that takes one");
  static_assert(is::tells, "what the condition returns for an element does not convert to bool");
  static_assert(is::tells_truth(),
                "the condition returns a floating-point number for an element: let it compare, and return bool");
  static_assert(is::keeps_fraction,
                "the condition takes an integer and the elements are floating-point numbers: it is called with an "
                "element, and not with an index; give its operator() a parameter of the elements' type");
  static_assert(is::copyable || !is::callable, "the condition is not trivially copyable; hold views and numbers");
  static_assert(is::stays,
                "the condition reads memory of another accelerator than the queue's: code reads only memory of its own "
                "accelerator, so copy it through the host");
  static_assert(is::callable_here,
                "the condition is a lambda marked __device__, which only a CUDA GPU can call, and the queue is another "
                "accelerator's: mark it ALLOTYPE_FN, for both");
  static_assert(is::marked,
                "the condition is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(float x) { ... }");
};

}  // namespace mode_detail

/// The number of elements of a buffer or a view of one dimension for which `condition(element)` holds. Waits for the
/// work before it and for the result. The condition is marked `ALLOTYPE_FN`, and returns a truth value or an integer.
/// Complexity: linear.
/// \throws device_error if earlier work or the count failed; what the condition throws on the CPU
template <class A, class From, class Condition>
[[nodiscard]] long long count_if(queue<A>& on, From const& from, Condition const& condition) {
  if constexpr (!mode_detail::are_lines<A, From const>) {
    (void)sizeof(mode_detail::checked_lines<A, From const>);
  } else {
    using element = std::remove_const_t<mode_detail::element_of_line<From const, A>>;
    if constexpr (!mode_detail::condition_on<A, element, Condition>::value) {
      (void)sizeof(mode_detail::checked_condition<A, element, Condition>);
    } else {
      auto const elements = mode_detail::line_of(on, from, "count_if");
      return reduce(on, extents<1, long long>{elements.count}, 0LL, plus{},
                    mode_detail::one_if<element const*, Condition>{elements.elements, condition});
    }
  }
  return 0;
}

/// The number of indices of `over`, extents or a box, for which `condition(index)` holds.
/// \throws size_error if the condition's parameters do not hold the indices; device_error as above
template <class A, detail::index_range Over, class Condition>
[[nodiscard]] long long count_if(queue<A>& on, Over const& over, Condition const& condition) {
  if constexpr (!mode_detail::function_on<A, Over, bool, Condition>::value) {
    (void)sizeof(mode_detail::checked_function_of_index<A, Over, bool, Condition>);
  } else if constexpr (dispatchable<A>) {
    detail::check(over);
    long long const count =
        detail::with_indices_of_kernel<bool, 1>("count_if", over, condition, [&](auto const& sizes, auto const& holds) {
          return detail::naming_kernel<Condition>([&] {
            return mode_detail::reduced_value<mode_detail::backend_of<A>>(on.state(), sizes, 0LL, plus{},
                                                                          mode_detail::one_where{holds});
          });
        });
    mode_detail::waiting::order_of(on).done();
    return count;
  }
  return 0;
}

/// Copies the elements for which `condition(element)` holds to the beginning of `to`, in their order, and returns their
/// number. Both are buffers or views of one dimension, with the same element type, that do not overlap; `to` has as
/// many elements as `from` at least. The condition is asked several times for an element, so it gives the same answer
/// each time. Waits for the work before it and for the result. Complexity: linear.
/// \throws size_error if `to` is shorter; device_error if earlier work or the copy failed, or there is no memory;
/// overlap_error in checked builds, if the two overlap
template <class A, class From, class To, class Condition>
long long copy_if(queue<A>& on, From const& from, To&& to, Condition const& condition) {
  using target = std::remove_reference_t<To>;
  if constexpr (!mode_detail::are_lines<A, From const, target>) {
    (void)sizeof(mode_detail::checked_lines<A, From const, target>);
  } else {
    using element = std::remove_const_t<mode_detail::element_of_line<From const, A>>;
    using written = mode_detail::element_of_line<target, A>;
    constexpr bool fits = mode_detail::copies_elements<element, written>;
    if constexpr (!fits) {
      (void)sizeof(mode_detail::element_copy<element, written>);
    } else if constexpr (!mode_detail::condition_on<A, element, Condition>::value) {
      (void)sizeof(mode_detail::checked_condition<A, element, Condition>);
    } else if constexpr (dispatchable<A>) {
      auto const source = mode_detail::line_of(on, from, "copy_if");
      auto const end = mode_detail::line_of(on, to, "copy_if");
      if (source.count > end.count) detail::target_is_shorter("copy_if", source.count, end.count);
      if (source.count == 0) return 0;
      mode_detail::check_apart(source, mode_detail::line{end.elements, source.count}, "copy_if", "what is read",
                               "what is written");
      element const* const read = source.elements;
      return mode_detail::copy_chosen_of(on, source.count, read, end.elements, condition);
    }
  }
  return 0;
}

/// Writes the indices of `over` for which `condition(index)` holds to the beginning of `to`, in their order, and
/// returns their number. `over` is extents or a box of one dimension; the elements of `to` are integers, and as many as
/// the indices at least.
/// \throws size_error also if the condition's parameter or an element does not hold the indices; device_error as above
template <class A, detail::index_range Over, class To, class Condition>
long long copy_if(queue<A>& on, Over const& over, To&& to, Condition const& condition) {
  using target = std::remove_reference_t<To>;
  if constexpr (!mode_detail::are_lines<A, target>) {
    (void)sizeof(mode_detail::checked_target<A, target>);
  } else if constexpr (!mode_detail::function_on<A, Over, bool, Condition>::in_a_line) {
    (void)sizeof(mode_detail::checked_function_of_a_line<A, Over, bool, Condition>);
  } else {
    using written = mode_detail::element_of_line<target, A>;
    constexpr bool holds_indices = detail::index_type<written> && !std::is_const_v<written>;
    static_assert(holds_indices,
                  "copy_if: what is copied are indices: the elements to write to are int, long long or another integer "
                  "of 32 or 64 bits, and not const");
    if constexpr (holds_indices && dispatchable<A>) {
      long long const count = detail::check(over);
      auto const end = mode_detail::line_of(on, to, "copy_if");
      if (count > end.count) detail::target_is_shorter("copy_if", count, end.count);
      detail::check_parameters("copy_if", over, typename detail::kernel_parameters<Condition, Over>::type{});
      detail::check_parameters("copy_if", over, list<written>{});
      if (count == 0) return 0;
      auto const chosen = detail::function_of_index<bool, Over>(condition);
      written first = 0;
      if constexpr (requires { over.begin[0]; }) first = static_cast<written>(over.begin[0]);
      mode_detail::pointer_to_indices<written> const from{first};
      return detail::naming_kernel<Condition>(
          [&] { return mode_detail::copy_chosen_of(on, count, from, end.elements, chosen); });
    }
  }
  return 0;
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 3, Arguments...>
[[nodiscard]] auto count_if(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 3, Arguments...>;
  static_assert(in_order,
                "count_if: the queue comes first, a variable that is not const, then the elements and the condition: "
                "count_if(queue, from, condition)");
  return detail::any_result{};
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class count_if_takes_a_queue_elements_and_a_condition = void>
detail::any_result count_if(detail::any_value, detail::any_value = {}, detail::any_value = {},
                            detail::any_value = {}) = delete;

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<4, 4, Arguments...>
auto copy_if(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<4, 4, Arguments...>;
  static_assert(in_order,
                "copy_if: the queue comes first, a variable that is not const, then what is read, what is written and "
                "the condition: copy_if(queue, from, to, condition)");
  return detail::any_result{};
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class copy_if_takes_a_queue_what_is_read_what_is_written_and_a_condition = void>
detail::any_result copy_if(detail::any_value, detail::any_value = {}, detail::any_value = {},
                           detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
