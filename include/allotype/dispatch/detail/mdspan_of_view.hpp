// SPDX-License-Identifier: BSL-1.0
/// \file
/// Views as `std::mdspan`, or what has its members, such as libcu++'s. Neither is included here.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/dispatch/layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A `std::mdspan` of the same rank over the same elements.
template <class Type, class T, int Dimensions>
concept mdspan_over = requires {
  typename Type::mapping_type;
  typename Type::extents_type;
  requires std::is_same_v<typename Type::data_handle_type, T*> ||
               std::is_same_v<typename Type::data_handle_type, T const*>;
  requires Type::rank() == Dimensions;
};

[[noreturn]] inline void mdspan_differs(int dimension, char const* what, long long of_view, long long of_mdspan) {
  throw size_error(message<2000>{} << "view: converted to an mdspan whose " << what << " of dimension " << dimension
                                   << " is " << of_mdspan << "; the view's is " << of_view);
}

/// \throws size_error on the host, if static extents of the mdspan are not the view's, or its layout is another
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
template <class Mdspan, class View, int... Dimension>
ALLOTYPE_FN constexpr Mdspan mdspan_of(View const& view, std::integer_sequence<int, Dimension...>) {
  using mapping = typename Mdspan::mapping_type;
  using index = typename Mdspan::extents_type::index_type;
  typename Mdspan::extents_type const extents(static_cast<index>(view.extent(Dimension))...);
  mapping const made = [&] {
    if constexpr (requires(mapping const& of_strides) { mapping(extents, of_strides.strides()); }) {
      return mapping(extents, std::remove_cvref_t<decltype(std::declval<mapping const&>().strides())>{
                                  static_cast<index>(view.stride(Dimension))...});
    } else {
      return mapping(extents);
    }
  }();
#ifndef __CUDA_ARCH__
  for (int i = 0; i < View::dimensions(); ++i) {
    auto const extent = static_cast<long long>(extents.extent(static_cast<typename Mdspan::rank_type>(i)));
    if (extent != view.extent(i)) mdspan_differs(i, "extent", view.extent(i), extent);
  }
  for (int i = 0; i < View::dimensions() && view.size() != 0; ++i) {
    auto const stride = static_cast<long long>(made.stride(static_cast<typename Mdspan::rank_type>(i)));
    if (stride != view.stride(i)) mdspan_differs(i, "stride", view.stride(i), stride);
  }
#endif
  return Mdspan(view.data(), made);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
