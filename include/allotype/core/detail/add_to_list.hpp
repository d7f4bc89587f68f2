// SPDX-License-Identifier: BSL-1.0
/// \file
/// One more element of a list in a text. Backends include this, so it includes no <string>.
#pragma once

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// One more element of the list that a text is, a std::string or a `fixed_text`; `separator` comes between elements.
template <class List, class Element, class Separator = char const*>
constexpr void add_to_list(List& list, Element const& element, Separator const& separator = ", ") {
  if constexpr (requires { list += element; }) {
    if (!list.empty()) list += separator;
    list += element;
  } else {
    if (!list.empty()) list << separator;
    list << element;
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
