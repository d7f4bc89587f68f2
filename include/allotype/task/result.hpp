// SPDX-License-Identifier: BSL-1.0
/// \file
/// The result of a task: the value, where it ran, and why earlier alternatives were skipped.
#pragma once

#include <cstddef>
#include <utility>

#include <allotype/core/opened.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Where a task ran: the alternative that was taken, the device, and the alternatives that were skipped.
template <int MostSkipped>
class placement_report {
 public:
  /// The name of the accelerator that was taken: `"A100 2g.10gb"`, `"cpu"`.
  char const* where() const { return where_; }
  /// The device on this machine: `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`.
  char const* device() const { return device_.text(); }

  /// The alternatives that were tried before, in order, each with the reason.
  skipped_accelerator const* begin() const { return skipped_; }
  skipped_accelerator const* end() const { return skipped_ + count_; }
  int size() const { return count_; }

  void skip(char const* accelerator, answer const& because) { skipped_[count_++] = {accelerator, because}; }
  void take(char const* accelerator, description_text const& description) {
    where_ = accelerator;
    device_ = description;
  }

 private:
  char const* where_ = "";
  description_text device_;
  skipped_accelerator skipped_[std::size_t{MostSkipped + 1}]{};
  int count_ = 0;
};

}  // namespace detail

/// The value that a task's function returned, and where it ran: `value()`, `where()`, `device()`, `skipped()`.
template <class T, int MostSkipped>
class result {
 public:
  result(T value, detail::placement_report<MostSkipped> const& report) : value_(std::move(value)), report_(report) {}

  /// What the function returned.
  T& value() & { return value_; }
  T const& value() const& { return value_; }
  T&& value() && { return std::move(value_); }

  /// The name of the accelerator that was taken: `"A100 2g.10gb"`, `"cpu"`.
  char const* where() const { return report_.where(); }
  /// The device on this machine: `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`.
  char const* device() const { return report_.device(); }
  /// The alternatives that were tried before, in order, each with `accelerator` and the reason, `because`.
  detail::placement_report<MostSkipped> const& skipped() const { return report_; }

 private:
  T value_;
  detail::placement_report<MostSkipped> report_;
};

template <int MostSkipped>
class result<void, MostSkipped> {
 public:
  explicit result(detail::placement_report<MostSkipped> const& report) : report_(report) {}

  /// The name of the accelerator that was taken: `"A100 2g.10gb"`, `"cpu"`.
  char const* where() const { return report_.where(); }
  /// The device on this machine: `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`.
  char const* device() const { return report_.device(); }
  /// The alternatives that were tried before, in order, each with `accelerator` and the reason, `because`.
  detail::placement_report<MostSkipped> const& skipped() const { return report_; }

 private:
  detail::placement_report<MostSkipped> report_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
