// SPDX-License-Identifier: BSL-1.0
/// \file
/// The known names that are spelt most like one that is not known, for errors.
#pragma once

#include <allotype/core/detail/compare_text.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Levenshtein's distance, letter case ignored; names beyond 63 characters count only with their first 63.
/// Complexity: product of the lengths.
constexpr int edit_distance(text_range a, text_range b) {
  constexpr int limit = 63;
  int const rows = a.length() < limit ? a.length() : limit;
  int const columns = b.length() < limit ? b.length() : limit;
  char const* const text = b.data();  // the inner loop runs while compiling: few calls
  int row[limit + 1]{};
  for (int j = 0; j <= columns; ++j) row[j] = j;
  for (int i = 0; i < rows; ++i) {
    char const wanted = lower(a[i]);
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < columns; ++j) {
      int const replaced = diagonal + (wanted == lower(text[j]) ? 0 : 1);
      diagonal = row[j + 1];
      int const inserted = row[j] + 1;
      int const removed = row[j + 1] + 1;
      row[j + 1] =
          replaced < inserted ? (replaced < removed ? replaced : removed) : (inserted < removed ? inserted : removed);
    }
  }
  return row[columns];
}

/// The `Most` candidates that are nearest, nearest first; of equally near ones those that were offered first.
template <class Candidate, int Most = 1>
class nearest_names {
 public:
  /// \param beyond names at that distance or more are not near
  constexpr explicit nearest_names(text_range asked, int beyond = 64) : asked_(asked), beyond_(beyond) {}

  constexpr void offer(text_range name, Candidate const& candidate) {
    offer_at(edit_distance(name, asked_), candidate);
  }
  constexpr void offer_at(int distance, Candidate const& candidate) {
    if (distance >= beyond_) return;
    int at = count_ < Most ? count_++ : Most;
    for (; at > 0 && distance < distances_[at - 1]; --at) {
      if (at < Most) candidates_[at] = candidates_[at - 1], distances_[at] = distances_[at - 1];
    }
    if (at < Most) candidates_[at] = candidate, distances_[at] = distance;
  }

  constexpr int size() const { return count_; }
  constexpr Candidate const& operator[](int i) const { return candidates_[i]; }
  /// The nearest one; a default one where none is near.
  constexpr Candidate const& best() const { return candidates_[0]; }
  constexpr int distance() const { return count_ > 0 ? distances_[0] : beyond_; }

 private:
  text_range asked_;
  int beyond_;
  Candidate candidates_[std::size_t{Most}]{};
  int distances_[std::size_t{Most}]{};
  int count_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
