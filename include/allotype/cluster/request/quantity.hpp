// SPDX-License-Identifier: BSL-1.0
/// \file
/// Amounts as Kubernetes writes them, and Flyte with it.
#pragma once

#include <allotype/core/detail/refuse.hpp>
#include <allotype/core/fixed_text.hpp>
#include <allotype/core/units.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// An amount as Kubernetes writes it: "4", "500m", "8Gi".
struct quantity : fixed_text<31> {
  constexpr quantity() = default;
  /// Taken as it is.
  template <std::size_t Size>
  consteval quantity(char const (&literal)[Size]) {
    if (Size > sizeof characters) detail::refuse("a quantity has at most 31 characters");
    *this << literal;
  }
  /// A count; not negative.
  constexpr explicit quantity(int count) { *this << count; }
  /// Memory or storage, in the largest unit that divides it: 8 GiB is "8Gi", 1536 MiB is "1536Mi".
  constexpr explicit quantity(bytes amount) {
    constexpr char const* units[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    int unit = 0;
    for (; unit < 6 && amount.count != 0 && amount.count % 1024 == 0; ++unit) amount.count /= 1024;
    *this << amount.count << units[unit];
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
