// SPDX-License-Identifier: BSL-1.0
/// \file
/// A vector without allocation, for values that are computed while compiling.
#pragma once

#include <allotype/core/detail/any_result.hpp>
#include <allotype/core/detail/language.hpp>

#include <cstddef>
#include <initializer_list>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A vector of at most `Capacity` values. \pre no more are added
template <class T, int Capacity>
class static_vector {
 public:
  constexpr static_vector() noexcept {}
  constexpr static_vector(std::initializer_list<T> values) {
    for (T const& value : values) push_back(value);
  }

  /// One more value behind the others.
  constexpr void push_back(T const& value) { values_[size_++] = value; }
  /// How many there are.
  [[nodiscard]] constexpr int size() const noexcept { return size_; }
  /// Whether there are none.
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  /// The first.
  [[nodiscard]] constexpr T const* begin() const noexcept { return values_; }
  [[nodiscard]] constexpr T* begin() noexcept { return values_; }
  /// The end: behind the last element.
  [[nodiscard]] constexpr T const* end() const noexcept { return values_ + size_; }
  [[nodiscard]] constexpr T* end() noexcept { return values_ + size_; }
  /// The value at a position from 0.
  [[nodiscard]] constexpr T const& operator[](int i) const noexcept { return values_[i]; }
  /// Does not compile; it says how a limit is found by its name.
  template <std::size_t Size>
  [[nodiscard]] constexpr auto operator[](char const (&)[Size]) const noexcept {
    constexpr bool is_a_position = Size == 0;
    static_assert(is_a_position,
                  "static_vector: what stands in brackets is a position, and no name: a pod's limit is found by "
                  "limit(\"nvidia.com/gpu\")");
    return detail::any_number{};
  }

 private:
  T values_[std::size_t{Capacity}]{};
  int size_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
