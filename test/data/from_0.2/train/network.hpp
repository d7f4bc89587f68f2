// SPDX-License-Identifier: BSL-1.0
/// \file
/// The classifier: 64 pixels, one hidden layer of 64 units with tanh, 10 classes with softmax. Kernels forward and
/// backward, one call for each number that comes out; whatever they add up, they add in the same order on any device.
///
/// Numbers are loaded in the format of their memory and summed in the wider one, `accumulation_t`: which formats these
/// are is the precision's choice, and not written here.
#pragma once

#include <allotype/core/detail/mode.hpp>
#include <allotype/parallel/detail/combine.hpp>
#include <cmath>
#include <type_traits>

#include "digits.hpp"

namespace example {

namespace at = allotype;

inline constexpr int hidden_units = 64;

/// Where each layer's numbers are among the parameters. A unit's weights lie side by side.
inline constexpr int hidden_weights = 0;
inline constexpr int hidden_biases = hidden_weights + hidden_units * picture_pixels;
inline constexpr int class_weights = hidden_biases + hidden_units;
inline constexpr int class_biases = class_weights + classes * hidden_units;
inline constexpr int parameter_count = class_biases + classes;

template <class View>
using number_in = std::remove_const_t<typename View::element_type>;

/// The parameters in the format that is computed in. Index: the parameter.
template <class In, class Out>
struct in_compute_format {
  In parameters;
  Out narrowed;
  ALLOTYPE_FN void operator()(long long i) const { narrowed(i) = static_cast<number_in<Out>>(parameters(i)); }
};

// [layer]
/// What a hidden unit says to a picture. Index: the picture, counted from `first` in `order`, and the unit.
template <class Weights, class Pictures, class Order, class Activations>
struct hidden_layer {
  Weights weights;
  Pictures pictures;
  Order order;
  Activations activations;
  int first;

  ALLOTYPE_FN void operator()(int i, int unit) const {
    using wide = at::accumulation_t<number_in<Activations>>;
    int const picture = order(first + i);
    wide sum = static_cast<wide>(weights(hidden_biases + unit));
    for (int pixel = 0; pixel < picture_pixels; ++pixel) {
      sum += static_cast<wide>(weights(hidden_weights + unit * picture_pixels + pixel)) *
             static_cast<wide>(pictures(picture, pixel));
    }
    using std::tanh;
    activations(i, unit) = static_cast<number_in<Activations>>(tanh(sum));
  }
};
// [layer]

/// How much the classifier takes a picture for a digit. Index: the picture and the class.
template <class Weights, class Activations, class Scores>
struct class_layer {
  Weights weights;
  Activations activations;
  Scores scores;

  ALLOTYPE_FN void operator()(int i, int digit) const {
    using wide = number_in<Scores>;
    wide sum = static_cast<wide>(weights(class_biases + digit));
    for (int unit = 0; unit < hidden_units; ++unit) {
      sum += static_cast<wide>(weights(class_weights + digit * hidden_units + unit)) *
             static_cast<wide>(activations(i, unit));
    }
    scores(i, digit) = sum;
  }
};

/// The loss of a picture, cross-entropy, and its derivative by each score, times `factor`. Index: the picture.
template <class Scores, class Order, class Labels, class Losses, class Deltas>
struct loss_and_derivative {
  Scores scores;
  Order order;
  Labels labels;
  Losses losses;
  Deltas deltas;
  int first;
  double factor;

  ALLOTYPE_FN void operator()(int i) const {
    using wide = number_in<Scores>;
    using std::exp, std::log;
    wide largest = scores(i, 0);
    for (int digit = 1; digit < classes; ++digit) largest = scores(i, digit) > largest ? scores(i, digit) : largest;
    wide sum{};
    for (int digit = 0; digit < classes; ++digit) sum += exp(scores(i, digit) - largest);
    int const label = labels(order(first + i));
    losses(i) = static_cast<double>(log(sum) - (scores(i, label) - largest));
    for (int digit = 0; digit < classes; ++digit) {
      wide const wrong = exp(scores(i, digit) - largest) / sum - (digit == label ? wide{1} : wide{0});
      deltas(i, digit) = static_cast<number_in<Deltas>>(static_cast<wide>(factor) * wrong);
    }
  }
};

/// The derivative by what goes into each hidden unit. Index: the picture and the unit.
template <class Weights, class Activations, class Deltas, class HiddenDeltas>
struct hidden_derivative {
  Weights weights;
  Activations activations;
  Deltas deltas;
  HiddenDeltas hidden_deltas;

  ALLOTYPE_FN void operator()(int i, int unit) const {
    using wide = at::accumulation_t<number_in<HiddenDeltas>>;
    wide sum{};
    for (int digit = 0; digit < classes; ++digit) {
      sum +=
          static_cast<wide>(weights(class_weights + digit * hidden_units + unit)) * static_cast<wide>(deltas(i, digit));
    }
    wide const activation = static_cast<wide>(activations(i, unit));
    hidden_deltas(i, unit) = static_cast<number_in<HiddenDeltas>>(sum * (wide{1} - activation * activation));
  }
};

/// The derivative by each parameter, summed over `count` pictures. Index: the parameter.
template <class Pictures, class Order, class Activations, class Deltas, class HiddenDeltas, class Gradients>
struct parameter_derivative {
  Pictures pictures;
  Order order;
  Activations activations;
  Deltas deltas;
  HiddenDeltas hidden_deltas;
  Gradients gradients;
  int first, count;

  ALLOTYPE_FN void operator()(long long parameter) const {
    using wide = at::accumulation_t<number_in<Deltas>>;
    int const at_layer = static_cast<int>(parameter);
    wide sum{};
    if (at_layer < hidden_biases) {
      int const unit = at_layer / picture_pixels, pixel = at_layer % picture_pixels;
      for (int i = 0; i < count; ++i) {
        sum += static_cast<wide>(hidden_deltas(i, unit)) * static_cast<wide>(pictures(order(first + i), pixel));
      }
    } else if (at_layer < class_weights) {
      for (int i = 0; i < count; ++i) sum += static_cast<wide>(hidden_deltas(i, at_layer - hidden_biases));
    } else if (at_layer < class_biases) {
      int const digit = (at_layer - class_weights) / hidden_units, unit = (at_layer - class_weights) % hidden_units;
      for (int i = 0; i < count; ++i)
        sum += static_cast<wide>(deltas(i, digit)) * static_cast<wide>(activations(i, unit));
    } else {
      for (int i = 0; i < count; ++i) sum += static_cast<wide>(deltas(i, at_layer - class_biases));
    }
    gradients(parameter) = static_cast<number_in<Gradients>>(sum);
  }
};

/// 1 where the highest score is the right digit's. Index: the picture, counted from `first`.
template <class Scores, class Labels>
struct is_right {
  Scores scores;
  Labels labels;
  int first;

  ALLOTYPE_FN int operator()(int i) const {
    int best = 0;
    for (int digit = 1; digit < classes; ++digit) best = scores(i, digit) > scores(i, best) ? digit : best;
    return best == labels(first + i) ? 1 : 0;
  }
};

template <class Losses>
struct loss_of {
  Losses losses;
  ALLOTYPE_FN double operator()(int i) const { return losses(i); }
};

}  // namespace example
