// SPDX-License-Identifier: BSL-1.0
/// \file
/// What is done to each pixel. Kernels are function objects, class templates over the views that they read and write, so
/// that the library can check whose memory those are.
#pragma once

#include <allotype/core/detail/mode.hpp>
#include <cmath>

namespace example {

/// Linear in the file's values, 0 to 255 in each channel.
struct pixel {
  float red, green, blue;
};

/// The picture with a margin on each side that mirrors it, so that nothing after it has to ask where the picture ends.
/// Index: row and column with the margin. The picture is larger than the margin.
template <class In, class Out>
struct extend {
  In picture;
  Out extended;
  int margin;

  ALLOTYPE_FN static int mirrored(int i, int size) { return i < 0 ? -i : i < size ? i : 2 * size - 2 - i; }

  ALLOTYPE_FN void operator()(int row, int column) const {
    extended(row, column) = picture(mirrored(row - margin, picture.extents[0]), mirrored(column - margin, picture.extents[1]));
  }
};

/// How much a pixel differs from what its neighbours say: a mask that no plane and no straight edge along a row or column
/// answers to, only noise and fine texture (J. Immerkær, "Fast Noise Variance Estimation", 1996). The sum over the
/// channels; exact in float where the samples are integers. Index: row and column of the upper left neighbour.
template <class In>
struct laplacian {
  In picture;

  ALLOTYPE_FN float operator()(int row, int column) const {
    return response(row, column, &pixel::red) + response(row, column, &pixel::green) + response(row, column, &pixel::blue);
  }

 private:
  ALLOTYPE_FN float response(int row, int column, float pixel::*channel) const {
    float const corners = picture(row, column).*channel + picture(row, column + 2).*channel +
                          picture(row + 2, column).*channel + picture(row + 2, column + 2).*channel;
    float const sides = picture(row, column + 1).*channel + picture(row + 1, column).*channel +
                        picture(row + 1, column + 2).*channel + picture(row + 2, column + 1).*channel;
    return std::fabs(corners - 2 * sides + 4 * picture(row + 1, column + 1).*channel);
  }
};

/// Patches are 3 x 3 pixels and are looked for in a window of 15 x 15: larger ones gained no PSNR worth their time.
inline constexpr int patch_radius = 1;
inline constexpr int search_radius = 7;
inline constexpr int margin = patch_radius + search_radius;

/// A pixel becomes the mean of the pixels around it, each counted by how alike the patches around the two are in all
/// channels (A. Buades, B. Coll, J.-M. Morel, "Non-Local Means Denoising", 2011). Index: row, counted from `first_row`, and
/// column.
template <class In, class Out>
struct non_local_means {
  In extended;  ///< by `margin`
  Out clean;
  int first_row;
  float expected;  ///< the squared difference, summed over a patch, that noise alone explains
  float falloff;   ///< how fast the weight falls beyond it

  ALLOTYPE_FN void operator()(int band_row, int column) const {
    int const row = first_row + band_row;
    float red = 0, green = 0, blue = 0, weights = 0;
    for (int down = 0; down <= 2 * search_radius; ++down) {
      for (int right = 0; right <= 2 * search_radius; ++right) {
        float const excess = difference(row, column, down, right) - expected;
        float const weight = std::exp(-falloff * (excess > 0 ? excess : 0.f));
        pixel const& other = extended(row + down + patch_radius, column + right + patch_radius);
        red += weight * other.red;
        green += weight * other.green;
        blue += weight * other.blue;
        weights += weight;
      }
    }
    clean(row, column) = {red / weights, green / weights, blue / weights};
  }

 private:
  /// The squared difference of two patches: that of the pixel, and the one `down` and `right` in the window.
  ALLOTYPE_FN float difference(int row, int column, int down, int right) const {
    float red = 0, green = 0, blue = 0;  // three sums, that the additions need not wait for one another
    for (int i = 0; i <= 2 * patch_radius; ++i) {
      for (int j = 0; j <= 2 * patch_radius; ++j) {
        pixel const& a = extended(row + search_radius + i, column + search_radius + j);
        pixel const& b = extended(row + down + i, column + right + j);
        red += (a.red - b.red) * (a.red - b.red);
        green += (a.green - b.green) * (a.green - b.green);
        blue += (a.blue - b.blue) * (a.blue - b.blue);
      }
    }
    return red + green + blue;
  }
};

}  // namespace example
