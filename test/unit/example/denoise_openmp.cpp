// SPDX-License-Identifier: BSL-1.0
#include "denoise.hpp"
#include "denoise_modes.hpp"

cleaned_on_cpu clean_with_openmp(example::image const& noisy, float strength, [[maybe_unused]] int threads) {
#ifdef _OPENMP
  omp_set_num_threads(threads);
#endif
  allotype::queue<allotype::cpu> on;
  auto result = example::denoise(on, noisy, strength);
  return {std::move(result.picture), result.noise_before, result.noise_after, to_string(on).text()};
}
