// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the sentences of failed checks are made of, on compilers that take a computed text in `static_assert`.
#pragma once

#include <allotype/core/fixed_text.hpp>
#include <allotype/core/units.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// All of it are templates, also where one type would do: programs without errors pay for reading them, and for nothing
// else.

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
constexpr error_sentence said(Parts... parts) {
  error_sentence text;
  (text << ... << parts);
  return text;
}

/// In the largest unit that has at most three decimal places: `18 GiB`, `9.625 GiB`, `48 KiB`, `100 B`.
template <class Text = fixed_text<40>>
constexpr Text amount_in_words(bytes amount) {
  Text text;
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

/// Puts commas between the elements that it is given one after the other.
template <class Text>
class listing {
 public:
  constexpr explicit listing(Text& to) : to_(to) {}

  template <class Element>
  constexpr void add(Element const& element) {
    to_ << between_ << element;
    between_ = ", ";
  }

 private:
  Text& to_;
  char const* between_ = "";
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
