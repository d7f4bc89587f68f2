// SPDX-License-Identifier: BSL-1.0
/// \file
/// The services as the file that includes this compiles them: with OpenMP or without.
#pragma once

#include "share_a_gpu_modes.hpp"

// Each file has its own.
namespace {

allotype::queue<allotype::cpu> queue_of([[maybe_unused]] int threads) {
#ifdef _OPENMP
  omp_set_num_threads(threads);
#endif
  return {};
}

services_on_cpu services_of_this_file() {
  using namespace example;
  return {[](std::string const& y4m, int step, int threads) {
            auto on = queue_of(threads);
            return transcode(on, y4m, step);
          },
          [](std::vector<float> const& pictures, int threads) {
            auto on = queue_of(threads);
            return read_digits(on, pictures);
          },
          [](matrix const& documents, matrix const& weights, matrix const& queries, int threads) {
            auto on = queue_of(threads);
            return search(on, documents, weights, queries);
          },
          [](std::vector<point> const& points, int groups, int rounds, int threads) {
            auto on = queue_of(threads);
            return cluster(on, points, groups, rounds);
          }};
}

}  // namespace
