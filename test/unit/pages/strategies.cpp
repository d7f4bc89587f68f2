// SPDX-License-Identifier: BSL-1.0
// The code of doc/strategies.md says and does what the page says.
#include "strategies.md.hpp"

int main(int argc, char** argv) {
  std::vector<std::vector<float>> const targets{{1, 2, 3}, {3, 4, 5}};
  auto const sharded = by_types(targets);
  bool const good =
      sharded == by_names(targets, "sharded") && sharded == by_names(targets, "dp") && largest_of_all(4) == 9;
  fit(targets);
  auto const rounded = by_a_strategy_of_ones_own(targets);
  double norm = 0;
  at::executor<at::cpu>{}.run([&](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(1), at::sgd{.rate = 1}};
    norm = clipped_step(parameters, [&](int part) { parameters.gradients()(0) = static_cast<float>(part); });
    float const moved = parameters.values()[0];  // by the mean, 1.5, clipped to 1
    if (moved < -1.001f || moved > -0.999f) norm = 0;
  });
  std::string refused;
  try {
    by_names(targets, "fsdp");
  } catch (at::input_error const& error) {
    refused = error.what();
  }
  std::printf("%s\n", refused.c_str());
  bool const own = norm == 1.5 && rounded[0] > 1.99f && rounded[0] < 2.01f;
  return good && own && sharded[0] > 1.99f && sharded[0] < 2.01f && !refused.empty() &&
                 chosen_outside(argc, argv) == "cpu"
             ? 0
             : 1;
}
