// SPDX-License-Identifier: BSL-1.0
/// \file
/// A small regression that every strategy can train: its numbers are such that sums over ranks differ in the last digit
/// if anything is added in another order.
#pragma once

#include <cmath>
#include <vector>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>

namespace training {

namespace at = allotype;

inline constexpr int parameter_count = 37;  // of which no number of ranks but 1 makes even shares
inline constexpr int samples = 24;

/// Sample `s`'s gradient of parameter `i`, for a parameter value `p`: of (p·x - y)² / 2, in the compute type.
template <class P, class Parameters, class Gradients>
struct add_gradients {
  Parameters parameters;
  Gradients gradients;
  int first, last, total;
  float scale;
  ALLOTYPE_FN void operator()(long long i) const {
    using compute = typename P::compute;
    using accumulate = typename P::accumulate;
    accumulate sum{};
    compute const p = static_cast<compute>(parameters(i));
    for (int s = first; s < last; ++s) {
      compute const x = static_cast<compute>(0.1f * static_cast<float>((s * 7 + static_cast<int>(i) * 3) % 11) - 0.4f);
      compute const y = static_cast<compute>(0.3f * static_cast<float>((s * 5 + static_cast<int>(i)) % 7) - 0.9f);
      sum += static_cast<accumulate>((p * x - y) * x);
    }
    gradients(i) =
        static_cast<typename Gradients::element_type>(sum * static_cast<accumulate>(scale / static_cast<float>(total)));
  }
};

template <class Execution, class Optimizer>
std::vector<double> train(Execution& here, Optimizer const& optimizer, int steps, at::gradient_scaler* scaler = nullptr,
                          long long* bytes_kept = nullptr) {
  using P = typename Execution::precision;
  std::vector<float> initial(parameter_count);
  for (int i = 0; i < parameter_count; ++i)
    initial[static_cast<std::size_t>(i)] = here.rank() == 0 ? 0.05f * static_cast<float>(i) : 99;
  at::trained_parameters parameters{here, initial, optimizer};
  int const each = samples / here.size();
  for (int step = 0; step < steps; ++step) {
    auto const values = parameters.gather();
    auto const gradients = parameters.gradients();
    using kernel = add_gradients<P, std::remove_const_t<decltype(values)>, std::remove_const_t<decltype(gradients)>>;
    at::for_each(
        here.queue(), at::extents<1, long long>{parameter_count},
        kernel{values, gradients, here.rank() * each, (here.rank() + 1) * each, each, scaler ? scaler->scale() : 1.f});
    if constexpr (at::scales_gradients<P>) {
      scaler != nullptr ? static_cast<void>(parameters.step(*scaler)) : parameters.step();
    } else {
      parameters.step();
    }
  }
  if (bytes_kept != nullptr) *bytes_kept = parameters.bytes_kept();
  std::vector<double> result;
  for (auto value : parameters.values()) result.push_back(static_cast<double>(value));
  for (auto value : parameters.state()) result.push_back(static_cast<double>(value));
  return result;
}

}  // namespace training
