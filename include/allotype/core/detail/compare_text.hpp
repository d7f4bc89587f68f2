// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether two texts are the same: as they are, without letter case, or after another change of their characters.
#pragma once

#include <allotype/core/detail/text_range.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

constexpr bool equal(char const* a, char const* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == *b;
}

/// The same once `Change` was applied to each character.
template <char (*Change)(char)>
constexpr bool equal_after(text_range a, text_range b) {
  if (a.length() != b.length()) return false;
  for (int i = 0; i < a.length(); ++i) {
    if (Change(a[i]) != Change(b[i])) return false;
  }
  return true;
}
constexpr bool equal(text_range a, text_range b) { return equal_after<&unchanged>(a, b); }
constexpr bool equal_in_any_case(text_range a, text_range b) { return equal_after<&lower>(a, b); }

/// `text` begins with `prefix` once `Change` was applied to each character.
template <char (*Change)(char) = &unchanged>
constexpr bool begins_with(text_range text, text_range prefix) {
  return text.length() >= prefix.length() &&
         equal_after<Change>({text.text, text.begin, text.begin + prefix.length()}, prefix);
}
template <char (*Change)(char) = &unchanged>
constexpr bool ends_with(text_range text, text_range suffix) {
  return text.length() >= suffix.length() &&
         equal_after<Change>({text.text, text.end - suffix.length(), text.end}, suffix);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
