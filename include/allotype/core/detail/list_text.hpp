// SPDX-License-Identifier: BSL-1.0
/// \file
/// Lists in texts: elements with commas between them.
#pragma once

#include <string>
#include <string_view>

#include <allotype/core/detail/add_to_list.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What `text_of` makes of each element, as such a list.
template <class Elements, class TextOf>
std::string joined(Elements const& elements, std::string_view separator, TextOf const& text_of) {
  std::string list;
  for (auto const& each : elements) add_to_list(list, text_of(each), separator);
  return list;
}
/// Texts or numbers as such a list.
template <class Elements>
std::string joined(Elements const& elements, std::string_view separator = ", ") {
  return joined(elements, separator, [](auto const& each) {
    if constexpr (requires { std::to_string(each); }) {
      return std::to_string(each);
    } else {
      return std::string_view(each);
    }
  });
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
