// SPDX-License-Identifier: BSL-1.0
/// \file
/// The reason why a system cannot be asked for something, which every request has.
#pragma once

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Why a system cannot be asked for something. While the error of a compiler is made, it stops at the first reason:
/// compilers quote the line of the call, which has the sentence.
class refusal {
 public:
  constexpr refusal() = default;
  constexpr explicit refusal(bool stops) : stops_(stops) {}

  /// Refuses with that sentence, where nothing is refused yet.
  constexpr void operator()(char const* sentence) {
    if (stops_) throw sentence;  // while compiling: the error
    if (sentence_ == nullptr) sentence_ = sentence;
  }
  constexpr explicit operator bool() const { return sentence_ != nullptr; }
  /// A null pointer where nothing is refused.
  [[nodiscard]] constexpr char const* sentence() const { return sentence_; }

 private:
  char const* sentence_ = nullptr;
  bool stops_ = false;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
