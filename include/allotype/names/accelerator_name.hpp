// SPDX-License-Identifier: BSL-1.0
/// \file
/// The rules for names of accelerators. A literal is checked while compiling.
#pragma once

#include <string>
#include <string_view>

#include <allotype/core/detail/refuse.hpp>
#include <allotype/core/error.hpp>
#include <allotype/names/accelerator_names.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

inline constexpr int longest_registered_name = 63;

constexpr bool same_name(std::string_view a, std::string_view b) {
  return equal_after<&without_case_and_separator>(a, b);
}

constexpr bool is_accelerator_name(std::string_view name) {
  if (name.empty() || name.size() > static_cast<std::size_t>(longest_registered_name)) return false;
  if (!is_letter(name.front()) || name.back() == ' ' || same_name(name, "auto")) return false;
  for (char const c : name) {
    if (c < ' ' || c > '~' || c == ',' || c == ':' || c == '"' || c == '\'' || c == '=') return false;
  }
  return true;
}

}  // namespace detail

/// A name to register under. An invalid literal does not compile; other invalid text throws.
class accelerator_name {
 public:
  template <std::size_t Size>
  consteval accelerator_name(char const (&name)[Size]) : text_(name, Size - 1) {
    if (!detail::is_accelerator_name(text_)) {
      detail::refuse("a name begins with a letter, has no comma, colon, quote or =, and is not auto");
    }
  }
  /// \throws error
  [[nodiscard]] static accelerator_name of_text(std::string_view name) {
    if (!detail::is_accelerator_name(name)) {
      throw error(message<2000>{} << "\"" << std::string{name}.c_str()
                                  << "\" is no name for an accelerator: it begins with a letter, has at most "
                                  << detail::longest_registered_name
                                  << " printable characters without comma, colon, quote and =, and is not auto");
    }
    return accelerator_name(name, 0);
  }

  /// The name. It points to the text that it was made of.
  [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }

 private:
  constexpr accelerator_name(std::string_view name, int) : text_(name) {}
  std::string_view text_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
