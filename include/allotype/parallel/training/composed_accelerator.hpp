// SPDX-License-Identifier: BSL-1.0
/// \file
/// The composition of PyTorch Lightning 1.2 to 1.4: an accelerator has three parts, the hardware, a precision plugin
/// and a training-type plugin, each chosen separately. It is made from the parts of an executor, and checked while
/// compiling.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/gradient_scaler.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// How a step is computed: the policy and, if it scales gradients, the scaler. Each rank has a copy.
template <detail::precision_policy P>
class precision_plugin {
 public:
  using precision = P;

  precision_plugin() = default;
  /// A precision that scales gradients takes rules.
  explicit precision_plugin(gradient_scaler::settings const& rules) : scaler_(rules) {
    (void)sizeof(detail::scales_gradients_in_precision<P>);
  }

  /// The factor of the loss, or of gradients that are computed without a loss, before the backward pass.
  [[nodiscard]] float loss_scale() const noexcept { return scales_gradients<P> ? scaler_.scale() : 1.f; }

  /// Moves the parameters. False if the step was skipped because a gradient is not finite.
  template <class Parameters>
  bool optimizer_step(Parameters& parameters) {
    if constexpr (scales_gradients<P>) {
      return parameters.step(scaler_);
    } else {
      parameters.step();
      return true;
    }
  }

  /// The scale and the number of skipped steps, for logs and checkpoints.
  [[nodiscard]] gradient_scaler const& scaler() const noexcept { return scaler_; }

 private:
  gradient_scaler scaler_;
};

/// Where the work runs and how ranks communicate: the strategy, with its devices.
template <strategy S>
class training_type_plugin {
 public:
  using strategy_type = S;

  explicit training_type_plugin(executor_settings settings = {}) : settings_(std::move(settings)) {}

  /// Which devices of how many nodes.
  [[nodiscard]] executor_settings const& settings() const noexcept { return settings_; }

  // The collectives of the older interface.
  /// Returns when all ranks have called it.
  template <class Execution>
  void barrier(Execution& here) const {
    allotype::barrier(here.group());
  }
  /// Gives the elements of rank `root` to all ranks.
  template <class Execution, class T>
  void broadcast(Execution& here, std::span<T> elements, int root = 0) const {
    allotype::broadcast(here.group(), elements, root);
  }
  /// Gives all ranks the elements of all, in the order of the ranks.
  template <class Execution, class T>
  void all_gather(Execution& here, std::span<T const> mine, std::span<T> all) const {
    allotype::all_gather(here.group(), mine, all);
  }

 private:
  executor_settings settings_;
};

inline namespace ALLOTYPE_MODE {

/// The hardware and one plugin for each role: `composed_accelerator(cpu{}, precision_plugin<…>{},
/// training_type_plugin<…>{})`. Parts that do not go together do not compile.
template <accelerator Hardware, class PrecisionPlugin, class TrainingTypePlugin>
class composed_accelerator {
 public:
  using precision = typename PrecisionPlugin::precision;
  using strategy = typename TrainingTypePlugin::strategy_type;
  using executor_type = executor<Hardware, strategy, precision>;

  composed_accelerator(Hardware, PrecisionPlugin precision_part, TrainingTypePlugin training_type_part)
      : precision_plugin_(std::move(precision_part)),
        training_type_plugin_(std::move(training_type_part)),
        executor_(training_type_plugin_.settings()) {}

  /// The plugin for the precision.
  [[nodiscard]] PrecisionPlugin const& precision_plugin() const noexcept { return precision_plugin_; }
  /// The plugin for the strategy.
  [[nodiscard]] TrainingTypePlugin const& training_type_plugin() const noexcept { return training_type_plugin_; }

  /// Calls `training(execution, precision, training_type)` on each rank, between set-up and tear-down: the older
  /// `setup_environment`, `setup`, `start_training`, `teardown`. The precision plugin is the rank's own copy.
  /// \throws as `executor::run`
  template <class Training>
  void start_training(Training const& training) const {
    executor_.run([&](auto& here) {
      PrecisionPlugin own = precision_plugin_;
      training(here, own, training_type_plugin_);
    });
  }

 private:
  PrecisionPlugin precision_plugin_;
  TrainingTypePlugin training_type_plugin_;
  executor_type executor_;
};

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
