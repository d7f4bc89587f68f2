// SPDX-License-Identifier: BSL-1.0
/// \file
/// One rank's part in training: the same text for every accelerator, strategy and precision.
#pragma once

#include <algorithm>
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "checkpoint.hpp"
#include "curve.hpp"
#include "digits.hpp"
#include "network.hpp"
#include "options.hpp"

namespace example {

/// A number from -1 to 1, the same on every machine: std::uniform_real_distribution is left to the library.
inline float centred(std::mt19937& random) {
  return static_cast<float>(static_cast<double>(random()) / 2147483648.0 - 1);
}

/// X. Glorot, Y. Bengio, "Understanding the difficulty of training deep feedforward neural networks", 2010. Biases are
/// 0.
inline std::vector<float> first_parameters(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> parameters(parameter_count);
  auto const draw = [&](int first, int count, int in, int out) {
    float const limit = std::sqrt(6.f / static_cast<float>(in + out));
    for (int i = first; i < first + count; ++i) parameters[static_cast<std::size_t>(i)] = limit * centred(random);
  };
  draw(hidden_weights, hidden_units * picture_pixels, picture_pixels, hidden_units);
  draw(class_weights, classes * hidden_units, hidden_units, classes);
  return parameters;
}

/// The order in which an epoch sees the pictures: a function of the seed and the epoch alone, so that training can go
/// on at any.
inline std::vector<int> order_of(int count, std::uint32_t seed, int epoch) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::seed_seq both{seed, static_cast<std::uint32_t>(epoch)};
  std::mt19937 random(both);
  for (int left = count; left > 1; --left) {
    auto const chosen = static_cast<std::size_t>(random() % static_cast<std::uint32_t>(left));
    std::swap(order[static_cast<std::size_t>(left - 1)], order[chosen]);
  }
  return order;
}

template <class Execution>
class trainer {
 public:
  using accelerator = typename Execution::accelerator;
  using precision = typename Execution::precision;
  using storage = typename precision::storage;
  using parameters_type = at::trained_parameters<Execution, at::sgd>;

  trainer(Execution const& here, data_set const& data, options const& asked)
      : here_(here),
        asked_(asked),
        training_count_(data.training.count()),
        test_count_(data.test.count()),
        most_((std::max(std::min(asked.batch, training_count_), test_count_) + here.size() - 1) / here.size()),
        parameters_(here, first_parameters(asked.seed), at::sgd{.rate = asked.rate, .momentum = 0.9f}),
        training_pictures_(here.queue(), in_format(data.training.pixels)),
        test_pictures_(here.queue(), in_format(data.test.pixels)),
        training_labels_(here.queue(), data.training.labels),
        test_labels_(here.queue(), data.test.labels),
        order_(here.queue(), at::extents{training_count_}),
        test_order_(here.queue(), order_of_test()),
        weights_(here.queue(), at::extents{parameter_count}),
        activations_(here.queue(), at::extents{most_ * hidden_units}),
        scores_(here.queue(), at::extents{most_ * classes}),
        losses_(here.queue(), at::extents{most_}),
        deltas_(here.queue(), at::extents{most_ * classes}),
        hidden_deltas_(here.queue(), at::extents{most_ * hidden_units}) {}

  /// Writes what was learnt, and what `said` says of the run. All ranks call it.
  void save(std::string const& file, notes const& said) { parameters_.save(file, scaler_, said); }
  /// Goes on where a file was saved, and returns what it says of the run. All ranks call it.
  notes load(std::string const& file) { return parameters_.load(file, scaler_); }

  /// Sees all pictures once, and then the test's. The same answer on every rank.
  epoch_result epoch(int number) {
    at::copy(here_.queue(), order_of(training_count_, asked_.seed, number), order_);
    double loss = 0;
    for (int first = 0; first < training_count_; first += asked_.batch) {
      loss += step(first, std::min(asked_.batch, training_count_ - first));
    }
    double const right = right_in_test();
    std::vector<double> sums{loss, right};
    at::buffer<double, accelerator> there{here_.queue(), sums};
    here_.all_reduce(there, at::plus{});
    at::copy(here_.queue(), there, sums);
    return {sums[0] / training_count_, sums[1] / test_count_};
  }

 private:
  using compute = typename precision::compute;
  using backward = typename precision::backward;
  using accumulate = typename precision::accumulate;
  template <class T>
  using buffer = at::buffer<T, accelerator>;

  struct range {
    int first, count;
  };
  /// This rank's part of `count` things.
  range share(int first, int count) const {
    auto const begin = [&](int rank) { return static_cast<int>(static_cast<long long>(count) * rank / here_.size()); };
    return {first + begin(here_.rank()), begin(here_.rank() + 1) - begin(here_.rank())};
  }

  static std::vector<compute> in_format(std::vector<float> const& pixels) {
    std::vector<compute> result;
    for (float const pixel : pixels) result.push_back(static_cast<compute>(pixel));
    return result;
  }
  std::vector<int> order_of_test() const {
    std::vector<int> order(static_cast<std::size_t>(test_count_));
    std::iota(order.begin(), order.end(), 0);
    return order;
  }

  template <class T>
  auto pictures_of(buffer<T> const& pictures) {
    return pictures.view(here_.queue(),
                         at::extents{static_cast<int>(pictures.size()) / picture_pixels, picture_pixels});
  }
  template <class T>
  auto rows_of(buffer<T>& numbers, int columns) {
    return numbers.view(here_.queue(), at::extents{most_, columns});
  }

  /// What the classifier says to a part of the pictures.
  void forward(buffer<compute> const& pictures, buffer<int> const& order, range part) {
    auto& on = here_.queue();
    at::for_each(on, at::extents<1, long long>{parameter_count},
                 in_compute_format{parameters_.gather(), weights_.view(on)});
    auto const weights = std::as_const(weights_).view(on);
    auto const activations = rows_of(activations_, hidden_units);
    at::for_each(on, at::extents{part.count, hidden_units},
                 hidden_layer{weights, pictures_of(pictures), order.view(on), activations, part.first});
    at::for_each(on, at::extents{part.count, classes}, class_layer{weights, activations, rows_of(scores_, classes)});
  }

  /// Learns from `count` pictures, a part of them here. Returns the sum of this part's losses.
  double step(int first, int count) {
    auto& on = here_.queue();
    range const part = share(first, count);
    auto const order = std::as_const(order_).view(on);
    auto const activations = rows_of(activations_, hidden_units);
    auto const deltas = rows_of(deltas_, classes);
    auto const hidden_deltas = rows_of(hidden_deltas_, hidden_units);

    forward(training_pictures_, order_, part);
    // The step takes the mean over the ranks; what is wanted is the mean over all pictures of the batch.
    double const scale = at::scales_gradients<precision> ? static_cast<double>(scaler_.scale()) : 1.0;
    at::for_each(on, at::extents{part.count},
                 loss_and_derivative{rows_of(scores_, classes), order, std::as_const(training_labels_).view(on),
                                     losses_.view(on), deltas, part.first, scale * here_.size() / count});
    at::for_each(on, at::extents{part.count, hidden_units},
                 hidden_derivative{std::as_const(weights_).view(on), activations, deltas, hidden_deltas});
    at::for_each(on, at::extents<1, long long>{parameter_count},
                 parameter_derivative{pictures_of(training_pictures_), order, activations, deltas, hidden_deltas,
                                      parameters_.gradients(), part.first, part.count});
    double const loss = at::reduce(on, at::extents{part.count}, 0.0, at::plus{}, loss_of{losses_.view(on)});
    if constexpr (at::scales_gradients<precision>) {
      parameters_.step(scaler_);
    } else {
      parameters_.step();
    }
    return loss;
  }

  /// How many of this rank's part of the test.
  int right_in_test() {
    auto& on = here_.queue();
    range const part = share(0, test_count_);
    forward(test_pictures_, test_order_, part);
    parameters_.release();
    return at::reduce(on, at::extents{part.count}, 0, at::plus{},
                      is_right{rows_of(scores_, classes), std::as_const(test_labels_).view(on), part.first});
  }

  Execution here_;
  options const& asked_;
  int training_count_, test_count_;
  int most_;  ///< pictures that this rank looks at together
  parameters_type parameters_;
  at::gradient_scaler scaler_;
  buffer<compute> training_pictures_, test_pictures_;
  buffer<int> training_labels_, test_labels_, order_, test_order_;
  buffer<compute> weights_, activations_;
  buffer<accumulate> scores_;
  buffer<double> losses_;
  buffer<backward> deltas_, hidden_deltas_;
};

}  // namespace example
