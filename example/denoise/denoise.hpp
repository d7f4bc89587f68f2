// SPDX-License-Identifier: BSL-1.0
/// \file
/// The task: one function, a template on its accelerator, compiled for the CPU by any compiler and for NVIDIA GPUs too
/// where nvcc compiles it.
#pragma once

#include <algorithm>
#include <allotype/allotype.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "image.hpp"

namespace example {

namespace at = allotype;
using namespace at::literals;

struct cleaned {
  image picture;
  float noise_before;  ///< standard deviation, estimated, where samples go to 255
  float noise_after;
};

/// Called now and then with what is done of the work.
using progress = void (*)(int percent);

inline void no_progress(int) {}

/// Pictures need as much in both directions: the margin mirrors them, and they do not end inside it.
inline constexpr int least_size = 1 + margin;

/// How unlike patches may be beyond what noise explains, in standard deviations of the noise; the best PSNR of 0.4
/// to 1.
inline constexpr float falloff = 0.6f;

/// Estimates the standard deviation of the noise in a picture, a mean over its channels.
template <at::accelerator A, class View>
float noise_in(at::queue<A>& on, View const& picture) {
  at::extents const inside{picture.extents[0] - 2, picture.extents[1] - 2};
  double const sum = at::reduce(on, inside, 0.0, at::plus{}, laplacian{picture});
  // The mask's weights have a norm of 6, and the mean absolute value of normal noise is sqrt(2 / pi) of its deviation.
  return static_cast<float>(std::sqrt(std::numbers::pi / 2) / 6 * sum / (3.0 * static_cast<double>(inside.size())));
}

/// Cleans a picture of noise that is alike everywhere. `strength` scales what counts as alike: with 1 most of the noise
/// goes, with more of it fine texture goes too, with 0 nothing changes. \throws std::invalid_argument where the picture
/// is smaller than `least_size` in one direction or `strength` is negative.
template <at::accelerator A>
cleaned denoise(at::queue<A>& on, image const& noisy, float strength, progress report = no_progress) {
  if constexpr (A::vendor == at::vendor::nvidia)
    static_assert(at::fact_of<A, at::fact::memory> >= 4_GiB, "the largest picture takes 1.8 GB, and CUDA some");
  if (noisy.rows < least_size || noisy.columns < least_size) throw std::invalid_argument("the picture is too small");
  if (!(strength >= 0)) throw std::invalid_argument("the strength is negative");

  at::extents const size{noisy.rows, noisy.columns};
  at::buffer<pixel, A> picture{on, noisy.pixels};
  auto const pixels = std::as_const(picture).view(on, size);
  cleaned result{noisy, noise_in(on, pixels), 0};
  float const noise = strength * result.noise_before;

  if (noise > 0) {
    at::extents const extended_size{noisy.rows + 2 * margin, noisy.columns + 2 * margin};
    at::buffer<pixel, A> extended{on, at::extents{extended_size.size()}}, clean{on, at::extents{size.size()}};
    at::for_each(on, extended_size, extend{pixels, extended.view(on, extended_size), margin});

    // The difference of two samples has twice the noise's variance, and a patch has so many samples.
    constexpr int side = 2 * patch_radius + 1;
    constexpr float samples = 3.f * side * side;
    float const variance = noise * noise;
    int const band = std::max(1, noisy.rows / 20);
    for (int row = 0; row < noisy.rows; row += band) {
      at::for_each(on, at::extents{std::min(band, noisy.rows - row), noisy.columns},
                   non_local_means{std::as_const(extended).view(on, extended_size), clean.view(on, size), row,
                                   2 * samples * variance, 1 / (falloff * falloff * samples * variance)});
      on.wait();
      report(100 * std::min(row + band, noisy.rows) / noisy.rows);
    }
    at::copy(on, clean, result.picture.pixels);
    result.noise_after = noise_in(on, std::as_const(clean).view(on, size));
  } else {
    result.noise_after = result.noise_before;
  }
  return result;
}

/// What the task wants to run on. The second and third are what else will do; nothing that is not listed is used.
using wanted = at::any_of<at::A100::partition<"2g.10gb">, at::H200, at::H100, at::cpu>;
using limits = at::limits<at::cpus<4>, at::memory<8_GiB>>;

/// The task: call it to run it here, or hand it to a printer to ask for it somewhere else.
constexpr auto clean_picture = at::task<wanted, limits>(
    "denoise",
    [](auto& on, image const& noisy, float strength, progress report) { return denoise(on, noisy, strength, report); });

}  // namespace example
