// SPDX-License-Identifier: BSL-1.0
#include "denoise.hpp"
#include "denoise_modes.hpp"

#ifdef _OPENMP
#  error "this file is to be compiled without OpenMP"
#endif

cleaned_on_cpu clean_serially(example::image const& noisy, float strength) {
  allotype::queue<allotype::cpu> on;
  auto result = example::denoise(on, noisy, strength);
  return {std::move(result.picture), result.noise_before, result.noise_after, to_string(on).text()};
}
