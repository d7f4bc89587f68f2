// SPDX-License-Identifier: BSL-1.0
/// \file
/// The first service: takes a video, halves its size, and compresses it: differences from the frame before, in blocks
/// of 4 x 4 pixels, transformed and quantised. Integers only, so every backend and every thread count gives the same
/// bytes. It asks for a GPU's decoder; the videos here are not compressed, and stand for what a decoder delivers.
#pragma once

#include <allotype/allotype.hpp>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "video.hpp"

namespace example {

namespace at = allotype;
using namespace at::literals;

struct transcoder {
  static constexpr char name[] = "transcoder";
  using needs = at::needs<at::memory<2_GiB>, at::nvdec<1>>;
};

inline constexpr int block_side = 4;
inline constexpr int block_size = block_side * block_side;

/// Each pixel is the mean of four. Index: row and column of the smaller picture.
template <class In, class Out>
struct halve {
  In large;
  Out small;

  ALLOTYPE_FN void operator()(int row, int column) const {
    int const sum = large(2 * row, 2 * column) + large(2 * row, 2 * column + 1) + large(2 * row + 1, 2 * column) +
                    large(2 * row + 1, 2 * column + 1);
    small(row, column) = static_cast<std::uint8_t>((sum + 2) / 4);
  }
};

/// The Hadamard transform of four numbers; twice of it is four times them.
ALLOTYPE_FN inline void transform(int& a, int& b, int& c, int& d) {
  int const sum = a + b, other_sum = c + d, difference = a - b, other_difference = c - d;
  a = sum + other_sum;
  b = difference + other_difference;
  c = sum - other_sum;
  d = difference - other_difference;
}

/// The same of the rows and columns of a block.
ALLOTYPE_FN inline void transform(int (&block)[block_side][block_side]) {
  for (auto& row : block) transform(row[0], row[1], row[2], row[3]);
  for (int i = 0; i < block_side; ++i) transform(block[0][i], block[1][i], block[2][i], block[3][i]);
}

ALLOTYPE_FN inline int nearest_multiple(int value, int step) {
  return value < 0 ? -((-value + step / 2) / step) : (value + step / 2) / step;
}

/// Codes a block, and decodes it again, because the next frame is coded as what differs from what the reader will see.
/// Index: row and column of the block.
template <class In, class Levels, class Out>
struct code_block {
  In frame;
  In before;      ///< decoded
  Levels levels;  ///< a row of 16 for each block
  Out decoded;
  int step;  ///< larger is smaller and worse

  ALLOTYPE_FN void operator()(int block_row, int block_column) const {
    int const first_row = block_side * block_row, first_column = block_side * block_column;
    int block[block_side][block_side];
    for (int i = 0; i < block_side; ++i) {
      for (int j = 0; j < block_side; ++j) {
        block[i][j] = frame(first_row + i, first_column + j) - before(first_row + i, first_column + j);
      }
    }
    transform(block);
    int const number = block_row * (frame.extents[1] / block_side) + block_column;
    for (int i = 0; i < block_size; ++i) {
      int const level = nearest_multiple(block[i / block_side][i % block_side], step);
      levels(number, i) = static_cast<std::int16_t>(level);
      block[i / block_side][i % block_side] = level * step;
    }
    transform(block);
    for (int i = 0; i < block_side; ++i) {
      for (int j = 0; j < block_side; ++j) {
        int const pixel = before(first_row + i, first_column + j) + nearest_multiple(block[i][j], block_size);
        decoded(first_row + i, first_column + j) = static_cast<std::uint8_t>(pixel < 0 ? 0 : pixel > 255 ? 255 : pixel);
      }
    }
  }
};

/// What a pixel adds to the squared error.
template <class In>
struct squared_error {
  In a, b;
  ALLOTYPE_FN long long operator()(int row, int column) const {
    long long const difference = a(row, column) - b(row, column);
    return difference * difference;
  }
};

struct transcoded {
  int rows, columns, frames;
  std::vector<std::uint8_t> stream;  ///< each frame's levels: how many zeros, then one that is none, and so on
  double psnr;                       ///< in dB, against the smaller picture before it was compressed
};

/// \throws std::invalid_argument where the video is not 8 bits YUV4MPEG2 `mono`, its sides are no multiples of 8, or
/// `step` is not 1 to 255.
template <at::accelerator A>
transcoded transcode(at::queue<A>& on, std::string const& y4m, int step) {
  video const original = from_y4m(y4m);
  constexpr int multiple = 2 * block_side;
  if (original.rows % multiple != 0 || original.columns % multiple != 0) {
    throw std::invalid_argument("the sides must be multiples of 8");
  }
  if (step < 1 || step > 255) throw std::invalid_argument("the step must be 1 to 255");

  at::extents const large{original.rows, original.columns}, small{original.rows / 2, original.columns / 2};
  at::extents const blocks{small[0] / block_side, small[1] / block_side};
  at::extents const coded{blocks[0] * blocks[1], block_size};
  at::buffer<std::uint8_t, A> source{on, at::extents{large.size()}}, frame{on, at::extents{small.size()}},
      before{on, at::extents{small.size()}}, decoded{on, at::extents{small.size()}};
  at::buffer<std::int16_t, A> levels{on, at::extents{coded.size()}};
  std::vector<std::int16_t> levels_here(static_cast<std::size_t>(coded.size()));
  at::fill(on, before, 128);

  bit_writer stream;
  long long error = 0;
  for (auto const& pixels : original.frames) {
    at::copy(on, pixels, source);
    at::for_each(on, small, halve{std::as_const(source).view(on, large), frame.view(on, small)});
    auto const halved = std::as_const(frame).view(on, small);
    at::for_each(on, blocks,
                 code_block{halved, std::as_const(before).view(on, small), levels.view(on, coded),
                            decoded.view(on, small), step});
    error += at::reduce(on, small, 0LL, at::plus{}, squared_error{halved, std::as_const(decoded).view(on, small)});
    at::copy(on, levels, levels_here);
    write_levels(stream, levels_here);
    std::swap(before, decoded);
  }
  double const mean =
      static_cast<double>(error) / static_cast<double>(small.size()) / static_cast<double>(original.frames.size());
  return {small[0], small[1], static_cast<int>(original.frames.size()), std::move(stream).bytes(),
          10 * std::log10(255 * 255 / mean)};
}

}  // namespace example
