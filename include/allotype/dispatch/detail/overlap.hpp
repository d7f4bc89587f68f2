// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether what a verb reads and what it writes overlap. Only checked builds (ALLOTYPE_CHECKED) look. A verb gets its
/// memory as ends: views, buffers, lines, ranges of the host. What a kernel reads and writes is not known.
#pragma once

#include <allotype/dispatch/detail/order.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

[[noreturn, gnu::cold]] inline void throw_overlap(char const* verb, char const* first, char const* second,
                                                  char const* allowed) {
  throw overlap_error(message<2000>{} << verb << ": " << first << " and " << second << " overlap; " << allowed);
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

#ifdef ALLOTYPE_CHECKED

/// \throws overlap_error if an element of the one shares a byte with an element of the other
template <class From, class To>
void check_apart(From const& from, To const& to, char const* verb, char const* first, char const* second) {
  if (!copied_elements_of(from).overlaps(copied_elements_of(to))) return;
  detail::throw_overlap(verb, first, second, "each must be memory of its own");
}

/// \pre both have the same number of elements
/// \throws overlap_error if they overlap, and element `i` of both is not at the same address for each `i`
template <class From, class To>
void check_apart_or_same(From const& from, To const& to, char const* verb) {
  auto const read = copied_elements_of(from), written = copied_elements_of(to);
  bool const same = read.first == written.first && read.size_of_each == written.size_of_each;
  if (same || !read.overlaps(written)) return;
  detail::throw_overlap(
      verb, "what is read", "what is written",
      "each must be memory of its own, or both begin at the same address with elements of the same size");
}

#else

template <class From, class To>
void check_apart(From const&, To const&, char const*, char const*, char const*) {}
template <class From, class To>
void check_apart_or_same(From const&, To const&, char const*) {}

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
