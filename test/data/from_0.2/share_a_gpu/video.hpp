// SPDX-License-Identifier: BSL-1.0
/// \file
/// Picture sequences: grey, 8 bits a pixel, uncompressed as YUV4MPEG2 files hold them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace example {

struct video {
  int rows = 0;
  int columns = 0;
  std::vector<std::vector<std::uint8_t>> frames;  ///< row by row

  friend bool operator==(video const&, video const&) = default;
};

/// A disc that moves over a slope: something to transcode.
video moving_disc(int frames, int rows, int columns);

/// The sequence as a YUV4MPEG2 stream with the colour space `mono`.
std::string to_y4m(video const& sequence);

/// \throws std::invalid_argument where the text is not such a stream, with what is wrong about it.
video from_y4m(std::string const& stream);

}  // namespace example
