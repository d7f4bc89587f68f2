// SPDX-License-Identifier: BSL-1.0
/// \file
/// The same work as tasks of a program: `list`, `describe`, `run` with inputs by name. tasks.cpp and tasks.cu both are
/// this, compiled for the CPU alone and for the CPU and NVIDIA GPUs.
#pragma once

#include <allotype/program.hpp>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "denoise.hpp"
#include "png.hpp"

namespace example {

struct clean_inputs {
  BOOST_HANA_DEFINE_STRUCT(clean_inputs, (std::filesystem::path, picture), (std::optional<float>, strength));
};
struct clean_outputs {
  BOOST_HANA_DEFINE_STRUCT(clean_outputs, (std::filesystem::path, clean), (float, noise_before), (float, noise_after));
};
struct noise_inputs {
  BOOST_HANA_DEFINE_STRUCT(noise_inputs, (std::filesystem::path, picture));
};
struct noise_outputs {
  BOOST_HANA_DEFINE_STRUCT(noise_outputs, (float, noise), (int, rows), (int, columns));
};

constexpr auto clean_file = at::task<wanted, limits>(
    "clean-picture", [](auto& on, clean_inputs const& in, std::filesystem::path const& folder) {
      picture what = read_png(in.picture);
      cleaned const result = denoise(on, what.colours, in.strength.value_or(1));
      what.colours = rounded(result.picture, what.bits);
      write_png(folder / "clean.png", what);
      return clean_outputs{"clean.png", result.noise_before, result.noise_after};
    });

constexpr auto estimate_noise = at::task<wanted, limits>("estimate-noise", [](auto& on, noise_inputs const& in) {
  image const what = read_png(in.picture).colours;
  if (what.rows < least_size || what.columns < least_size) throw std::invalid_argument("the picture is too small");
  at::extents const size{what.rows, what.columns};
  at::buffer<pixel, typename std::remove_cvref_t<decltype(on)>::accelerator> pixels{on, what.pixels};
  return noise_outputs{noise_in(on, std::as_const(pixels).view(on, size)), what.rows, what.columns};
});

}  // namespace example

int main(int argc, char** argv) {
  return allotype::program<"denoise", example::clean_file, example::estimate_noise>::main(argc, argv);
}
