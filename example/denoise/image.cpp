// SPDX-License-Identifier: BSL-1.0
#include "image.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace example {

namespace {

/// Normally distributed numbers by Box and Muller. The standard library's differ from one implementation to the next.
class normal_numbers {
 public:
  explicit normal_numbers(std::uint32_t seed) : bits_(seed) {}

  double operator()() {
    double const radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  /// A number in (0, 1).
  double uniform() { return (static_cast<double>(bits_()) + 0.5) / 4294967296.0; }

  std::mt19937 bits_;
};

float rounded(float sample, int bits) {
  float const steps = bits == 16 ? 257.f : 1.f;
  return std::round(std::clamp(sample, 0.f, 255.f) * steps) / steps;
}

}  // namespace

image rounded(image const& picture, int bits) {
  image result = picture;
  for (pixel& p : result.pixels) p = {rounded(p.red, bits), rounded(p.green, bits), rounded(p.blue, bits)};
  return result;
}

image with_noise(image const& picture, float standard_deviation, std::uint32_t seed, bool grey) {
  image noisy = picture;
  normal_numbers normal(seed);
  auto const noise = [&] { return standard_deviation * static_cast<float>(normal()); };
  for (pixel& p : noisy.pixels) {
    float const red = noise();
    float const green = grey ? red : noise();
    float const blue = grey ? red : noise();
    p = {p.red + red, p.green + green, p.blue + blue};
  }
  return noisy;
}

double psnr(image const& a, image const& b) {
  double squares = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    double const red = a.pixels[i].red - b.pixels[i].red;
    double const green = a.pixels[i].green - b.pixels[i].green;
    double const blue = a.pixels[i].blue - b.pixels[i].blue;
    squares += red * red + green * green + blue * blue;
  }
  double const mean = squares / (3 * static_cast<double>(a.pixels.size()));
  return mean == 0 ? std::numeric_limits<double>::infinity() : 10 * std::log10(255.0 * 255.0 / mean);
}

image side_by_side(image const& left, image const& right) {
  image both{left.rows, left.columns + right.columns, {}};
  both.pixels.reserve(left.pixels.size() + right.pixels.size());
  for (int row = 0; row < left.rows; ++row) {
    for (image const* half : {&left, &right}) {
      auto const begin = half->pixels.begin() + static_cast<std::ptrdiff_t>(row) * half->columns;
      both.pixels.insert(both.pixels.end(), begin, begin + half->columns);
    }
  }
  return both;
}

}  // namespace example
