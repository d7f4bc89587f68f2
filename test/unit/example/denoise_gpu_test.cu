// SPDX-License-Identifier: BSL-1.0
// The task of example/denoise on the GPU of this machine gives what it gives on the CPU.
#include "catch.hpp"
#include "denoise.hpp"
#include "denoise_modes.hpp"
#include "dispatch/this_gpu.hpp"
#include "png.hpp"

using namespace example;

TEST_CASE("the GPU's picture differs from the CPU's by 60 dB at least") {
  image original = read_png(EXAMPLE_PICTURE).colours;
#ifdef EXAMPLE_ROWS  // where the whole picture takes too long
  original.rows = EXAMPLE_ROWS;
  original.pixels.resize(static_cast<std::size_t>(EXAMPLE_ROWS * original.columns));
#endif
  image const noisy = rounded(with_noise(original, 25, 1, false), 8);
  auto const cpu = clean_serially(noisy, 1);
  at::queue<this_gpu> on = open_this_gpu();
  auto const gpu = denoise(on, noisy, 1.f);
  CHECK(gpu.noise_before == cpu.noise_before);  // integers are summed: nothing is rounded, in whatever order
  CHECK(psnr(gpu.picture, cpu.picture) > 60);
  CHECK(psnr(original, rounded(gpu.picture, 8)) > psnr(original, noisy) + 9.5);
}
