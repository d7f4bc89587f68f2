// SPDX-License-Identifier: BSL-1.0
/// \file
/// A view is what kernels read and write: a pointer to memory of `A`, its extents, and its layout.
#pragma once

#include <initializer_list>
#include <type_traits>
#include <utility>

#include <allotype/accelerator/concepts.hpp>
#include <allotype/dispatch/box.hpp>
#include <allotype/dispatch/detail/checked_index.hpp>
#include <allotype/dispatch/detail/mdspan_of_view.hpp>
#include <allotype/dispatch/element.hpp>
#include <allotype/dispatch/layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

[[noreturn]] inline void part_is_outside(int dimension, long long begin, long long end, long long size) {
  throw size_error(message<2000>{} << "view: a part from " << begin << " to " << end << " of dimension " << dimension
                                   << ", which has " << size << " indices; a part lies between 0 and that");
}

[[noreturn]] inline void no_such_index(int dimension, long long index, long long size) {
  part_is_outside(dimension, index, static_cast<long long>(static_cast<unsigned long long>(index) + 1), size);
}

[[noreturn]] inline void view_needs_64_bits(long long elements) {
  throw size_error(
      message<2000>{}
      << "view: " << elements
      << " elements need 64-bit indices: give the extents in 64 bits, as in view(queue, extents{buffer.size()})");
}

/// What `x[row]` of a plane is behind its error: it is read, assigned and indexed as an element.
template <class T>
struct row_of_elements {
  T* elements;

  ALLOTYPE_FN constexpr operator T&() const { return *elements; }
  template <class I>
  ALLOTYPE_FN constexpr T& operator[](I) const {
    return *elements;
  }
  template <class Value>
  ALLOTYPE_FN constexpr row_of_elements const& operator=(Value const&) const {
    return *this;
  }
};

/// A view of this layout is also one of that layout.
template <class Layout, class Other, int Dimensions>
concept also_laid_out_as =
    std::is_same_v<Layout, Other> || (Dimensions > 1 && std::is_same_v<typename Layout::order::strided, Other>);

/// In a file without CUDA code runs on host processors and on devices that bring a backend, and the host may use the
/// memory of these.
template <class A>
inline constexpr bool lies_where_code_runs = host_processor<A> || requires { typename device_of<A>::backend; };

#ifdef __CUDACC__
#  define ALLOTYPE_ASSERT_CODE_RUNS
#else
// It stands in the function that a user's line calls: clang points to that line in the first note alone.
#  define ALLOTYPE_ASSERT_CODE_RUNS                                                                               \
    static_assert(                                                                                                \
        detail::lies_where_code_runs<A>,                                                                          \
        "view: this file has no code for the view's accelerator, so the host would use the element, which is in " \
        "the accelerator's memory: copy the elements to the host, or compile the file for the accelerator");
#endif

#ifdef ALLOTYPE_CHECKED
// What the buffer of a view notes of the queues that use it, in the host's memory; null for a view of other memory. Its
// age is another one as soon as the buffer is gone. The tag keeps files with and without it from sharing views.
#  define ALLOTYPE_USES_OF_VIEW            \
    detail::age_of_buffer* uses = nullptr; \
    unsigned age = 0;
#  define ALLOTYPE_TAGGED_IF_CHECKED [[gnu::abi_tag("checked")]]
#else
#  define ALLOTYPE_USES_OF_VIEW
#  define ALLOTYPE_TAGGED_IF_CHECKED
#endif

// What a view holds. Distances that the extents tell are no member: nvcc's device code gives one marked
// [[no_unique_address]] another place than the host's compiler does, and a kernel would read what follows the view from
// the wrong place.
template <class T, int Dimensions, class Index, class Layout>
struct view_members {
  T* elements;
  allotype::extents<Dimensions, Index> extents;
  static constexpr detail::strides<Layout, Dimensions, Index> strides{};
  ALLOTYPE_USES_OF_VIEW
};
template <class T, int Dimensions, class Index, class Layout>
  requires(!std::is_empty_v<detail::strides<Layout, Dimensions, Index>>)
struct view_members<T, Dimensions, Index, Layout> {
  T* elements;
  allotype::extents<Dimensions, Index> extents;
  detail::strides<Layout, Dimensions, Index> strides{};
  ALLOTYPE_USES_OF_VIEW
};

/// A box of another number of dimensions.
template <class Bounds, int Dimensions>
inline constexpr bool has_other_dimensions = false;
template <int Others, class Index, int Dimensions>
inline constexpr bool has_other_dimensions<box<Others, Index>, Dimensions> = Others != Dimensions;

/// What a loop takes.
template <int Dimensions>
concept a_loop_takes_a_view_of_one_dimension_such_as_subview_of_a_row = Dimensions == 1;

/// The error of a view in place of a pointer has this name.
struct the_address_of_a_view_is_view_data {};
/// The error of a number or a range that is assigned to a view or a buffer has this name.
struct elements_of_memory_are_set_by_fill_and_by_copy {};

}  // namespace detail

/// Elements in memory of `A`, in row-major order by default. A view is trivially copyable and owns nothing. Indices are
/// checked in checked builds (`ALLOTYPE_CHECKED`) alone.
///
/// A verb refuses a kernel that is a class template over views of another accelerator (also with numbers after the
/// first one or two views, or one number before them). The captures of a lambda are not part of its type and are not
/// checked. Where code of the host uses an element of a GPU's view, it does not compile without CUDA. With nvcc it is
/// an `access_error` in checked builds. doc/views.md shows parts and layouts.
template <class T, int Dimensions, accelerator A, class Index = int, class Layout = row_major>
struct ALLOTYPE_TAGGED_IF_CHECKED view : detail::view_members<T, Dimensions, Index, Layout> {
  using element_type = T;
  using accelerator = A;
  using index_type = Index;
  using layout_type = Layout;

  using detail::view_members<T, Dimensions, Index, Layout>::elements;
  using detail::view_members<T, Dimensions, Index, Layout>::extents;
  using detail::view_members<T, Dimensions, Index, Layout>::strides;

  /// The element at `(i)`, `(row, column)`, `(plane, row, column)`, …: an integer of any type for each dimension. A
  /// view of no dimension has one element, `()`.
  template <class... I>
    requires(sizeof...(I) == Dimensions)
  ALLOTYPE_FN constexpr T& operator()(I... index) const {
    ALLOTYPE_ASSERT_CODE_RUNS
    static_assert(sizeof(mode_detail::checked_element<T, mode_detail::backend_of<A>>) != 0);
    constexpr bool whole = !(std::is_floating_point_v<I> || ...);
    static_assert(whole, "view: an index is an integer, and one of these is a floating-point number");
#ifdef ALLOTYPE_CHECKED
#  if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
    if constexpr (!detail::lies_where_code_runs<A>) {
      if (!__builtin_is_constant_evaluated()) detail::check_host_access(elements, name_of<A>);
    }
#  endif
#  ifndef __CUDA_ARCH__
    if (!__builtin_is_constant_evaluated()) detail::check_buffer_is_there(*this, name_of<A>);
#  endif
    // The check is in 64 bits, so that no index that is outside becomes one that is inside.
    detail::check_index(extents, static_cast<long long>(index)...);
#endif
    return elements[strides.offset(extents, static_cast<detail::position<Index>>(index)...)];
  }

  /// The same of a view of one dimension.
  template <class I>
    requires(Dimensions <= 1)
  ALLOTYPE_FN constexpr T& operator[](I index) const {
    return (*this)(index);
  }

  /// Does not compile; it says how the elements of several dimensions are read.
  template <class I>
    requires(Dimensions > 1)
  ALLOTYPE_FN constexpr detail::row_of_elements<T> operator[](I) const {
    constexpr bool has_one_dimension = Dimensions == 1;
    static_assert(has_one_dimension,
                  "view: of several dimensions an element has its indices in one pair of parentheses: x(row, column)");
    return {elements};
  }

  /// Does not compile; it says how many indices there are.
  template <class... I>
    requires(sizeof...(I) != Dimensions)
  ALLOTYPE_FN constexpr T& operator()(I...) const {
    static_assert(sizeof...(I) == Dimensions,
                  "view: an element has as many indices as the view has dimensions: view<T, Dimensions, A>. For (row, "
                  "column) of a buffer write buffer.view(queue, extents{rows, columns})");
    return *elements;
  }

  /// The number of dimensions.
  [[nodiscard]] ALLOTYPE_FN static constexpr int dimensions() noexcept { return Dimensions; }
  /// The number of indices of this dimension; dimension 0 is the slowest.
  [[nodiscard]] ALLOTYPE_FN constexpr Index extent(int dimension) const { return extents[dimension]; }
  /// How many elements lie between two whose index differs by one in this dimension.
  [[nodiscard]] ALLOTYPE_FN constexpr Index stride(int dimension) const { return strides.stride(extents, dimension); }
  /// The number of elements.
  [[nodiscard]] ALLOTYPE_FN constexpr long long size() const { return extents.size(); }
  /// The name of `dimensions()` in 0.2.
  [[nodiscard, deprecated("it is dimensions()")]] ALLOTYPE_FN static constexpr int rank() noexcept {
    return Dimensions;
  }
  /// The address of the first element, for calls of other libraries.
  [[nodiscard]] ALLOTYPE_FN constexpr T* data() const noexcept { return elements; }
  // clang-format off: compilers quote one line
  /// Where the elements of a view of one dimension begin: `for (double& x : view)`, `std::span{view}`. The elements are
  /// neighbours in memory. They are used where the view's elements can be, and not checked.
  template <class Owner = A> [[nodiscard]] ALLOTYPE_FN constexpr T* begin() const noexcept requires detail::a_loop_takes_a_view_of_one_dimension_such_as_subview_of_a_row<Dimensions> {
#ifndef __CUDACC__
    static_assert(detail::lies_where_code_runs<Owner>,
                  "view::begin: this file has no code for the view's accelerator, so the host would use elements in the "
                  "accelerator's memory: copy them to the host");
#endif
    return elements;
  }
  // clang-format on
  /// Where they end.
  [[nodiscard]] ALLOTYPE_FN constexpr T* end() const noexcept { return elements + size(); }
  /// Does not compile; it says who has the address.
  template <class Element, class = detail::the_address_of_a_view_is_view_data>
  operator Element*() const = delete;
  /// Does not compile; it says how elements are set.
  template <class Number, class = detail::elements_of_memory_are_set_by_fill_and_by_copy>
    requires std::is_arithmetic_v<Number>
  view const& operator=(Number const&) const = delete;

  /// The same elements as a `std::mdspan`, in a layout that has the same distances.
  /// \throws size_error on the host, if static extents or the layout of the mdspan differ
  template <class Mdspan>
    requires detail::mdspan_over<Mdspan, T, Dimensions>
  ALLOTYPE_FN constexpr operator Mdspan() const {
    return detail::mdspan_of<Mdspan>(*this, std::make_integer_sequence<int, Dimensions>{});
  }

  /// The same elements: read only, with an index type of another width, or in the layout of a part. So a function that
  /// takes `view<double const, 1, A>` takes every view of one dimension of `double`.
  /// \throws size_error on the host, if the index type is narrower and cannot count the elements or the indices of a
  /// dimension
  template <class Element, class OtherIndex, class OtherLayout>
    requires((std::is_same_v<Element, T> || std::is_same_v<Element, T const>) &&
             detail::also_laid_out_as<Layout, OtherLayout, Dimensions>)
  ALLOTYPE_FN constexpr operator view<Element, Dimensions, A, OtherIndex, OtherLayout>() const {
#ifndef __CUDA_ARCH__
    if constexpr (sizeof(OtherIndex) < sizeof(Index)) {
      long long reached = 1;
      for (int i = 0; i < Dimensions && size() != 0; ++i) reached += (extents[i] - 1) * stride(i);
      if (reached > 0x7fffffff) detail::view_needs_64_bits(reached);
    }
#endif
    view<Element, Dimensions, A, OtherIndex, OtherLayout> result{elements, {}};
    keep_uses(result);
    for (int i = 0; i < Dimensions; ++i) {
      result.extents.sizes[i] =
          detail::held_in<OtherIndex>(extents[i], "view: a size needs 64-bit indices: give the extents in 64 bits");
      if constexpr (requires { result.strides.set(i, OtherIndex{}); }) {
        // Only a distance to a second index that is not there is too large.
        auto const distance = static_cast<OtherIndex>(stride(i));
        result.strides.set(i, distance == stride(i) ? distance : OtherIndex{});
      }
    }
    return result;
  }

  /// The elements of a box, with indices from 0 on in each dimension. They are the same elements; nothing is copied. A
  /// part without elements begins where the view does.
  /// \throws size_error on the host, if the box is not inside the view
  [[nodiscard]] ALLOTYPE_FN constexpr auto part(box<Dimensions, Index> const& of) const { return part<Index>(of); }
  template <class BoxIndex>
  [[nodiscard]] ALLOTYPE_FN constexpr auto part(box<Dimensions, BoxIndex> const& of) const {
    view<T, Dimensions, A, Index, typename detail::layout_of_part<Layout, Dimensions>::type> result{elements, {}};
    keep_uses(result);
    [[maybe_unused]] bool has_elements = true;
    for (int i = 0; i < Dimensions; ++i) {
#ifndef __CUDA_ARCH__
      if (of.begin[i] < 0 || of.end[i] < of.begin[i] || of.end[i] > extents[i]) {
        detail::part_is_outside(i, of.begin[i], of.end[i], extents[i]);
      }
      has_elements = has_elements && of.end[i] > of.begin[i];
#endif
      result.extents.sizes[i] = static_cast<Index>(of.end[i] - of.begin[i]);
      if constexpr (Dimensions > 1) result.strides.set(i, stride(i));
    }
#ifndef __CUDA_ARCH__
    if (!has_elements) return result;
#endif
    for (int i = 0; i < Dimensions; ++i) result.elements += detail::position<Index>(of.begin[i]) * stride(i);
    return result;
  }

  /// Does not compile; it says what a part is.
  template <int Given = Dimensions>
  [[nodiscard]] ALLOTYPE_FN constexpr view part(std::initializer_list<long long>,
                                                std::initializer_list<long long>) const {
    constexpr bool is_a_box = Given == 0;
    static_assert(is_a_box, "view: the bounds of a part are those of one box: part(at::box{{0, rows}, {0, columns}})");
    return *this;
  }
  template <class... Bounds>
    requires(sizeof...(Bounds) != 1 || (std::is_arithmetic_v<Bounds> && ...) ||
             (detail::has_other_dimensions<Bounds, Dimensions> && ...) ||
             (std::is_same_v<Bounds, allotype::extents<Dimensions, int>> && ...) ||
             (std::is_same_v<Bounds, allotype::extents<Dimensions, long long>> && ...))
  [[nodiscard]] ALLOTYPE_FN constexpr view part(Bounds...) const {
    constexpr bool is_a_box = sizeof...(Bounds) > 99;
    static_assert(is_a_box,
                  "view: a part is a box with a pair of bounds for each dimension: part(at::box{{begin, end}}), "
                  "part(at::box{{0, rows}, {0, columns}})");
    return *this;
  }

  /// Does not compile; it says what it takes.
  template <class... Indices>
    requires(sizeof...(Indices) != 1)
  [[nodiscard]] ALLOTYPE_FN constexpr view subview(Indices...) const {
    constexpr bool is_one = sizeof...(Indices) == 1;
    static_assert(is_one,
                  "view: subview takes one index, of the slowest dimension, subview(row); for several write a part: "
                  "part(at::box{{begin, end}, {0, columns}})");
    return *this;
  }

  /// The elements with the index `i` in the slowest dimension, the first of a row-major view and the last of a
  /// column-major one, as a view with one dimension less: of a line its element `()`. They are the same elements;
  /// nothing is copied.
  /// \throws size_error on the host, if there is no such index
  [[nodiscard]] ALLOTYPE_FN constexpr auto subview(Index i) const
    requires(Dimensions > 0)
  {
    constexpr int first = std::is_same_v<typename Layout::order, row_major> ? 1 : 0,
                  slowest = first == 1 ? 0 : Dimensions - 1;
#ifndef __CUDA_ARCH__
    if (i < 0 || i >= extents[slowest]) detail::no_such_index(slowest, i, extents[slowest]);
#endif
    using layout = std::conditional_t<Dimensions <= 2, typename Layout::order, Layout>;  // one line has no gaps
    view<T, Dimensions - 1, A, Index, layout> result{elements + detail::position<Index>(i) * stride(slowest), {}};
    keep_uses(result);
    for (int dimension = 0; dimension < Dimensions - 1; ++dimension) {
      result.extents.sizes[dimension] = extents[dimension + first];
      if constexpr (requires { result.strides.set(dimension, i); }) {
        result.strides.set(dimension, stride(dimension + first));
      }
    }
    return result;
  }

 private:
  template <class Other>
  ALLOTYPE_FN constexpr void keep_uses([[maybe_unused]] Other& of_same_buffer) const {
#ifdef ALLOTYPE_CHECKED
    of_same_buffer.uses = this->uses;
    of_same_buffer.age = this->age;
#endif
  }
};

namespace detail {

template <class Type, class A>
inline constexpr bool belongs_elsewhere = false;
template <class T, int Dimensions, class Owner, class Index, class Layout, class A>
inline constexpr bool belongs_elsewhere<view<T, Dimensions, Owner, Index, Layout>, A> = !std::is_same_v<Owner, A>;

/// The characters of a `std::string_view` are in the host's memory.
template <class Text, class A>
  requires(std::is_trivially_copyable_v<Text> &&
           requires {
             typename Text::traits_type;
             Text::npos;
           })
inline constexpr bool belongs_elsewhere<Text, A> = !lies_where_code_runs<A>;

/// The kernel is a class template over a view of another accelerator's memory than `A`'s.
template <class Kernel, class A>
inline constexpr bool reads_elsewhere = false;
template <template <class...> class Kernel, class... Parts, class A>
inline constexpr bool reads_elsewhere<Kernel<Parts...>, A> = (belongs_elsewhere<Parts, A> || ...);
// The same with numbers among the arguments: after one or two views, or before them.
template <template <class, auto, auto...> class Kernel, class Part, auto Number, auto... Numbers, class A>
inline constexpr bool reads_elsewhere<Kernel<Part, Number, Numbers...>, A> = belongs_elsewhere<Part, A>;
template <template <class, class, auto, auto...> class Kernel, class First, class Second, auto Number, auto... Numbers,
          class A>
inline constexpr bool reads_elsewhere<Kernel<First, Second, Number, Numbers...>, A> =
    belongs_elsewhere<First, A> || belongs_elsewhere<Second, A>;
template <template <auto, class, class...> class Kernel, auto Number, class Part, class... Parts, class A>
inline constexpr bool reads_elsewhere<Kernel<Number, Part, Parts...>, A> =
    belongs_elsewhere<Part, A> || (belongs_elsewhere<Parts, A> || ...);

#ifdef __CUDACC_EXTENDED_LAMBDA__
/// nvcc's class for a lambda that is marked for both.
template <template <bool, bool, bool, class, class, class...> class Wrapper, bool IsMutable, bool IsFunction,
          bool IsNoexcept, class Tag, class Signature, class... Captures, class A>
inline constexpr bool reads_elsewhere<Wrapper<IsMutable, IsFunction, IsNoexcept, Tag, Signature, Captures...>, A> =
    (belongs_elsewhere<std::remove_const_t<Captures>, A> || ...);
#endif

}  // namespace detail

/// As far as its type shows, `Kernel` reads only memory of `A`.
template <class Kernel, class A>
concept stays_on = !detail::reads_elsewhere<Kernel, A>;

#undef ALLOTYPE_ASSERT_CODE_RUNS
#undef ALLOTYPE_USES_OF_VIEW
#undef ALLOTYPE_TAGGED_IF_CHECKED

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
