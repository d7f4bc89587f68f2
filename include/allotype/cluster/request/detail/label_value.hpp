// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Kubernetes takes as the value of a label, and how names of partitions are written in one.
#pragma once

#include <allotype/catalog/mig_name.hpp>
#include <allotype/cluster/quoting/names.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/core/detail/character.hpp>
#include <allotype/core/fixed_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kubernetes::detail {

using namespace allotype::detail;

/// The longest value of a label, and the longest name of a resource that NVIDIA's plugin takes.
inline constexpr int max_characters = rule::label_value.most;

constexpr bool is_of_a_label(char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; }

/// A label's value: letters and digits at both ends, inside also `-`, `_` and `.`; it may be empty.
constexpr bool is_label_value(text_range value) {
  return value.empty() || obeys(rule::label_value, {value.data(), static_cast<std::size_t>(value.length())});
}

/// The name of a profile in a resource's name, and in a label.
constexpr short_text profile_value(char const* profile) {
  short_text value;
  for (; *profile != '\0'; ++profile) value << as_in_a_label(*profile);
  return value;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kubernetes::detail
