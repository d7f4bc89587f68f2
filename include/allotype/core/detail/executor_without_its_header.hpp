// SPDX-License-Identifier: BSL-1.0
/// \file
/// An executor where its header is missing: the error names the header. What an executor is made of is declared here,
/// with the defaults that its header relies on.
#pragma once

#include <allotype/core/detail/any_result.hpp>
#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

struct over_threads;
template <class Transport = over_threads>
struct data_parallel;
template <class Transport = over_threads>
struct sharded_data_parallel;
template <class Transport = over_threads>
struct fsdp;
template <int Devices = 1, int Nodes = 1>
struct automatic_strategy;
struct fp32_true;

namespace detail {

/// The settings of an executor, and the options of `make_executor`, by their names.
struct executor_settings_without_their_header {
  any_value devices{}, num_nodes{}, device_indices{}, which{}, time_limit{}, observe{}, cluster_environment{},
      devices_of{};
};
struct executor_options_without_their_header {
  any_value accelerator{}, devices{}, strategy{}, precision{}, num_nodes{}, process_group_backend{}, time_limit{},
      observe{}, cluster_environment{}, devices_text{};
};

/// What is called of an executor.
struct any_executor {
  template <class F>
  any_result run(F const&) const {
    return {};
  }
  template <class F>
  any_result run_all(F const&) const {
    return {};
  }
  template <class F>
  void fit(F const&) const {}
};

template <class Accelerator>
constexpr void executor_needs_its_header() {
  constexpr bool is_read = sizeof(Accelerator*) == 0;
  static_assert(is_read, "executor: its header is missing: write #include <allotype/parallel.hpp>");
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {

/// The executor of parallel/executor/executor.hpp is a specialization for all types.
template <class Accelerator, class Strategy = automatic_strategy<>, class Precision = fp32_true, class = void>
class executor : public detail::any_executor {
 public:
  explicit executor(detail::executor_settings_without_their_header const& = {}) {
    detail::executor_needs_its_header<Accelerator>();
  }
  template <class... Arguments>
  explicit executor(Arguments const&...) {
    detail::executor_needs_its_header<Accelerator>();
  }
};

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
