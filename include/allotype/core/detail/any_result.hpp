// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a function that does not compile returns, so that no second error follows the one that it is for.
#pragma once

#include <initializer_list>

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A container can be assigned a list of values, too: a result that converted to both would be ambiguous.
template <class T>
inline constexpr bool is_list_of_values = false;
template <class T>
inline constexpr bool is_list_of_values<std::initializer_list<T>> = true;

/// It converts to what it is used as. Its members are declared alone.
struct any_result {
  template <class Result>
    requires(!is_list_of_values<Result>)
  operator Result() const;
  any_result value() const;
  any_result open(int = 0) const;
  any_result wait() const;
  any_result operator[](int) const;
  any_result const* begin() const;
  any_result const* end() const;
  any_result operator+(auto const&) const;
  any_result operator-(auto const&) const;
  any_result operator*(auto const&) const;
  any_result operator/(auto const&) const;
};

/// The same of a type that is known. Declared only.
template <class T>
T behind_an_error();

/// A number that is whatever it is compared with.
struct any_number {
  template <class Number>
  constexpr operator Number() const {
    return Number{};
  }
  template <class Number>
  constexpr bool operator==(Number const&) const {
    return true;
  }
};

/// A parameter that takes what it is given.
struct any_value {
  template <class... T>
  constexpr any_value(T&&...) {}
};

/// It is called as a task is.
struct any_task {
  template <class... Arguments>
  any_result operator()(Arguments&&...) const;
  template <class... Arguments>
  any_result on(Arguments&&...) const;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
