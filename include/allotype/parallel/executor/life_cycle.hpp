// SPDX-License-Identifier: BSL-1.0
/// \file
/// The steps of a rank, in PyTorch Lightning's order. If a step fails, the steps that were done are undone, the last
/// one first; an error of one does not stop the others.
#pragma once

#include <exception>
#include <functional>

#include <allotype/core/detail/exception_text.hpp>
#include <allotype/core/error.hpp>
#include <allotype/parallel/transport/detail/function_reference.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The steps of a rank, in order. executor.hpp lists what each calls. `executor_settings::observe` gets them.
enum class life_cycle_step {
  setup_device,
  setup_communication,
  make_model,
  setup_accelerator,
  convert_precision,
  model_to_device,
  wrap_model,
  setup_optimizers,
  run,
  optimizers_to_host,
  model_to_host,
  teardown_precision,
  teardown_accelerator,
  teardown_checkpoint,
};

namespace detail {

constexpr char const* name_of_step(life_cycle_step step) {
  constexpr char const* names[] = {"setup_device",         "setup_communication", "make_model",
                                   "setup_accelerator",    "convert_precision",   "model_to_device",
                                   "wrap_model",           "setup_optimizers",    "run",
                                   "optimizers_to_host",   "model_to_host",       "teardown_precision",
                                   "teardown_accelerator", "teardown_checkpoint"};
  return names[static_cast<int>(step)];
}

/// Called before each step of each rank, in that rank's thread. If it throws, the step has failed.
using life_cycle_observer = std::function<void(life_cycle_step, int rank)>;

/// One rank's steps: which comes when, and which are still to come if one fails.
class life_cycle {
 public:
  life_cycle(life_cycle_observer const& observe, int rank) : observe_(observe), rank_(rank) {}
  life_cycle(life_cycle const&) = delete;

  /// From now on the end begins with this step, and does all that come behind it.
  void ends_from(life_cycle_step first) { first_of_end_ = first; }

  /// Calls `take(step)` for each step up to `run`, then for those of the end. If a step fails, the end comes at once.
  /// `disconnect` is called before `teardown_accelerator` if no step up to `run` failed: the other ranks, who come to
  /// it, too, do it together. Throws the first error, when all is over; further errors go to the handler of unreported
  /// errors.
  void run_rank(function_reference<life_cycle_step> take, function_reference<> disconnect) const {
    std::exception_ptr first;
    try {
      for (int i = 0; i <= static_cast<int>(life_cycle_step::run); ++i) step(static_cast<life_cycle_step>(i), take);
    } catch (...) {
      first = std::current_exception();
      end(take, nullptr, first);
      throw;
    }
    end(take, &disconnect, first);
    if (first) std::rethrow_exception(first);
  }

 private:
  void tell(life_cycle_step which) const {
    if (observe_) observe_(which, rank_);
  }
  void step(life_cycle_step which, function_reference<life_cycle_step> take) const {
    tell(which);
    take(which);
  }

  void end(function_reference<life_cycle_step> take, function_reference<> const* disconnect,
           std::exception_ptr& first) const {
    auto const attempt = [&](function_reference<> work) {
      try {
        work();
      } catch (...) {
        if (first) {
          report_from_destructor(message_of(std::current_exception()).text());
        } else {
          first = std::current_exception();
        }
      }
    };
    for (int i = static_cast<int>(first_of_end_); i <= static_cast<int>(life_cycle_step::teardown_checkpoint); ++i) {
      auto const which = static_cast<life_cycle_step>(i);
      if (which == life_cycle_step::teardown_accelerator && disconnect != nullptr) attempt(*disconnect);
      attempt([&] { tell(which); });
      attempt([&] { take(which); });  // even if the observer threw
    }
  }

  life_cycle_observer const& observe_;
  int rank_;
  life_cycle_step first_of_end_ = life_cycle_step::teardown_checkpoint;
};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
