// SPDX-License-Identifier: BSL-1.0
/// \file
/// The task of example/denoise on the CPU, as two files of one program compile it.
#pragma once

#include <string>

#include "image.hpp"

struct cleaned_on_cpu {
  example::image picture;
  float noise_before, noise_after;
  std::string where;  ///< as the queue describes itself
};

cleaned_on_cpu clean_serially(example::image const& noisy, float strength);
cleaned_on_cpu clean_with_openmp(example::image const& noisy, float strength, int threads);
