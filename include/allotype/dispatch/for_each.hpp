// SPDX-License-Identifier: BSL-1.0
/// \file
/// `for_each(queue, over, kernel)` calls the kernel once for each index of extents or of a box, in any order.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/dispatch/buffer.hpp>
#include <allotype/dispatch/detail/folded.hpp>
#include <allotype/dispatch/detail/in_a_line.hpp>
#include <allotype/dispatch/detail/kernel_indices.hpp>
#include <allotype/dispatch/detail/narrowing.hpp>
#include <allotype/dispatch/detail/reversed_indices.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/schedule.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// `F` is a kernel over `Over`, extents or a box: its const call operator takes one integer of 32 or 64 bits for each
/// dimension, the slowest first, and it can be copied to a device byte by byte.
template <class F, class Over>
concept kernel_over = detail::kernel_indices<F, Over>::value && detail::is_copied_as_bytes<F>;

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// The backend loops over so many dimensions. Asked once for all kernels.
template <class Tag, class State, int Dimensions, class Index>
inline constexpr bool loops_over = requires(Tag tag, State& state, extents<Dimensions, Index> const& over) {
  run_for_each(tag, state, over, any_kernel_of_indices{});
};

/// A backend that cannot loop over more than three dimensions gets three; one that loops over one dimension, one.
template <class Tag, class State, int Dimensions, class Index, class Kernel>
ALLOTYPE_OF_EACH_KERNEL void run_in_its_dimensions(Tag tag, State& state, extents<Dimensions, Index> const& over,
                                                   Kernel const& kernel, detail::schedule_of_backend = {}) {
  if constexpr (Dimensions == 1 || loops_over<Tag, State, Dimensions, Index>) {
    run_for_each(tag, state, over, kernel);
  } else if constexpr (!loops_over<Tag, State, 3, Index>) {
    run_for_each(tag, state, extents<1, long long>{over.size()},
                 detail::in_a_line<Kernel, Dimensions, Index>{kernel, over});
  } else {
    // A GPU counts in the index type: its grid covers no more.
    using position = std::conditional_t<std::is_base_of_v<cuda_backend, Tag>, Index, long long>;
    run_for_each(tag, state, detail::folded_extents<position>(over),
                 detail::folded<Kernel, Dimensions, Index, position>{kernel, over});
  }
}
template <class Tag, class State, int Dimensions, class Index, class Kernel>
ALLOTYPE_OF_EACH_KERNEL void run_in_its_dimensions(Tag tag, State& state, extents<Dimensions, Index> const& over,
                                                   Kernel const& kernel, first_index_fastest) {
  run_in_its_dimensions(tag, state, detail::reversed(over), detail::reversed_indices<Kernel>{kernel});
}
template <class Tag, class State, int Dimensions, class Index, class Kernel, class Schedule>
ALLOTYPE_OF_EACH_KERNEL void run_in_its_dimensions(Tag tag, State& state, extents<Dimensions, Index> const& over,
                                                   Kernel const& kernel, Schedule schedule) {
  if constexpr (requires { run_for_each(tag, state, over, kernel, schedule); }) {
    run_for_each(tag, state, over, kernel, schedule);
  } else {
    run_in_its_dimensions(tag, state, over, kernel);
  }
}

/// It is right in all that `for_each` asks, and is called with the indices as they are. Of any other kernel each
/// question is asked, which takes compilers longer.
template <class Kernel, class A, class Over, class Schedule>
concept usual_kernel =
    detail::takes_own_indices<Kernel, Over> && detail::is_copied_as_bytes<Kernel> &&
    !detail::reads_elsewhere<Kernel, A> && runs_where_called<Kernel, A> && is_marked_for<Kernel, A> &&
    reads_no_object<Kernel, A> && std::is_same_v<Schedule, detail::schedule_of_backend> && dispatchable<A> &&
    loops_over<backend_of<A>, typename queue<A>::state_type, Over::dimensions(), typename Over::index_type>;

}  // namespace mode_detail

/// Calls the kernel once for each index of `over`, extents or a box, with one argument for each dimension: `kernel(i)`,
/// `kernel(row, column)`, `kernel(plane, row, column)`, and so on up to six. On CUDA it returns at once; errors of the
/// kernel arrive at the next `wait`, copy to the host or `reduce`. On the CPU an exception of the kernel arrives at the
/// caller.
///
/// The kernel's parameters are integers of 32 or 64 bits, whatever the type of the extents; those of type `auto` get
/// the extents'. Complexity: one call for each index. On the CPU threads share them where that is done sooner.
/// \param schedule `dynamic{chunk}`, where indices take different times; `indices_per_thread<N>{}`, where they take
/// hardly any; `first_index_fastest{}`, where views are `column_major`
/// \throws size_error if a size is negative, 64 bits cannot hold the number of indices, the kernel's parameters do not
/// hold the indices, a CUDA grid cannot cover them (16,776,960 rows, 4,194,240 planes), or a chunk has no index;
/// device_error if CUDA refuses the launch; what the kernel throws on the CPU, of several exceptions one, when all
/// threads have ended
template <class A, detail::index_range Over, class Kernel, class Schedule = detail::schedule_of_backend>
ALLOTYPE_OF_EACH_KERNEL void for_each(queue<A>& on, Over const& over, Kernel const& kernel, Schedule schedule = {}) {
  if constexpr (mode_detail::usual_kernel<Kernel, A, Over, Schedule>) {
    detail::check(over);
    run_for_each(mode_detail::backend_of<A>{}, on.state(), over, kernel);
  } else {
    constexpr bool scheduled = requires { detail::check(schedule); };
    constexpr bool of_one_dimension = detail::takes_dimensions<Schedule, Over::dimensions()>;
    using indices = detail::kernel_indices<Kernel, Over>;
    constexpr bool callable = indices::callable, wide = indices::wide, whole = indices::whole, known = indices::known;
    constexpr bool copyable = detail::is_copied_as_bytes<Kernel>;
    constexpr bool stays = !detail::reads_elsewhere<Kernel, A>;
    constexpr bool callable_here = mode_detail::runs_where_called<Kernel, A>;
    constexpr bool returns_nothing = detail::returns_nothing<Kernel, Over>;
    constexpr bool reads_no_object = mode_detail::reads_no_object<Kernel, A>;
    constexpr bool marked = mode_detail::is_marked_for<Kernel, A>;
    static_assert(
        callable,
        "the kernel cannot be called with these extents: it needs a const operator() that takes one index for "
        "each dimension, operator()(int), (int row, int column), (int plane, int row, int column), ...");
    static_assert(
        wide,
        "the kernel takes an index of fewer than 32 bits: give its operator() parameters of 32 or 64 bits, int "
        "or long long");
    static_assert(
        whole,
        "the kernel takes an index as a floating-point number: give its operator() parameters of int or long long, and "
        "convert in the kernel");
    static_assert(
        known,
        "the extents are 64-bit, and the kernel is a lambda marked __device__ with narrower indices, which the host's "
        "compiler does not see: give it parameters of long long, or mark it ALLOTYPE_FN");
    static_assert(
        copyable || !callable,
        "the kernel is not trivially copyable: it is copied to the device byte by byte; hold views and numbers, "
        "not containers");
    static_assert(stays,
                  "the kernel reads memory of another accelerator than the queue's: code reads only memory of its own "
                  "accelerator, so copy it through the host");
    static_assert(callable_here,
                  "the kernel is a lambda marked __device__, which only a CUDA GPU can call, and the queue is another "
                  "accelerator's: mark it ALLOTYPE_FN, for both");
    static_assert(
        marked,
        "for_each: the kernel is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(int i) { ... }");
    static_assert(
        reads_no_object,
        "for_each: the kernel is a lambda that captures this, an address of the host, which a GPU cannot read: "
        "copy the members "
        "that it uses to variables, and capture those, or capture *this");
    static_assert(
        returns_nothing,
        "for_each: the kernel returns a value, and nobody receives it: let it write to an element, x(i) = ..., and "
        "return nothing");
    static_assert(scheduled || !callable,
                  "for_each: the last argument is not a schedule: write dynamic{chunk}, indices_per_thread<N>{} or "
                  "first_index_fastest{}, or leave it out");
    static_assert(
        of_one_dimension,
        "for_each: indices_per_thread<N> is for ranges of one dimension: in more dimensions a thread has one index, so "
        "leave it out");
    if constexpr (indices::value && copyable && stays && callable_here && marked && reads_no_object &&
                  returns_nothing && scheduled && of_one_dimension && dispatchable<A>) {
      detail::check(over);
      detail::check(schedule);
      detail::with_indices_of_kernel<void, 3>("for_each", over, kernel, [&](auto const& sizes, auto const& counted) {
        detail::naming_kernel<Kernel>([&] {
          mode_detail::run_in_its_dimensions(mode_detail::backend_of<A>{}, on.state(), sizes, counted, schedule);
        });
      });
    }
  }
}

/// Does not compile; it says what a number stands for.
template <class A, class Over, class... Others>
  requires(!detail::index_range<Over>)
void for_each(queue<A>&, Over const&, Others const&...) {
  constexpr bool is_number = std::is_arithmetic_v<Over>;
  static_assert(!is_number,
                "for_each: the second argument is a number: write at::extents{n}, at::extents{rows, columns} or "
                "at::box{{begin, end}}");
  static_assert(
      is_number,
      "for_each: the second argument is neither extents nor a box: for the elements of a buffer or a range of "
      "the host write at::extents{range.size()}, and view.extents for those of a view");
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 4, Arguments...>
void for_each(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 4, Arguments...>;
  static_assert(in_order,
                "for_each: the queue comes first, a variable that is not const, then the indices and the kernel: "
                "for_each(queue, at::extents{n}, kernel)");
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class for_each_takes_a_queue_extents_and_a_kernel = void>
void for_each(detail::any_value, detail::any_value = {}, detail::any_value = {}, detail::any_value = {}) = delete;
/// Does not compile; it says what a list stands for.
template <class A, class Size, std::size_t Count, class... Others>
void for_each(queue<A>&, Size const (&)[Count], Others const&...) {
  static_assert(Count == 0,
                "for_each: the second argument is a list: write at::extents{rows, columns} or at::box{{begin, end}}");
}

namespace mode_detail {

template <class T>
struct fill_kernel {
  T* elements;
  T value;
  ALLOTYPE_FN void operator()(long long i) const { elements[i] = value; }
};
template <class View>
struct fill_view_kernel {
  View elements;
  typename View::element_type value;
  template <class... Index>
  ALLOTYPE_FN void operator()(Index... index) const {
    elements(index...) = value;
  }
};

template <class To, class Value>
concept can_be_filled = std::is_same_v<std::remove_const_t<To>, detail::any_result> || requires {
  typename To::accelerator;
  requires !std::is_const_v<To> || requires { typename To::layout_type; };
  requires std::is_convertible_v<Value const&, typename To::element_type>;
};

}  // namespace mode_detail

/// Sets every element of the buffer to `value`. Asynchronous if the backend is. Complexity: linear.
/// \throws device_error if CUDA refuses the launch
template <class A, class T, class Owner>
void fill(queue<A>& on, buffer<T, Owner>& to, std::type_identity_t<T> const& value) {
  if constexpr (mode_detail::same_accelerator<Owner, A>::value && element_for<T, A>) {  // the buffer says so, where not
    to.record_use(on, true, "fill");
    for_each(on, extents<1, long long>{to.size()}, mode_detail::fill_kernel<T>{to.data(), value});
  }
}
/// The same for the elements of a view, such as a part of a buffer's.
template <class A, class T, int Dimensions, class Owner, class Index, class Layout>
void fill(queue<A>& on, view<T, Dimensions, Owner, Index, Layout> const& to, std::type_identity_t<T> const& value) {
  static_assert(sizeof(mode_detail::checked_element<T, mode_detail::backend_of<Owner>>) != 0);
  if constexpr (mode_detail::same_accelerator<Owner, A>::value && element_for<T, A>) {
    mode_detail::record_use(on, to, true, "fill");
    for_each(on, to.extents, mode_detail::fill_view_kernel<view<T, Dimensions, Owner, Index, Layout>>{to, value});
  }
}
/// A value of another type of number is converted if the elements hold it.
/// \throws size_error if they do not
template <class A, class To, class Value>
  requires detail::number_for<Value, std::remove_const_t<typename std::remove_reference_t<To>::element_type>>
void fill(queue<A>& on, To&& to, Value value) {
  using element = std::remove_const_t<typename std::remove_reference_t<To>::element_type>;
  constexpr bool keeps_fraction = !detail::cuts_fractions<Value, element>;
  static_assert(
      keeps_fraction,
      "fill: the value is a floating-point number and the elements are integers, which would lose its fraction: "
      "give an integer");
  if constexpr (keeps_fraction) fill(on, to, detail::held_value<element>(value, "fill"));
}

/// A buffer whose two arguments are swapped has said so.
template <class A, allotype::accelerator Elements, class Owner, class Value>
  requires(!allotype::accelerator<Owner>)
void fill(queue<A>&, buffer<Elements, Owner>&, Value const&) {}
/// The same of what an error has made.
template <class A, class Result, class Value>
  requires std::is_same_v<Result, detail::any_result>
void fill(queue<A>&, Result const&, Value const&) {}

/// Does not compile; it says what is filled.
template <class A, class To, class Value>
  requires(!mode_detail::can_be_filled<std::remove_reference_t<To>, Value>)
void fill(queue<A>&, To&&, Value const&) {
  constexpr bool fills = mode_detail::can_be_filled<std::remove_reference_t<To>, Value>;
  static_assert(fills,
                "fill: the second argument is a buffer or a view that is not const, and the third one a value that its "
                "elements are made from: fill(queue, buffer, value)");
}
/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 3, Arguments...>
void fill(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 3, Arguments...>;
  static_assert(in_order,
                "fill: the queue comes first, a variable that is not const, then the elements and their value: "
                "fill(queue, buffer, value)");
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class fill_takes_a_queue_a_buffer_and_a_value = void>
void fill(detail::any_value, detail::any_value = {}, detail::any_value = {}, detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE

template <class T>
inline constexpr bool is_device_copyable<mode_detail::fill_kernel<T>> = is_device_copyable<T>;
template <class View>
inline constexpr bool is_device_copyable<mode_detail::fill_view_kernel<View>> =
    is_device_copyable<typename View::element_type>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
