// SPDX-License-Identifier: BSL-1.0
/// \file
/// The error of a group of ranks: a rank failed, did not arrive, left, was lost, or called something else.
#pragma once

#include <exception>
#include <utility>

#include <allotype/core/detail/exception_text.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A rank ended the job; `what()` and `rank()` name it. All ranks that waited for it get the same error.
class [[gnu::visibility("default")]] rank_error : public error {
 public:
  /// What a rank did.
  enum class kind {
    threw,      ///< its function threw; `cause()` has what
    missing,    ///< it did not arrive at a collective within the time limit
    left,       ///< its function returned while others wait for it in a collective
    lost,       ///< its process ended or its connection broke
    disagrees,  ///< it did something else than the others: another collective, type, operation, count or root
  };

  rank_error(kind failure, int rank, message<2000> const& text, std::exception_ptr cause = nullptr)
      : error(text), failure_(failure), rank_(rank), cause_(std::move(cause)) {}

  /// What happened to the rank.
  [[nodiscard]] kind failure() const noexcept { return failure_; }
  /// The rank that ended the job, from 0.
  [[nodiscard]] int rank() const noexcept { return rank_; }
  /// The exception that the rank threw, if it runs in this process; otherwise null.
  [[nodiscard]] std::exception_ptr const& cause() const noexcept { return cause_; }

 private:
  kind failure_;
  int rank_;
  std::exception_ptr cause_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
