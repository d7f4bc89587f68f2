// SPDX-License-Identifier: BSL-1.0
/// \file
/// Optional members of a user's type. A member with a known name that the library cannot use (private, not static, other
/// parameters) is an error that names the right signature. Without this check it would be ignored silently.
#pragma once

#include <allotype/core/detail/language.hpp>

#include <type_traits>

/// `ALLOTYPE_KNOWN_MEMBER(teardown);` in namespace `allotype::core` makes `has_member_teardown<T>`: `T` or a base of it has
/// a member of that name, be it private, a template or overloaded; of a final class, one that has an address. How it is
/// found: a name that two bases have is ambiguous, whatever the two are.
#define ALLOTYPE_KNOWN_MEMBER(name)                                                 \
  struct with_##name {                                                              \
    int name;                                                                       \
  };                                                                                \
  template <class T>                                                                \
  struct beside_##name : T, with_##name {};                                         \
  template <class T>                                                                \
  inline constexpr bool has_member_##name = !requires { &beside_##name<T>::name; }; \
  template <class T>                                                                \
    requires std::is_final_v<T>                                                     \
  inline constexpr bool has_member_##name<T> = requires { &T::name; }

/// What the error says; `usable || !has_member_teardown<T>` is asserted with it.
#define ALLOTYPE_PASSED_OVER(name, signature)                                                                \
  "the member " name " is not one that the library uses, and would be ignored: write, as a public member, " signature

/// In a struct: where `type` has a member of that name, it is usable, which the last argument says; or the error.
#define ALLOTYPE_USABLE_MEMBER(name, type, signature, ...)                  \
  static constexpr bool name##_usable = !has_member_##name<type> || (__VA_ARGS__); \
  static_assert(name##_usable, ALLOTYPE_PASSED_OVER(#name, signature))
