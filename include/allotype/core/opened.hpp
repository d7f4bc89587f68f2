// SPDX-License-Identifier: BSL-1.0
/// \file
/// The result of opening something: what was opened, or the reason why it could not be. One call answers both, so the
/// machine is examined once.
#pragma once

#include <utility>

#include <allotype/core/answer.hpp>

namespace allotype {

/// The description of a queue's device, for people.
using description_text = message<240>;

/// A `T`, or an `answer` that says why it could not be made. The function that returns it writes `return state;` or
/// `return "it is switched off";`.
template <class T>
class opened {
 public:
  using value_type = T;

  opened(T&& value) : there_(true), value_(std::move(value)) {}
  /// \pre a no
  opened(answer const& why_not) : reason_(why_not) {}
  opened(char const* why_not) : reason_(why_not) {}
  opened(opened const&) = delete;
  ~opened() {
    if (there_) value_.~T();
  }

  explicit operator bool() const { return there_; }
  /// \pre there is one
  T& operator*() { return value_; }
  T const& operator*() const { return value_; }
  T* operator->() { return &value_; }
  T const* operator->() const { return &value_; }
  /// Yes where there is one; else why there is none.
  answer const& reason() const { return reason_; }

 private:
  bool there_ = false;
  answer reason_;
  union {
    T value_;
  };
};

}  // namespace allotype
