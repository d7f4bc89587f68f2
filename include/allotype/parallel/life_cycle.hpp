// SPDX-License-Identifier: BSL-1.0
/// \file
/// The steps of a rank, in PyTorch Lightning's order. If a step fails, the steps that were done are undone, the last one
/// first; an error of one does not stop the others.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <allotype/core/detail/exception_text.hpp>
#include <allotype/core/error.hpp>

namespace allotype {

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

/// One rank's steps: does them, and remembers how to undo those that are done.
class life_cycle {
 public:
  life_cycle(life_cycle_observer const& observe, int rank) : observe_(observe), rank_(rank) {}
  life_cycle(life_cycle const&) = delete;
  /// If something failed: undoes the steps. Further errors go to the handler of unreported errors.
  ~life_cycle() {
    undo([](std::exception_ptr const& error) { report_from_destructor(text_of(error).text()); });
  }

  template <class Do>
  void step(life_cycle_step which, Do const& work) const {
    if (observe_) observe_(which, rank_);
    work();
  }
  /// What is to be undone, from now on.
  template <class Undo>
  void when_over(life_cycle_step which, Undo&& work) {
    undo_.push_back({which, std::forward<Undo>(work)});
  }
  /// The same for a part of a step; observers are not told.
  template <class Undo>
  void when_over(Undo&& work) {
    undo_.push_back({std::nullopt, std::forward<Undo>(work)});
  }

  /// All went well: undoes the steps, every one. Throws the first error of it.
  void finish() {
    std::exception_ptr first;
    undo([&](std::exception_ptr const& error) {
      if (first) {
        report_from_destructor(text_of(error).text());
      } else {
        first = error;
      }
    });
    if (first) std::rethrow_exception(first);
  }

 private:
  struct entry {
    std::optional<life_cycle_step> which;
    std::function<void()> work;
  };

  template <class Handle>
  void undo(Handle const& handle) {
    while (!undo_.empty()) {
      entry const last = std::move(undo_.back());
      undo_.pop_back();
      try {
        if (observe_ && last.which) observe_(*last.which, rank_);
      } catch (...) {
        handle(std::current_exception());  // and the step is done all the same
      }
      try {
        last.work();
      } catch (...) {
        handle(std::current_exception());
      }
    }
  }

  life_cycle_observer const& observe_;
  int rank_;
  std::vector<entry> undo_;
};

}  // namespace detail
}  // namespace allotype
