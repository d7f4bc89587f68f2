// SPDX-License-Identifier: BSL-1.0
/// \file
/// The one error about a choice of devices: text that cannot be read, devices that are not there, and all between.
#pragma once

#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A choice of devices that is wrong. `what()` names the input, the position, what would have been valid, and what the
/// machine has.
class device_selection_error : public input_error {
 public:
  /// Why a choice of devices fails. If several reasons apply, the first in this order is reported.
  enum class kind {
    none,
    not_understood,            ///< the text is neither a count nor a list of devices nor a word
    too_many,                  ///< a list of more than `devices_present::most`, more than 1024 processes on the CPU
    zero,                      ///< no device: `0`, `00`, a list of none
    negative_count,            ///< a count below 0 other than -1
    listed_twice,              ///< a device more than once
    not_for_this_accelerator,  ///< the accelerator's devices are not asked for in this way
    none_available,            ///< the machine has no device of this kind
    ambiguous,                 ///< the beginning of a UUID that several devices have
    hidden,                    ///< there, but a mask hides it
    not_present,               ///< not there, or not so many
    in_use,                    ///< there are not so many that nobody uses
  };

  device_selection_error(kind problem, char const* input, int position, message<500> const& text, char const* valid,
                         message<600> const& present)
      : input_error(sentence(input, position, text, valid, present)),
        problem_(problem),
        position_(position),
        valid_(valid),
        input_(input),
        present_(present) {}

  /// The same error with the place of the choice: `ALLOTYPE_DEVICES`, `--devices`.
  device_selection_error(device_selection_error const& wrong, char const* said_by)
      : input_error(message<2000>{} << said_by << ": " << wrong.what()),
        problem_(wrong.problem_),
        position_(wrong.position_),
        valid_(wrong.valid_),
        input_(wrong.input_),
        present_(wrong.present_) {}

  /// Which of the problems it is.
  [[nodiscard]] kind problem() const noexcept { return problem_; }
  /// What was asked for, as it was written; cut at 200 characters.
  [[nodiscard]] char const* input() const noexcept { return input_.text(); }
  /// The position in the input, in characters from 0; -1 if the error has no position.
  [[nodiscard]] int position() const noexcept { return position_; }
  /// What would have been valid.
  [[nodiscard]] char const* valid() const noexcept { return valid_.text(); }
  /// What the machine has; empty if the input is wrong on any machine.
  [[nodiscard]] char const* present() const noexcept { return present_.text(); }

 private:
  static message<2000> sentence(char const* input, int position, message<500> const& text, char const* valid,
                                message<600> const& present) {
    message<2000> whole;
    whole << "devices \"" << input << "\"";
    if (position >= 0) whole << ", position " << position;
    whole << ": " << text.text() << "; valid: " << valid;
    if (!present.empty()) whole << "; " << present.text();
    return whole;
  }

  kind problem_;
  int position_;
  message<300> valid_;
  message<200> input_;
  message<600> present_;
};

namespace detail {

using device_problem = device_selection_error::kind;

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
