// SPDX-License-Identifier: BSL-1.0
/// \file
/// The answer to "can this be used here?": yes, or no with a reason. It is the one type of refusals at run time: of
/// opening a queue, looking for a device, probing a machine, choosing an accelerator.
#pragma once

#include <concepts>

#include <allotype/core/detail/message.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Why something cannot be used.
enum class availability {
  yes,
  not_compiled_in,        ///< this program has no code for it, or the library has none
  no_driver,              ///< NVML is missing, or the driver does not answer it
  driver_too_old,         ///< older than this program or the library needs, or of another version than NVML
  no_permission,          ///< this user may not use the driver
  no_such_board,          ///< the machine has no such board
  partition_not_created,  ///< the board is there; the GPU instance is not, or MIG mode divides the board that is wanted
                          ///< whole
  hidden_by_mask,         ///< it is there, and an environment variable hides it from this process
  timed_out,              ///< the driver did not answer in time
  failed,                 ///< the driver or the board reports an error: lost from the bus, needs a reset, …
  cannot_tell             ///< what is known does not decide it; the text says what is missing
};

namespace detail {

/// The words stand in the order of the enumerators.
inline constexpr char const* words_of_availability[] = {
    "yes",           "not_compiled_in",       "no_driver",      "driver_too_old", "no_permission",
    "no_such_board", "partition_not_created", "hidden_by_mask", "timed_out",      "failed",
    "cannot_tell"};
static_assert(sizeof words_of_availability / sizeof words_of_availability[0] ==
              static_cast<int>(availability::cannot_tell) + 1);

}  // namespace detail

/// `"partition_not_created"`.
template <std::same_as<availability> Why>
[[nodiscard]] constexpr fixed_text<240> to_string(Why why) {
  return detail::words_of_availability[static_cast<int>(why)];
}

/// Yes, or no with a code for programs and a sentence for people:
///
/// \code
/// allotype::answer ready() {
///   if (driver::count() > 0) return {};                                       // yes
///   if (driver::locked()) return "another process has locked the driver";     // no
///   return {allotype::availability::no_such_board, "the driver has no XPU"};  // no, with a code
/// }
/// \endcode
///
/// Making one neither allocates nor throws. A sentence of more than `max_characters` is cut, and ends in "...".
class answer {
 public:
  static constexpr int max_characters = 1000;
  struct skipped_accelerator;

  /// Yes.
  constexpr answer() {}  // = default would have all characters of the text set to zero
  /// No. \pre `why` is not `yes`
  constexpr answer(availability why, char const* text) : why_(why), text_(text) {}
  /// No, with a sentence and without a code: `why()` is `failed`.
  constexpr answer(char const* text) : answer(availability::failed, text) {}

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return why_ == availability::yes; }
  /// The code of the reason; `availability::yes` for yes.
  [[nodiscard]] constexpr availability why() const noexcept { return why_; }
  /// A sentence without a full stop; empty for yes.
  [[nodiscard]] constexpr char const* text() const noexcept ALLOTYPE_LIFETIMEBOUND { return text_.text(); }

  /// Continues the sentence of a no: `return answer("the driver has ") << count << " XPUs";`.
  template <class Part>
    requires requires(message<max_characters>& text, Part part) { text << part; }
  constexpr answer& operator<<(Part part) {
    text_ << part;
    return *this;
  }

 private:
  availability why_ = availability::yes;
  message<max_characters> text_;
};

/// `"yes"`, or the sentence.
template <std::same_as<answer> Answer>
[[nodiscard]] constexpr fixed_text<answer::max_characters> to_string(Answer const& given) {
  return given ? "yes" : given.text();
}

/// An accelerator that was tried before the one that was taken, and why it was skipped.
struct answer::skipped_accelerator {
  // Longer than a name, so that nothing is set to zero while a task runs.
  fixed_text<240> accelerator;  ///< its name: `"A100 2g.10gb"`, `"xpu"`
  answer because;               ///< the reason
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
