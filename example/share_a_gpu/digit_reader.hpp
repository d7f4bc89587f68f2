// SPDX-License-Identifier: BSL-1.0
/// \file
/// The second service: reads digits in small noisy pictures, with one layer of convolution whose weights are the
/// digits' own shapes. An inference server with little memory.
#pragma once

#include <algorithm>
#include <allotype/allotype.hpp>
#include <cmath>
#include <random>
#include <vector>

namespace example {

namespace at = allotype;
using namespace at::literals;

struct digit_reader {
  static constexpr char name[] = "digit reader";
  using needs = at::needs<at::memory<6_GiB>, at::sm_count<28>>;
};

inline constexpr int digits = 10, digit_rows = 7, digit_columns = 5;
inline constexpr int picture_side = 16;
inline constexpr int down_positions = picture_side - digit_rows + 1, right_positions = picture_side - digit_columns + 1;

inline constexpr char digit_shapes[digits][digit_rows][digit_columns + 1] = {
    {" ### ", "#   #", "#  ##", "# # #", "##  #", "#   #", " ### "},
    {"  #  ", " ##  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "},
    {" ### ", "#   #", "    #", "   # ", "  #  ", " #   ", "#####"},
    {"#####", "   # ", "  #  ", "   # ", "    #", "#   #", " ### "},
    {"   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "},
    {"#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "},
    {"  ## ", " #   ", "#    ", "#### ", "#   #", "#   #", " ### "},
    {"#####", "    #", "   # ", "  #  ", " #   ", " #   ", " #   "},
    {" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "},
    {" ### ", "#   #", "#   #", " ####", "    #", "   # ", " ##  "}};

/// The weights: of each digit its shape, with a mean of 0 and a norm of 1, so that what answers best is what is there.
inline std::vector<float> digit_weights() {
  std::vector<float> weights;
  for (auto const& shape : digit_shapes) {
    int ink = 0;
    for (auto const& row : shape) {
      for (int i = 0; i < digit_columns; ++i) ink += row[i] == '#' ? 1 : 0;
    }
    float const area = digit_rows * digit_columns, mean = static_cast<float>(ink) / area;
    float const norm = std::sqrt(area * mean * (1 - mean));
    for (auto const& row : shape) {
      for (int i = 0; i < digit_columns; ++i) weights.push_back(((row[i] == '#' ? 1.f : 0.f) - mean) / norm);
    }
  }
  return weights;
}

struct digit_pictures {
  std::vector<int> digits;    ///< what each shows
  std::vector<float> pixels;  ///< one picture behind the other
};

/// Digits at places of their own, with noise up to `noise` where ink is 1.
inline digit_pictures draw_digits(int count, float noise, unsigned seed) {
  std::mt19937 random(seed);
  auto const below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
  digit_pictures drawn;
  for (int picture = 0; picture < count; ++picture) {
    int const digit = below(digits), down = below(down_positions), right = below(right_positions);
    drawn.digits.push_back(digit);
    for (int row = 0; row < picture_side; ++row) {
      for (int column = 0; column < picture_side; ++column) {
        int const i = row - down, j = column - right;
        bool const ink = i >= 0 && i < digit_rows && j >= 0 && j < digit_columns && digit_shapes[digit][i][j] == '#';
        drawn.pixels.push_back((ink ? 1.f : 0.f) + noise * static_cast<float>(below(2001) - 1000) / 1000);
      }
    }
  }
  return drawn;
}

/// How well a digit's weights answer in a picture, at the place where they answer best. Index: picture and digit.
template <class Pictures, class Weights, class Out>
struct best_answer {
  Pictures pictures;  ///< picture, row, column
  Weights weights;    ///< digit, row, column
  Out answers;

  ALLOTYPE_FN void operator()(int picture, int digit) const {
    float best = answer(picture, digit, 0, 0);
    for (int down = 0; down < down_positions; ++down) {
      for (int right = 0; right < right_positions; ++right) {
        float const here = answer(picture, digit, down, right);
        if (here > best) best = here;
      }
    }
    answers(picture, digit) = best;
  }

 private:
  ALLOTYPE_FN float answer(int picture, int digit, int down, int right) const {
    float sum = 0;
    for (int row = 0; row < digit_rows; ++row) {
      for (int column = 0; column < digit_columns; ++column) {
        sum += weights(digit, row, column) * pictures(picture, down + row, right + column);
      }
    }
    return sum;
  }
};

/// What each picture shows.
template <at::accelerator A>
std::vector<int> read_digits(at::queue<A>& on, std::vector<float> const& pictures) {
  int const count = static_cast<int>(pictures.size()) / (picture_side * picture_side);
  at::extents const over{count, digits};
  at::buffer<float, A> const pixels{on, pictures}, weights{on, digit_weights()};
  at::buffer<float, A> answers{on, at::extents{over.size()}};
  at::for_each(on, over,
               best_answer{pixels.view(on, at::extents{count, picture_side, picture_side}),
                           weights.view(on, at::extents{digits, digit_rows, digit_columns}), answers.view(on, over)});
  std::vector<float> found(static_cast<std::size_t>(over.size()));
  at::copy(on, answers, found);

  std::vector<int> read;
  for (auto of_picture = found.begin(); of_picture != found.end(); of_picture += digits) {
    read.push_back(static_cast<int>(std::max_element(of_picture, of_picture + digits) - of_picture));
  }
  return read;
}

}  // namespace example
