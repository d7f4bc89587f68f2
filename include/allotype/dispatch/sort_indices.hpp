// SPDX-License-Identifier: BSL-1.0
/// \file
/// `sort_indices`: the indices in the order of a function of them.
#pragma once

#include <type_traits>

#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/dispatch/detail/function_of_index.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/for_each.hpp>
#include <allotype/dispatch/sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_sort_indices, Arguments...> = true;

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

template <class Key, class Element, class F>
struct key_of_each_index {
  Key* keys;
  Element* indices;
  F f;
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Index>
  ALLOTYPE_FN void operator()(Index i) const {
    keys[i] = f(i);
    indices[i] = static_cast<Element>(i);
  }
};

/// Whether a line of `Element` takes the indices that `F` has keys for.
template <class Index, class Element, class F>
struct checked_indices_to_sort {
  static constexpr bool whole = detail::index_type<Element> && sizeof(Element) >= sizeof(Index);
  static constexpr bool seen = !detail::is_device_lambda<F>;
  static_assert(whole,
                "sort_indices: what is written are the indices: write to elements of int, or of long long where the "
                "extents are 64-bit");
  static_assert(seen,
                "sort_indices: the function is a lambda marked __device__, whose result the host's compiler does not "
                "see: mark it ALLOTYPE_FN");
  static constexpr bool value = whole && seen;
};

}  // namespace mode_detail

/// `to` becomes the indices of the extents in the order of `f(i)`; those of equal `f(i)` stay in their order. `to` is a
/// buffer or a view of one dimension, of `int` or `long long`. `f` is called once for each index. Complexity: as
/// `sort_by_key`, and memory for a key of each index.
/// \throws size_error if `to` has not one element for each index; device_error if CUDA refuses the launch or the memory
template <class A, class Index, class To, class F, class Order = ascending>
void sort_indices(queue<A>& on, extents<1, Index> const& over, To&& to, F const& f, Order const& before = {}) {
  using target = std::remove_reference_t<To>;
  if constexpr (!mode_detail::is_line_of_elements<target, A>) {
    (void)sizeof(mode_detail::checked_target<A, target>);
  } else if constexpr (!mode_detail::function_on<A, extents<1, Index>, void, F>::value) {
    (void)sizeof(mode_detail::checked_function_of_index<A, extents<1, Index>, void, F>);
  } else if constexpr (mode_detail::checked_indices_to_sort<Index, mode_detail::element_of_line<target, A>, F>::value) {
    using element = mode_detail::element_of_line<target, A>;
    using key = std::remove_cvref_t<detail::kernel_result<F, extents<1, Index>>>;
    using backend = mode_detail::backend_of<A>;
    if constexpr (!mode_detail::order_on<A, key, Order>::value) {
      (void)sizeof(mode_detail::checked_order<A, key, Order>);
    } else if constexpr (dispatchable<A>) {
      long long const count = detail::check(over);
      auto const indices = mode_detail::line_of(on, to, "sort_indices");
      if (indices.count != count) {
        detail::sizes_differ("sort_indices", "the range of indices", count, "what is written", indices.count);
      }
      if (count == 0) return;
      mode_detail::lent_elements<backend, key> const keys(on.state(), count);
      auto const function = detail::function_of_index<key, extents<1, Index>>(f);
      for_each(on, over,
               mode_detail::key_of_each_index<key, element, std::remove_const_t<decltype(function)>>{
                   keys.first(), indices.elements, function});
      mode_detail::sort_lines<backend>(on.state(), count, keys.first(), indices.elements, before);
      wait_for(backend{}, on.state());  // before the memory is given back
    }
  }
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<4, 5, Arguments...>
auto sort_indices(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<4, 5, Arguments...>;
  static_assert(in_order,
                "sort_indices: the arguments are (queue, extents, indices, function, order): the indices are memory "
                "for the result, and the function has the key of an index; the order may be left out. The queue is a "
                "variable that is not const");
  return detail::any_result{};
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
