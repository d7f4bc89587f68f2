// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the library does with lists of types. Boost.MP11's algorithms take them as they are. Its headers would be a
/// thirtieth of what g++ reads in the umbrella header, though, so the few algorithms that every program needs are here,
/// and what errors must survive.
#pragma once

#include <allotype/core/list.hpp>

#include <type_traits>
#include <utility>

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
std::type_identity<T> numbered_type(numbered<Index, T> const*);

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

template <class... Lists>
struct joiner;
template <template <class...> class List, class... A>
struct joiner<List<A...>> {
  using type = List<A...>;
};
template <template <class...> class List, class... A, class... B, class... Rest>
struct joiner<List<A...>, List<B...>, Rest...> : joiner<List<A..., B...>, Rest...> {};
// Many lists are joined eight at a time, for each step takes the compiler's time.
template <template <class...> class List, class... A, class... B, class... C, class... D, class... E, class... F,
          class... G, class... H, class... Rest>
struct joiner<List<A...>, List<B...>, List<C...>, List<D...>, List<E...>, List<F...>, List<G...>, List<H...>, Rest...>
    : joiner<List<A..., B..., C..., D..., E..., F..., G..., H...>, Rest...> {};

/// The elements of several lists in one list, in order. All are of one template, such as `allotype::list`.
template <class... Lists>
using appended = typename joiner<Lists...>::type;

template <class List, template <class> class Predicate>
struct filter;
template <class... Types, template <class> class Predicate>
struct filter<list<Types...>, Predicate> {
  using type = appended<list<>, std::conditional_t<Predicate<Types>::value, list<Types>, list<>>...>;
};

template <class Kept, class Rest>
struct first_ones {
  using type = Kept;
};
template <class... Kept, class First, class... Rest>
struct first_ones<list<Kept...>, list<First, Rest...>>
    : first_ones<std::conditional_t<(std::is_same_v<Kept, First> || ...), list<Kept...>, list<Kept..., First>>,
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
inline constexpr int size_of_list = 0;
template <template <class...> class List, class... Types>
inline constexpr int size_of_list<List<Types...>> = static_cast<int>(sizeof...(Types));

namespace detail {

/// The types of a list that `Predicate` is true of, in order.
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
