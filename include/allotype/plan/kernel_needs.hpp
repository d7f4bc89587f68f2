// SPDX-License-Identifier: BSL-1.0
/// \file
/// Needs computed from what a task does: threads and shared memory from its launches, memory from buffers with constant
/// extents, and all of these together:
///
/// \code
/// using blocks = grid<threads_per_block<256>, shared_memory_per_block<96_KiB>>;
/// using wanted = all_needs<blocks, needs<memory<buffer_bytes<float, 1080, 1920> + 1_GiB>, bf16>>;
/// \endcode
#pragma once

#include <allotype/plan/needs.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// It is not constexpr: calling it while compiling is the error, and its name is the sentence.
inline void a_buffer_has_no_negative_extents_and_less_than_2_to_the_63_bytes() {}

template <long long... Extents>
constexpr bytes bytes_of_array(unsigned long long element) {
  long long const extents[] = {1, Extents...};
  unsigned long long count = element;
  for (long long extent : extents) {
    if (extent < 0) a_buffer_has_no_negative_extents_and_less_than_2_to_the_63_bytes();
    auto const factor = static_cast<unsigned long long>(extent);
    if (factor != 0 && count > (~0ULL >> 1) / factor) {
      a_buffer_has_no_negative_extents_and_less_than_2_to_the_63_bytes();
    }
    count *= factor;
  }
  return {count};
}

}  // namespace detail

/// The bytes of a buffer's elements: `buffer_bytes<float, 1080, 1920>`. Add room for more: allocators round up, and a
/// CUDA context takes some hundred MiB.
template <class T, long long... Extents>
inline constexpr bytes buffer_bytes = detail::bytes_of_array<Extents...>(sizeof(T));

namespace detail {

template <class Needs>
struct stated_in;
template <class... Entries>
struct stated_in<needs<Entries...>> {
  using type = appended<list<>, std::conditional_t<need_entry<Entries>::is_stated, list<Entries>, list<>>...>;
};

constexpr amounts larger_of(amounts const& a, amounts const& b) {
  amounts larger;
  for (int i = 0; i < fact_count; ++i) larger.of[i] = a.of[i] < b.of[i] ? b.of[i] : a.of[i];
  return larger;
}
constexpr bool same_where_exact(amounts const& a, amounts const& b) {
  long long const of_a = a[fact::warp_size], of_b = b[fact::warp_size];
  return of_a == no_amount || of_b == no_amount || of_a == of_b;
}

template <int Which, long long Number>
struct listed_amount {
  using type = list<typename amount_type<static_cast<fact>(Which), Number>::type>;
};
template <int Which>
struct listed_amount<Which, no_amount> {
  using type = list<>;
};

template <class Entries>
struct needs_of_list;
template <class... Entries>
struct needs_of_list<list<Entries...>> {
  using type = needs<Entries...>;
};

template <class First, class Second, class Positions = std::make_index_sequence<fact_count>>
struct both_needs;
template <class First, class Second, std::size_t... Which>
struct both_needs<First, Second, std::index_sequence<Which...>> {
  static constexpr bool warps_agree = same_where_exact(meaning_of<First>::asked, meaning_of<Second>::asked);
  static_assert(warps_agree, "all_needs<...>: one of them needs other warps than another; no accelerator has both");
  static constexpr amounts asked = larger_of(meaning_of<First>::asked, meaning_of<Second>::asked);
  using type = typename needs_of_list<
      without_repetition<appended<typename listed_amount<static_cast<int>(Which), asked.of[Which]>::type...,
                                  typename stated_in<First>::type, typename stated_in<Second>::type>>>::type;
};

template <class... Needs>
struct combined_needs {
  using type = needs<>;
};
template <class First, class... Rest>
struct combined_needs<First, Rest...> {
  using type = typename both_needs<First, typename combined_needs<Rest...>::type>::type;
};

template <class T>
concept is_grid = requires {
  T::threads;
  T::shape.all_shared_bytes();
};

/// A launch over a grid needs its threads and its shared memory per block.
template <class NeedsOrGrid>
struct stated_needs {
  using type = NeedsOrGrid;
};
template <is_grid Grid>
struct stated_needs<Grid> {
  using type = needs<threads_per_block<Grid::threads>>;
};
template <is_grid Grid>
  requires(Grid::shape.all_shared_bytes() > 0)
struct stated_needs<Grid> {
  using type = needs<shared_memory_per_block<bytes{Grid::shape.all_shared_bytes()}>, threads_per_block<Grid::threads>>;
};

}  // namespace detail

/// All of these needs, for work that follows one another on one accelerator: the largest of each amount. Each is a
/// `needs<…>`, or a `grid<…>` of a launch, which needs its threads and its shared memory per block. Add up memory that
/// is used at the same time: `memory<a + b>`. The result lists each amount once, in the order of `fact`, so equal needs
/// are one type.
template <class... Needs>
  requires((detail::well_formed_needs<Needs> || detail::is_grid<Needs>) && ...)
using all_needs = typename detail::combined_needs<typename detail::stated_needs<Needs>::type...>::type;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
