// SPDX-License-Identifier: BSL-1.0
/// \file
/// The program. denoise.cpp and denoise.cu both are this, compiled for the CPU alone and for the CPU and NVIDIA GPUs.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "denoise.hpp"
#include "options.hpp"
#include "png.hpp"
#include "request.hpp"

namespace example {

inline void show_progress(int percent) {
  std::fprintf(stderr, "\rcleaning: %3d %%%s", percent, percent == 100 ? "\r               \r" : "");
}

/// Refuses a folder in which `file` itself would be replaced.
inline void keep_apart(std::filesystem::path const& file, std::filesystem::path const& output) {
  std::error_code absent;
  if (std::filesystem::equivalent(file, output, absent)) {
    throw bad_file(output.string() + ": is the picture to be cleaned; choose another folder with --output");
  }
}

inline void run(options const& asked) {
  std::filesystem::path const file = asked.picture.empty() ? EXAMPLE_PICTURE : asked.picture;
  std::filesystem::path const folder = asked.output;
  auto const clean_file = folder / "clean.png", both_file = folder / "noisy_and_clean.png";
  keep_apart(file, clean_file);
  keep_apart(file, both_file);
  picture const original = read_png(file);
  image const& size = original.colours;
  if (size.rows < least_size || size.columns < least_size) {
    throw bad_file(file.string() + ": is " + std::to_string(size.columns) + " x " + std::to_string(size.rows) +
                   " pixels; at least " + std::to_string(least_size) + " x " + std::to_string(least_size) +
                   " are needed");
  }
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw bad_file(folder.string() + ": cannot be made: " + failed.message());

  std::printf("task     %s\n", clean_picture.name());
  std::printf("wanted   %s\n", wanted_accelerators().c_str());
  std::printf("picture  %s: %d x %d, %s, %d bits\n", file.filename().c_str(), size.columns, size.rows,
              original.grey ? "grey" : "colour", original.bits);
  picture noisy = original;
  if (asked.noise > 0) {
    std::printf("added    noise with a standard deviation of %g of 255, seed %u\n", static_cast<double>(asked.noise),
                asked.seed);
    noisy.colours = rounded(with_noise(original.colours, asked.noise, asked.seed, original.grey), original.bits);
  }

  auto const start = std::chrono::steady_clock::now();
  auto const result = clean_picture(noisy.colours, asked.strength, isatty(STDERR_FILENO) ? show_progress : no_progress);
  std::chrono::duration<double> const time = std::chrono::steady_clock::now() - start;

  std::printf("ran on   %s (%s), %.2f s\n", result.where(), result.device(), time.count());
  for (auto const& [accelerator, because] : result.skipped()) {
    std::printf("         not on %s: %s\n", accelerator.text(), because.text());
  }
  std::printf("noise    %.1f before, %.1f after (estimated)\n", static_cast<double>(result.value().noise_before),
              static_cast<double>(result.value().noise_after));
  picture clean = noisy;
  clean.colours = rounded(result.value().picture, original.bits);
  if (asked.noise > 0) {
    std::printf("PSNR     %.2f dB before, %.2f dB after\n", psnr(original.colours, noisy.colours),
                psnr(original.colours, clean.colours));
  }

  write_png(clean_file, clean);
  write_png(both_file, {side_by_side(noisy.colours, clean.colours), {}, clean.grey, clean.bits});
  std::printf("wrote    %s\n         %s\n", clean_file.c_str(), both_file.c_str());
  std::printf("\nWhat Flyte is asked for the first of those accelerators:\n%s\n", flyte_request().c_str());
}

}  // namespace example

int main(int count, char** arguments) {
  try {
    example::run(example::parse(count, arguments));
    return 0;
  } catch (example::bad_file const& error) {
    std::fprintf(stderr, "denoise: %s\n", error.what());
    return 2;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "denoise: %s\n", error.what());
    return 1;
  }
}
