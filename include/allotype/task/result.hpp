// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a task returns: the value, where it ran, and why not on the alternatives before.
#pragma once

#include <utility>

#include <allotype/core/opened.hpp>

namespace allotype {

/// An alternative that was not taken.
struct passed_over {
  char const* accelerator;
  reason_text reason;
};

/// Where a task ran: the alternative that was taken, what stood for it on this machine, and those passed over.
template <int MostPassedOver>
class placement_report {
 public:
  /// The accelerator that was taken, by name: `"A100 2g.10gb"`, `"cpu"`.
  char const* where() const { return where_; }
  /// What that was on this machine: `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`.
  char const* on() const { return on_.text(); }

  /// The alternatives before it, in order, each with the reason.
  passed_over const* begin() const { return passed_over_; }
  passed_over const* end() const { return passed_over_ + count_; }
  int size() const { return count_; }

  void pass_over(char const* accelerator, reason_text const& reason) { passed_over_[count_++] = {accelerator, reason}; }
  void take(char const* accelerator, description_text const& description) {
    where_ = accelerator;
    on_ = description;
  }

 private:
  char const* where_ = "";
  description_text on_;
  passed_over passed_over_[MostPassedOver + 1]{};
  int count_ = 0;
};

/// The value that a task function returned, and where.
template <class T, int MostPassedOver>
class result {
 public:
  result(T value, placement_report<MostPassedOver> const& report) : value_(std::move(value)), report_(report) {}

  T& value() & { return value_; }
  T const& value() const& { return value_; }
  T&& value() && { return std::move(value_); }

  char const* where() const { return report_.where(); }
  char const* on() const { return report_.on(); }
  placement_report<MostPassedOver> const& not_elsewhere_because() const { return report_; }

 private:
  T value_;
  placement_report<MostPassedOver> report_;
};

template <int MostPassedOver>
class result<void, MostPassedOver> {
 public:
  explicit result(placement_report<MostPassedOver> const& report) : report_(report) {}

  char const* where() const { return report_.where(); }
  char const* on() const { return report_.on(); }
  placement_report<MostPassedOver> const& not_elsewhere_because() const { return report_; }

 private:
  placement_report<MostPassedOver> report_;
};

}  // namespace allotype
