// SPDX-License-Identifier: BSL-1.0
/// \file
/// The name of a task: a text that lives as long as the program.
#pragma once

#include <allotype/core/detail/language.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// A copy that is kept until the program ends. The copies are a list, so that tools which look for lost memory find
/// them.
inline char const* kept_name(char const* characters, std::size_t size) {
  struct name_in_list {
    name_in_list* earlier;
    char* characters;
  };
  static name_in_list* last = nullptr;
  auto* const kept = new name_in_list{nullptr, new char[size + 1]};
  for (std::size_t i = 0; i < size; ++i) kept->characters[i] = characters[i];
  kept->characters[size] = '\0';
  __atomic_exchange(&last, const_cast<name_in_list**>(&kept), &kept->earlier, __ATOMIC_ACQ_REL);
  return kept->characters;
}

}  // namespace detail

/// What `task` takes as a name: `"denoise"`, or a `std::string` that is made at run time.
class task_name {
 public:
  /// A literal. Its characters are read while compiling, so a text that could be gone later does not compile.
  template <std::size_t Size>
  consteval task_name(char const (&literal)[Size]) : text_(literal) {
    static_cast<void>(literal[Size - 1]);
  }
  /// A copy of a `std::string` or a `std::string_view`. It is kept until the program ends.
  template <class Text>
    requires requires(Text const& text) {
      { text.data() } -> std::convertible_to<char const*>;
      text.size();
    }
  task_name(Text const& text) : text_(detail::kept_name(text.data(), text.size())) {}
  /// Does not compile; it says what to write.
  template <class Pointer>
    requires std::is_pointer_v<Pointer>
  constexpr task_name(Pointer const&) : text_("") {
    static_assert(
        !std::is_pointer_v<Pointer>,
        "task: the name is a pointer, and what it points to may be gone when the task runs: write a literal, or a "
        "std::string, which is copied");
  }

  /// The characters, for as long as the program runs.
  [[nodiscard]] constexpr char const* text() const noexcept { return text_; }

 private:
  char const* text_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
