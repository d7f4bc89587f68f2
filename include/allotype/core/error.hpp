// SPDX-License-Identifier: BSL-1.0
/// \file
/// Errors at run time. Each exception of the library derives from `error`. They are visible, so that one which a shared
/// library throws is caught by its type elsewhere, also with `-fvisibility=hidden`.
#pragma once

#include <cstdio>
#include <exception>

#include <allotype/core/detail/message.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The base of all exceptions of the library. The text is in a buffer of fixed size; making one does not allocate.
class [[gnu::visibility("default")]] error : public std::exception {
 public:
  explicit error(message<2000> const& text) : text_(text) {}
  [[nodiscard]] char const* what() const noexcept override { return text_.text(); }

  /// A function that is called with each error that a destructor finds and cannot throw.
  using unreported_handler = void (*)(char const* what) noexcept;
  /// Installs the handler, and returns the previous one. The first one writes to standard error. Any thread may call
  /// this, and the handler is called by any.
  static unreported_handler set_unreported_handler(unreported_handler handler) noexcept;

 private:
  message<2000> text_;
};

/// None of the accelerators that were asked for can be used; `what()` has the reason for each.
class [[gnu::visibility("default")]] not_available : public error {
 public:
  using error::error;
};

/// What the program was told is wrong: an option, a name, an input, a choice of devices, instances that no GPU has room
/// for, a request that the system cannot state. `what()` says what would be right. A program made of tasks then ends
/// with status 2.
class [[gnu::visibility("default")]] input_error : public error {
 public:
  using error::error;
};

/// What a task throws where another try may do: Flyte then starts the task again, as often as its retries say.
class [[gnu::visibility("default")]] recoverable_error : public error {
 public:
  using error::error;
};

/// A call of a backend failed; the exception has the call, the code's name and the accelerator.
class [[gnu::visibility("default")]] device_error : public error {
 public:
  [[gnu::cold]] device_error(char const* call, char const* code_name, char const* code_text, char const* accelerator)
      : error(message<2000>{} << accelerator << ": " << call << " failed with " << code_name << " (" << code_text
                              << ")"),
        call_(call),
        code_name_(code_name),
        accelerator_(accelerator) {}
  /// The call asked for `bytes` of memory.
  [[gnu::cold]] device_error(char const* call, long long bytes, char const* code_name, char const* code_text,
                             char const* accelerator)
      : error(message<2000>{} << accelerator << ": " << call << " of " << bytes << " bytes failed with " << code_name
                              << " (" << code_text << ")"),
        call_(call),
        code_name_(code_name),
        accelerator_(accelerator) {}

  /// The function of the backend that failed, e.g. `cudaMalloc`.
  [[nodiscard]] char const* call() const noexcept { return call_; }
  /// The code as the backend's header spells it, e.g. `cudaErrorIllegalAddress`.
  [[nodiscard]] char const* code_name() const noexcept { return code_name_; }
  /// The name of the accelerator's type.
  [[nodiscard]] char const* accelerator() const noexcept { return accelerator_; }

 private:
  char const* call_;
  char const* code_name_;
  char const* accelerator_;
};

/// Sizes do not fit each other or the accelerator, or a number does not fit the type that it is converted to; `what()`
/// has the numbers.
class [[gnu::visibility("default")]] size_error : public error {
 public:
  using error::error;
};

/// In checked builds (`ALLOTYPE_CHECKED`): an index outside a view; `what()` has the index, the extents and the kernel.
class [[gnu::visibility("default")]] index_error : public error {
 public:
  using error::error;
};

/// In checked builds (`ALLOTYPE_CHECKED`): the threads of a block use its memory so that a GPU's result depends on
/// their order, or a kernel touches memory that its grid does not state.
class [[gnu::visibility("default")]] block_error : public error {
 public:
  using error::error;
};

/// In checked builds (`ALLOTYPE_CHECKED`): code of the host uses an element of a device's memory, or code or a verb
/// uses a view whose buffer is gone.
class [[gnu::visibility("default")]] access_error : public error {
 public:
  using error::error;
};

/// In checked builds (`ALLOTYPE_CHECKED`): two queues use the same buffer, and neither waits for the other. The text
/// names both queues by number. doc/several_queues.md has the rule. Or the function of `record` gives work to the
/// queue.
class [[gnu::visibility("default")]] order_error : public error {
 public:
  using error::error;
};

/// In checked builds (`ALLOTYPE_CHECKED`): what a verb reads and what it writes overlap, and are not what it allows.
class [[gnu::visibility("default")]] overlap_error : public error {
 public:
  using error::error;
};

namespace detail {

inline void print_unreported_error(char const* what) noexcept {
  std::fprintf(stderr, "allotype: unreported error: %s\n", what);
}
inline error::unreported_handler& current_unreported_handler() noexcept {
  static error::unreported_handler handler = &print_unreported_error;
  return handler;
}
inline void report_from_destructor(char const* what) noexcept {
  __atomic_load_n(&current_unreported_handler(), __ATOMIC_ACQUIRE)(what);
}

}  // namespace detail

inline error::unreported_handler error::set_unreported_handler(unreported_handler handler) noexcept {
  return __atomic_exchange_n(&detail::current_unreported_handler(), handler, __ATOMIC_ACQ_REL);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
