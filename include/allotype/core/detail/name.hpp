// SPDX-License-Identifier: BSL-1.0
/// \file
/// Names at compile time: comparison, and the distance that finds the nearest known name for a misspelt one.
#pragma once

#include <allotype/core/detail/language.hpp>

#include <cstddef>

namespace allotype {

/// A name as a template argument. It enters only questions (`offers<A, "…">`) and the types of devices that no catalogue
/// lists. No type that can reach a kernel carries one: nvcc cannot compile its stubs for such types.
template <std::size_t Size>
struct text {
  char characters[Size]{};
  consteval text(char const (&name)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) characters[i] = name[i];
  }
};

namespace detail {

constexpr int length(char const* name) {
  int n = 0;
  while (name[n] != '\0') ++n;
  return n;
}

constexpr bool equal(char const* a, char const* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == *b;
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr bool equal_in_any_case(char const* a, char const* b) {
  while (*a != '\0' && lower(*a) == lower(*b)) ++a, ++b;
  return lower(*a) == lower(*b);
}

/// Levenshtein's distance, letter case ignored; names beyond 63 characters count only with their first 63.
/// Complexity: product of the lengths.
constexpr int edit_distance(char const* a, char const* b) {
  constexpr int limit = 63;
  int const columns = length(b) < limit ? length(b) : limit;
  int row[limit + 1]{};
  for (int j = 0; j <= columns; ++j) row[j] = j;
  for (int i = 0; i < limit && a[i] != '\0'; ++i) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < columns; ++j) {
      int const replaced = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      int const inserted = row[j] + 1;
      int const removed = row[j + 1] + 1;
      row[j + 1] = replaced < inserted ? (replaced < removed ? replaced : removed) : (inserted < removed ? inserted : removed);
    }
  }
  return row[columns];
}

}  // namespace detail
}  // namespace allotype
