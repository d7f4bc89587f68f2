// SPDX-License-Identifier: BSL-1.0
// Writes a checkpoint for checkpoint_file.py, and prints its numbers.

#include <cstdio>
#include <cstdlib>
#include <string>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>

namespace at = allotype;

template <class Strategy>
void write(std::string const& file, int ranks) {
  at::executor<at::cpu, Strategy>({.devices = ranks}).run([&](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(11, 0.1f), at::adam{}};
    for (int step = 0; step < 3; ++step) {
      auto const gradients = parameters.gradients();
      for (int i = 0; i < 11; ++i) gradients(i) = 0.1f * static_cast<float>(i - 5);
      parameters.step();
    }
    parameters.save(file, {{"epoch", "½ \"1\"\n"}});
    auto const values = parameters.values(), state = parameters.state();
    if (!here.is_global_zero()) return;
    for (float const each : values) std::printf("%a\n", static_cast<double>(each));
    for (float const each : state) std::printf("%a\n", static_cast<double>(each));
  });
}

int main(int count, char** arguments) {
  if (count != 4) return 2;
  int const ranks = std::atoi(arguments[3]);
  std::string(arguments[2]) == "dp" ? write<at::data_parallel<>>(arguments[1], ranks)
                                    : write<at::sharded_data_parallel<>>(arguments[1], ranks);
}
