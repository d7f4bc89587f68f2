// SPDX-License-Identifier: BSL-1.0
/// \file
/// Amounts as Kubernetes writes them, and Flyte with it.
#pragma once

#include <allotype/core/detail/refuse.hpp>
#include <allotype/core/units.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// An amount as Kubernetes writes it: "4", "500m", "8Gi".
struct quantity {
  char characters[32]{};  ///< the text, which ends in a zero

  constexpr quantity() = default;
  /// Taken as it is.
  template <std::size_t Size>
  consteval quantity(char const (&literal)[Size]) {
    if (Size > sizeof characters) detail::refuse("a quantity has at most 31 characters");
    for (std::size_t i = 0; i < Size; ++i) characters[i] = literal[i];
  }
  /// A count; not negative.
  constexpr explicit quantity(int count) { append_number(static_cast<unsigned long long>(count), ""); }
  /// Memory or storage, in the largest unit that divides it: 8 GiB is "8Gi", 1536 MiB is "1536Mi".
  constexpr explicit quantity(bytes amount) {
    constexpr char const* units[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    int unit = 0;
    for (; unit < 6 && amount.count != 0 && amount.count % 1024 == 0; ++unit) amount.count /= 1024;
    append_number(amount.count, units[unit]);
  }

  /// Whether no amount was given.
  [[nodiscard]] constexpr bool empty() const noexcept { return characters[0] == '\0'; }

 private:
  constexpr void append_number(unsigned long long number, char const* unit) {
    char digits[20]{};
    int count = 0;
    do {
      digits[count++] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    char* to = characters;
    while (count > 0) *to++ = digits[--count];
    while (*unit != '\0') *to++ = *unit++;
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
