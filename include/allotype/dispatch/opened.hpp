// SPDX-License-Identifier: BSL-1.0
/// \file
/// The result of opening something: what was opened, or the reason why it could not be. One call answers both, so the
/// machine is examined once.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <allotype/core/answer.hpp>
#include <allotype/core/error.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

[[noreturn, gnu::cold]] inline void throw_nothing_opened(answer const& why) { throw not_available(why.text()); }
[[noreturn, gnu::cold]] inline void throw_opened_by_a_yes() {
  throw error("opened: the reason why there is none is a yes: return what was opened, or an answer with a sentence");
}

/// The error of an opened one in place of what was opened has this name.
struct what_was_opened_is_taken_by_value_or_by_a_star {};

}  // namespace detail

/// A `T`, or an `answer` that says why it could not be made; used as `std::expected<T, answer>` is. The function that
/// returns it writes `return state;` or `return "it is switched off";`.
template <class T>
class [[nodiscard]] opened {
  static constexpr bool moves_without_throwing = std::is_nothrow_move_constructible_v<T>;

 public:
  using value_type = T;
  using error_type = answer;

  opened(T&& value) noexcept(moves_without_throwing) : there_(true), value_(std::move(value)) {}
  opened(T const& value)
    requires std::is_copy_constructible_v<T>
      : there_(true), value_(value) {}
  /// \throws error if the answer is a yes
  opened(answer const& why_not) : reason_(why_not) {
    if (why_not) detail::throw_opened_by_a_yes();
  }
  opened(char const* why_not) noexcept : reason_(why_not) {}
  opened(std::nullptr_t) = delete;

  opened(opened&& other) noexcept(moves_without_throwing) {
    reason_ = other.reason_;
    take(std::move(other));
  }
  opened(opened const& other)
    requires std::is_copy_constructible_v<T>
      : reason_(other.reason_) {
    take(other);
  }
  opened& operator=(opened other) noexcept(moves_without_throwing) {
    if (there_) value_.~T();
    there_ = false;
    reason_ = "it was lost when another was assigned, which threw";
    take(std::move(other));
    reason_ = other.reason_;
    return *this;
  }
  ~opened() {
    if (there_) value_.~T();
  }

  /// Does not compile; it says how what was opened is taken.
  template <class Taken, class = detail::what_was_opened_is_taken_by_value_or_by_a_star>
    requires std::is_same_v<Taken, T>
  operator Taken() const = delete;

  [[nodiscard]] explicit operator bool() const noexcept { return there_; }
  /// The same.
  [[nodiscard]] bool has_value() const noexcept { return there_; }
  /// \pre there is one
  [[nodiscard]] T& operator*() & noexcept ALLOTYPE_LIFETIMEBOUND { return value_; }
  [[nodiscard]] T const& operator*() const& noexcept ALLOTYPE_LIFETIMEBOUND { return value_; }
  [[nodiscard]] T&& operator*() && noexcept ALLOTYPE_LIFETIMEBOUND { return std::move(value_); }
  [[nodiscard]] T* operator->() noexcept ALLOTYPE_LIFETIMEBOUND { return &value_; }
  [[nodiscard]] T const* operator->() const noexcept ALLOTYPE_LIFETIMEBOUND { return &value_; }
  /// \throws not_available with the reason if there is none
  [[nodiscard]] T& value() & ALLOTYPE_LIFETIMEBOUND { return checked(), value_; }
  [[nodiscard]] T const& value() const& ALLOTYPE_LIFETIMEBOUND { return checked(), value_; }
  [[nodiscard]] T&& value() && ALLOTYPE_LIFETIMEBOUND { return checked(), std::move(value_); }
  /// Yes where there is one; else why there is none.
  [[nodiscard]] answer const& reason() const noexcept ALLOTYPE_LIFETIMEBOUND { return reason_; }
  /// The same, by the name that std::expected has for it.
  [[nodiscard]] answer const& error() const noexcept ALLOTYPE_LIFETIMEBOUND { return reason_; }

 private:
  template <class Other>
  void take(Other&& other) {
    if (other.there_) ::new (static_cast<void*>(&value_)) T(static_cast<Other&&>(other).value_);
    there_ = other.there_;
  }
  void checked() const {
    if (!there_) detail::throw_nothing_opened(reason_);
  }

  bool there_ = false;
  answer reason_;
  union {
    T value_;
  };
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
