// SPDX-License-Identifier: BSL-1.0
#include "share_a_gpu_modes.hpp"

#ifdef _OPENMP
#  error "this file is to be compiled without OpenMP"
#endif

namespace {

allotype::queue<allotype::cpu> queue_of(int /*threads*/) { return {}; }

}  // namespace

services_on_cpu services_serially() {
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
