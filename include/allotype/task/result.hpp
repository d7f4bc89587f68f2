// SPDX-License-Identifier: BSL-1.0
/// \file
/// The result of a task: the value, where it ran, and why earlier alternatives were skipped.
#pragma once

#include <cstddef>
#include <utility>

#include <allotype/core/detail/any_result.hpp>
#include <allotype/dispatch/opened.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Where a task ran: the alternative that was taken, the device, and the alternatives that were skipped.
template <int MostSkipped>
class placement_report {
 public:
  /// The name of the accelerator that was taken: `"A100 2g.10gb"`, `"cpu"`.
  [[nodiscard]] char const* where() const noexcept { return where_; }
  /// The device on this machine: `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`.
  [[nodiscard]] char const* device() const noexcept ALLOTYPE_LIFETIMEBOUND { return device_.text(); }

  /// The alternatives that were tried before, in order, each with the reason.
  [[nodiscard]] answer::skipped_accelerator const* begin() const noexcept ALLOTYPE_LIFETIMEBOUND { return skipped_; }
  /// The end: behind the last of them.
  [[nodiscard]] answer::skipped_accelerator const* end() const noexcept ALLOTYPE_LIFETIMEBOUND {
    return skipped_ + count_;
  }
  /// How many were skipped.
  [[nodiscard]] int size() const noexcept { return count_; }

  /// Notes that an alternative was skipped; `task` calls it.
  void skip(char const* accelerator, answer const& because) {
    auto& noted = skipped_[count_++];
    noted.accelerator << accelerator;
    noted.because = because;
  }
  /// The same.
  void skip(answer::skipped_accelerator const& alternative) { skipped_[count_++] = alternative; }
  /// Notes that this alternative was taken; `task` calls it.
  void take(char const* accelerator, fixed_text<240> const& description) {
    where_ = accelerator;
    device_ = description;
  }

 private:
  char const* where_ = "";
  fixed_text<240> device_;
  answer::skipped_accelerator skipped_[std::size_t{MostSkipped + 1}]{};
  int count_ = 0;
};

namespace detail {

/// The result is made first and the task then runs: so nothing of its report is copied.
struct made_while_running {
  template <class Result, class Run>
  static Result by(Run const& run) {
    return Result(made_while_running{}, run);
  }
};

}  // namespace detail

// nvcc 13 takes a reference to such a class, as optional's emplace returns one, for a value that is thrown away.
#ifdef __CUDACC__
#  define ALLOTYPE_RESULT_IS_TAKEN
#else
#  define ALLOTYPE_RESULT_IS_TAKEN [[nodiscard("the value that the task returned is thrown away: take it by value()")]]
#endif

/// The value that a task's function returned, and where it ran: `value()`, `where()`, `device()`, `skipped()`.
template <class T, int MostSkipped>
class ALLOTYPE_RESULT_IS_TAKEN result {
 public:
  result(T value, placement_report<MostSkipped> const& report) : report_(report), value_(std::move(value)) {}

  /// Does not compile; compilers print what it is called.
  // clang-format off: compilers quote one line
  template <class the_value_of_a_result_is_value> requires std::is_arithmetic_v<the_value_of_a_result_is_value>
  operator the_value_of_a_result_is_value() const = delete;
  template <class the_value_of_a_result_is_value = T>
  the_value_of_a_result_is_value& operator*() const = delete;
  template <class the_value_of_a_result_is_value = T>
  the_value_of_a_result_is_value* operator->() const = delete;
  // clang-format on

  /// What the function returned.
  [[nodiscard]] T& value() & noexcept ALLOTYPE_LIFETIMEBOUND { return value_; }
  [[nodiscard]] T const& value() const& noexcept ALLOTYPE_LIFETIMEBOUND { return value_; }
  [[nodiscard]] T&& value() && noexcept ALLOTYPE_LIFETIMEBOUND { return std::move(value_); }

  /// The name of the accelerator that was taken: `"A100 2g.10gb"`, `"cpu"`.
  [[nodiscard]] char const* where() const noexcept { return report_.where(); }
  /// The device on this machine: `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`.
  [[nodiscard]] char const* device() const noexcept ALLOTYPE_LIFETIMEBOUND { return report_.device(); }
  /// The alternatives that were tried before, in order, each with `accelerator` and the reason, `because`.
  [[nodiscard]] placement_report<MostSkipped> const& skipped() const noexcept ALLOTYPE_LIFETIMEBOUND { return report_; }

 private:
  friend detail::made_while_running;
  template <class Run>
  result(detail::made_while_running, Run const& run) : value_(run(report_)) {}

  placement_report<MostSkipped> report_;
  T value_;
};
#undef ALLOTYPE_RESULT_IS_TAKEN

namespace detail {

/// Not met, which the result of a function without a value says by this name.
template <int MostSkipped>
concept the_function_of_this_task_returns_a_value = MostSkipped < 0;

}  // namespace detail

template <int MostSkipped>
class result<void, MostSkipped> {
 public:
  explicit result(placement_report<MostSkipped> const& report) : report_(report) {}

  /// There is none.
  // clang-format off: compilers quote one line
  detail::any_result value() const requires detail::the_function_of_this_task_returns_a_value<MostSkipped>;
  // clang-format on

  /// The name of the accelerator that was taken: `"A100 2g.10gb"`, `"cpu"`.
  [[nodiscard]] char const* where() const noexcept { return report_.where(); }
  /// The device on this machine: `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`.
  [[nodiscard]] char const* device() const noexcept ALLOTYPE_LIFETIMEBOUND { return report_.device(); }
  /// The alternatives that were tried before, in order, each with `accelerator` and the reason, `because`.
  [[nodiscard]] placement_report<MostSkipped> const& skipped() const noexcept ALLOTYPE_LIFETIMEBOUND { return report_; }

 private:
  friend detail::made_while_running;
  template <class Run>
  result(detail::made_while_running, Run const& run) {
    run(report_);
  }

  placement_report<MostSkipped> report_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
