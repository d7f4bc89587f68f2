// SPDX-License-Identifier: BSL-1.0
// The task of example/denoise: how much noise it finds and removes, and that it does the same in every mode.
#include <cmath>
#include <cstring>

#include "catch.hpp"
#include "denoise.hpp"
#include "denoise_modes.hpp"
#include "png.hpp"

namespace {

using namespace example;

image flat(int rows, int columns, float value) {
  auto const count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  return {rows, columns, std::vector<pixel>(count, {value, value, value})};
}

bool same(image const& a, image const& b) {
  return a.rows == b.rows && a.columns == b.columns && a.pixels.size() == b.pixels.size() &&
         std::memcmp(a.pixels.data(), b.pixels.data(), a.pixels.size() * sizeof(pixel)) == 0;
}

image cat() { return read_png(EXAMPLE_PICTURE).colours; }
image noisy_cat() { return rounded(with_noise(cat(), 25, 1, false), 8); }

float noise_of(image const& picture) {
  at::queue<at::cpu> on;
  at::buffer<pixel, at::cpu> const pixels{on, picture.pixels};
  return noise_in(on, pixels.view(on, at::extents{picture.rows, picture.columns}));
}

}  // namespace

TEST_CASE("the noise of a flat picture is found to 2 %") {
  for (float const deviation : {1.f, 5.f, 25.f, 40.f}) {
    for (bool const grey : {false, true}) {
      CAPTURE(deviation, grey);
      float const found = noise_of(with_noise(flat(300, 400, 128), deviation, 7, grey));
      CHECK(std::abs(found - deviation) < 0.02f * deviation);
    }
  }
}

TEST_CASE("a slope is no noise") {
  image slope = flat(50, 60, 0);
  for (int row = 0; row < slope.rows; ++row) {
    for (int column = 0; column < slope.columns; ++column) {
      auto const value = static_cast<float>(row + 2 * column);
      slope.pixels[static_cast<std::size_t>(row * slope.columns + column)] = {value, 2 * value, 3 * value};
    }
  }
  CHECK(noise_of(slope) == 0);
}

TEST_CASE("the same seed gives the same noise, another seed another") {
  image const grey = flat(20, 20, 100);
  CHECK(same(with_noise(grey, 10, 1, false), with_noise(grey, 10, 1, false)));
  CHECK_FALSE(same(with_noise(grey, 10, 1, false), with_noise(grey, 10, 2, false)));
}

TEST_CASE("the noise has the deviation that was asked for, in each channel on its own") {
  image const noise = with_noise(flat(400, 400, 0), 10, 3, false);
  double red = 0, squares = 0, red_green = 0;
  for (pixel const& p : noise.pixels) {
    red += p.red;
    squares += p.red * p.red;
    red_green += p.red * p.green;
  }
  auto const count = static_cast<double>(noise.pixels.size());
  CHECK(std::abs(red / count) < 0.1);
  CHECK(std::abs(std::sqrt(squares / count) - 10) < 0.1);
  CHECK(std::abs(red_green / count) < 1);
}

TEST_CASE("PSNR") {
  CHECK(psnr(flat(4, 4, 10), flat(4, 4, 10)) == std::numeric_limits<double>::infinity());
  CHECK(std::abs(psnr(flat(4, 4, 10), flat(4, 4, 35)) - 20.1720) < 0.0001);
}

TEST_CASE("a picture of one colour stays as it is") {
  image const grey = flat(30, 40, 77);
  auto const result = clean_serially(grey, 1);
  CHECK(result.noise_before == 0);
  CHECK(same(result.picture, grey));
}

TEST_CASE("nothing changes at strength 0") {
  image const noisy = with_noise(flat(30, 40, 100), 20, 1, false);
  CHECK(same(clean_serially(noisy, 0).picture, noisy));
}

TEST_CASE("a flat picture gains 17 dB") {  // 18.6 were measured
  image const clean = flat(100, 100, 128), noisy = with_noise(clean, 25, 5, false);
  auto const result = clean_serially(noisy, 1);
  CHECK(psnr(clean, result.picture) > psnr(clean, noisy) + 17);
}

TEST_CASE("an edge stays where it is") {
  image edge = flat(60, 60, 40);
  for (std::size_t i = 0; i < edge.pixels.size(); ++i) {
    if (i % 60 >= 30) edge.pixels[i] = {200, 200, 200};
  }
  auto const result = clean_serially(with_noise(edge, 20, 9, false), 1);
  for (std::size_t i = 0; i < edge.pixels.size(); ++i) {
    REQUIRE(std::abs(result.picture.pixels[i].red - edge.pixels[i].red) < 40);
  }
}

TEST_CASE("the photograph gains 9.5 dB") {  // 10.3 were measured; 5 are promised
  image const original = cat(), noisy = noisy_cat();
  CHECK(std::abs(psnr(original, noisy) - 20.24) < 0.05);
  auto const result = clean_serially(noisy, 1);
  CHECK(std::abs(result.noise_before - 25) < 1);
  CHECK(result.noise_after < 5);
  CHECK(psnr(original, rounded(result.picture, 8)) > psnr(original, noisy) + 9.5);
}

TEST_CASE("OpenMP gives what one thread gives, bit for bit") {
  image const noisy = noisy_cat();
  auto const serial = clean_serially(noisy, 1);
  CHECK(serial.where == "serial");
  for (int const threads : {1, 2, 3, 7}) {
    CAPTURE(threads);
    auto const openmp = clean_with_openmp(noisy, 1, threads);
#ifdef EXPECT_OPENMP
    CHECK(openmp.where.substr(0, 6) == "OpenMP");
#endif
    CHECK(openmp.noise_before == serial.noise_before);
    CHECK(openmp.noise_after == serial.noise_after);
    CHECK(same(openmp.picture, serial.picture));
  }
}

TEST_CASE("the smallest picture is cleaned, smaller ones are refused") {
  image const smallest = with_noise(flat(least_size, least_size, 100), 10, 1, false);
  CHECK_NOTHROW(clean_serially(smallest, 1));
  CHECK_THROWS_AS(clean_serially(flat(least_size - 1, 100, 1), 1), std::invalid_argument);
  CHECK_THROWS_AS(clean_serially(flat(100, least_size - 1, 1), 1), std::invalid_argument);
  CHECK_THROWS_AS(clean_serially(smallest, -1), std::invalid_argument);
  CHECK_THROWS_AS(clean_serially(smallest, std::nanf("")), std::invalid_argument);
}

TEST_CASE("progress ends at 100 and never goes back") {
  static std::vector<int> seen;
  seen.clear();
  at::queue<at::cpu> on;
  denoise(on, with_noise(flat(37, 20, 100), 10, 1, false), 1, [](int percent) { seen.push_back(percent); });
  REQUIRE(seen.size() > 1);
  CHECK(seen.back() == 100);
  CHECK(std::is_sorted(seen.begin(), seen.end()));
}

TEST_CASE("the task runs here and says why not where it was asked first") {
  auto const result = clean_picture(with_noise(flat(20, 20, 100), 10, 1, false), 1.f, no_progress);
  CHECK(std::string(result.where()) == "cpu");
  REQUIRE(result.skipped().size() == 3);
  CHECK(std::string(result.skipped().begin()->accelerator.text()) == "A100 2g.10gb");
  CHECK(std::string(result.skipped().begin()->because.text()).find("without CUDA") != std::string::npos);
}

TEST_CASE("side by side") {
  image const both = side_by_side(flat(2, 1, 5), flat(2, 2, 9));
  CHECK(both.rows == 2);
  REQUIRE(both.columns == 3);
  float const expected[] = {5, 9, 9, 5, 9, 9};
  for (std::size_t i = 0; i < 6; ++i) CHECK(both.pixels[i].red == expected[i]);
}
