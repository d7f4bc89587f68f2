// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the library does with lists of types. Boost.MP11's algorithms take them as they are. Its header of algorithms
/// takes nvcc 0.06 s, though, so the few that every program needs are here, and what errors must survive.
#pragma once

#include <allotype/core/list.hpp>

#include <type_traits>
#include <utility>

#include <boost/mp11/list.hpp>
#include <boost/mp11/utility.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Stands in for a type that was not found. An error has been reported by then, and nothing may follow from it.
struct nothing {
  static constexpr char name[] = "nothing";
};

namespace detail {

template <int Index, class T>
struct numbered {};
template <class Indices, class... Types>
struct numbered_list;
template <int... Indices, class... Types>
struct numbered_list<std::integer_sequence<int, Indices...>, Types...> : numbered<Indices, Types>... {};
template <int Index, class T>
boost::mp11::mp_identity<T> numbered_type(numbered<Index, T> const*);

template <int Index, class List>
struct type_selector {
  using type = nothing;
};
template <int Index, template <class...> class List, class... Types>
  requires(Index >= 0 && Index < static_cast<int>(sizeof...(Types)))
struct type_selector<Index, List<Types...>> {
  using all = numbered_list<std::make_integer_sequence<int, static_cast<int>(sizeof...(Types))>, Types...>;
  using type = typename decltype(numbered_type<Index>(static_cast<all const*>(nullptr)))::type;
};

template <class List, template <class> class Predicate>
struct filter;
template <class... Types, template <class> class Predicate>
struct filter<list<Types...>, Predicate> {
  using type = boost::mp11::mp_append<list<>, boost::mp11::mp_if_c<Predicate<Types>::value, list<Types>, list<>>...>;
};

template <class Kept, class Rest>
struct first_ones {
  using type = Kept;
};
template <class... Kept, class First, class... Rest>
struct first_ones<list<Kept...>, list<First, Rest...>>
    : first_ones<boost::mp11::mp_if_c<(std::is_same_v<Kept, First> || ...), list<Kept...>, list<Kept..., First>>,
                 list<Rest...>> {};

template <class List, class T>
inline constexpr bool is_listed = false;
template <class... Types, class T>
inline constexpr bool is_listed<list<Types...>, T> = (std::is_same_v<T, Types> || ...);

template <class List, template <class> class F>
struct mapped;
template <class... Types, template <class> class F>
struct mapped<list<Types...>, F> {
  using type = list<F<Types>...>;
};

}  // namespace detail

/// The type at position `Index` of `List`; `nothing` where the list is shorter.
template <int Index, class List>
using type_at = typename detail::type_selector<Index, List>::type;

template <class List>
inline constexpr int size_of_list = static_cast<int>(boost::mp11::mp_size<List>::value);

namespace detail {

/// Those of a list that `Predicate` is true of, in order.
template <class List, template <class> class Predicate>
using filtered = typename filter<List, Predicate>::type;
template <class T, class List>
concept listed_in = is_listed<List, T>;
/// Each type of a list once, where it stood first.
template <class List>
using without_repetition = typename first_ones<list<>, List>::type;
/// `list<F<T>...>`.
template <class List, template <class> class F>
using transformed = typename mapped<List, F>::type;

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
