// SPDX-License-Identifier: BSL-1.0
/// \file
/// Lists of types. Boost.MP11's algorithms take them as they are; what errors must survive is added here.
#pragma once

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

namespace allotype {

/// A list of types. Errors print it as the set of what would have been valid.
template <class... Types>
struct list {};

/// Stands in for a type that was not found. An error has been reported by then, and nothing may follow from it.
struct nothing {
  static constexpr char name[] = "nothing";
};

namespace core {

template <int Index, class List, bool Inside = (Index >= 0 && Index < int{boost::mp11::mp_size<List>::value})>
struct type_selector {
  using type = nothing;
};
template <int Index, class List>
struct type_selector<Index, List, true> {
  using type = boost::mp11::mp_at_c<List, static_cast<unsigned>(Index)>;
};

}  // namespace core

/// The type at position `Index` of `List`; `nothing` where the list is shorter.
template <int Index, class List>
using type_at = typename core::type_selector<Index, List>::type;

template <class List>
inline constexpr int size_of_list = static_cast<int>(boost::mp11::mp_size<List>::value);

}  // namespace allotype
