// SPDX-License-Identifier: BSL-1.0
/// \file
/// What goes wrong while a program runs. Everything the library throws derives from `error`.
#pragma once

#include <cstdio>
#include <exception>

#include <allotype/core/detail/message.hpp>

namespace allotype {

/// Base of everything that the library throws.
class error : public std::exception {
 public:
  explicit error(message<2000> const& text) : text_(text) {}
  char const* what() const noexcept override { return text_.text(); }

 private:
  message<2000> text_;
};

/// None of the accelerators that were asked for is there; `what()` gives the reason for each.
class not_available : public error {
 public:
  using error::error;
};

/// A call of a backend failed: the call, the code's name, the accelerator.
class device_error : public error {
 public:
  [[gnu::cold]] device_error(char const* call, char const* code_name, char const* code_text, char const* accelerator)
      : error(message<2000>{} << accelerator << ": " << call << " failed with " << code_name << " (" << code_text << ")"),
        call_(call),
        code_name_(code_name),
        accelerator_(accelerator) {}
  /// The call asked for so much memory.
  [[gnu::cold]] device_error(char const* call, long long bytes, char const* code_name, char const* code_text,
                             char const* accelerator)
      : error(message<2000>{} << accelerator << ": " << call << " of " << bytes << " bytes failed with " << code_name << " ("
                              << code_text << ")"),
        call_(call),
        code_name_(code_name),
        accelerator_(accelerator) {}

  char const* call() const noexcept { return call_; }
  /// The code as the backend's header spells it, e.g. `cudaErrorIllegalAddress`.
  char const* code_name() const noexcept { return code_name_; }
  char const* accelerator() const noexcept { return accelerator_; }

 private:
  char const* call_;
  char const* code_name_;
  char const* accelerator_;
};

/// Sizes that do not fit each other, or that the accelerator cannot take; `what()` names them.
class size_error : public error {
 public:
  using error::error;
};

/// Called with errors that a destructor found and cannot throw.
using unreported_error_handler = void (*)(char const* what) noexcept;

namespace detail {

inline void print_unreported_error(char const* what) noexcept { std::fprintf(stderr, "allotype: unreported error: %s\n", what); }
inline unreported_error_handler& current_unreported_error_handler() noexcept {
  static unreported_error_handler handler = &print_unreported_error;
  return handler;
}
inline void report_from_destructor(char const* what) noexcept { current_unreported_error_handler()(what); }

}  // namespace detail

/// Replaces what happens to errors that only a destructor saw; to begin with they go to standard error. Returns the
/// handler before.
inline unreported_error_handler set_unreported_error_handler(unreported_error_handler handler) noexcept {
  auto const before = detail::current_unreported_error_handler();
  detail::current_unreported_error_handler() = handler;
  return before;
}

}  // namespace allotype
