// SPDX-License-Identifier: BSL-1.0
/// \file
/// Headers that the umbrella header does not read say that they are read, so that a verb of theirs can name the header
/// where it is missing.
#pragma once

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

struct header_of_sort;
struct header_of_choose;

/// A header specializes it for itself. The arguments are a call's, so that it is asked where the call stands.
template <class Header, class... Arguments>
inline constexpr bool is_read = false;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
