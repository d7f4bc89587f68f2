// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the sentences of failed checks are made of, on compilers that take a computed text in `static_assert`.
#pragma once

#include <allotype/core/detail/add_to_list.hpp>
#include <allotype/core/fixed_text.hpp>
#include <allotype/core/units.hpp>

#include <cstddef>
#include <initializer_list>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A sentence of an error. Its size has the type that `static_assert` reads, or -Wsign-conversion warns.
struct error_sentence : fixed_text<2000> {
  using fixed_text<2000>::fixed_text;
  constexpr error_sentence(fixed_text<2000> const& text) : fixed_text<2000>(text) {}

  [[nodiscard]] constexpr std::size_t size() const noexcept {
    return static_cast<std::size_t>(fixed_text<2000>::size());
  }
};

/// The parts one after the other.
template <class... Parts>
constexpr error_sentence concatenated(Parts... parts) {
  error_sentence text;
  (text << ... << parts);
  return text;
}

/// In the largest unit that has at most three decimal places: `18 GiB`, `9.625 GiB`, `48 KiB`, `100 B`; as data sheets
/// have it where they count by 1000: `40 GB`. A template, as all here: programs without errors only read it.
template <class Text = fixed_text<40>>
constexpr Text amount_in_words(bytes amount) {
  Text text;
  if (amount.count % 1'000'000'000 == 0 && amount.count % (1ULL << 30) != 0) return text << to_string(amount);
  char const* const units[] = {" GiB", " MiB", " KiB"};
  for (int i = 0; i < 3; ++i) {
    unsigned long long const unit = 1ULL << (30 - 10 * i);
    unsigned long long const thousandths = amount.count % unit * 1000;
    if (amount.count < unit || thousandths % unit != 0) continue;
    text << amount.count / unit;
    if (unsigned long long rest = thousandths / unit; rest != 0) {
      text << '.';
      for (unsigned long long digit = 100; rest != 0; rest %= digit, digit /= 10) {
        text << static_cast<char>('0' + rest / digit);
      }
    }
    return text << units[i];
  }
  return text << amount.count << " B";
}

/// Adds elements with commas between them: `add_names(text, {"1g.5gb", "2g.10gb"})`.
template <class Text>
constexpr void add_names(Text& to, std::initializer_list<char const*> names) {
  Text list;
  for (char const* name : names) add_to_list(list, name);
  to << list;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
