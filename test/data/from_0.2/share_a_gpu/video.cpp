// SPDX-License-Identifier: BSL-1.0
#include "video.hpp"

#include <sstream>
#include <stdexcept>

namespace example {

namespace {

[[noreturn]] void refuse(std::string const& why) {
  throw std::invalid_argument("not a video that can be read: " + why);
}

/// The number behind the letter of a word such as `W640`.
int size_in(std::string const& word) {
  constexpr int most = 1 << 14;
  int size = 0;
  for (char const digit : word.substr(1)) {
    if (digit < '0' || digit > '9') refuse(word + " is not a size");
    size = 10 * size + (digit - '0');
    if (size > most) refuse(word + " is too large");
  }
  return size;
}

}  // namespace

video moving_disc(int frames, int rows, int columns) {
  video made{rows, columns, {}};
  int const radius = rows / 5;
  for (int frame = 0; frame < frames; ++frame) {
    int const centre_row = rows / 2 + (frame % 8 - 4) * rows / 40,
              centre_column = radius + frame * columns / (2 * frames);
    std::vector<std::uint8_t> pixels;
    pixels.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        int const down = row - centre_row, right = column - centre_column;
        bool const inside = down * down + right * right < radius * radius;
        pixels.push_back(static_cast<std::uint8_t>(inside ? 230 - 60 * down / radius : 40 + 120 * column / columns));
      }
    }
    made.frames.push_back(std::move(pixels));
  }
  return made;
}

std::string to_y4m(video const& sequence) {
  std::string stream =
      "YUV4MPEG2 W" + std::to_string(sequence.columns) + " H" + std::to_string(sequence.rows) + " F25:1 Cmono\n";
  for (auto const& frame : sequence.frames) {
    stream += "FRAME\n";
    stream.append(frame.begin(), frame.end());
  }
  return stream;
}

video from_y4m(std::string const& stream) {
  std::size_t const first_line = stream.find('\n');
  if (stream.rfind("YUV4MPEG2 ", 0) != 0 || first_line == std::string::npos) refuse("no YUV4MPEG2 header");
  video read;
  bool grey = false;
  std::istringstream header(stream.substr(0, first_line));
  for (std::string word; header >> word;) {
    if (word[0] == 'W') read.columns = size_in(word);
    if (word[0] == 'H') read.rows = size_in(word);
    if (word[0] == 'C') grey = word == "Cmono";
  }
  if (read.rows == 0 || read.columns == 0) refuse("no size in its header");
  if (!grey) refuse("only the colour space mono is known");

  std::string const opening = "FRAME\n";
  std::size_t const size = static_cast<std::size_t>(read.rows) * static_cast<std::size_t>(read.columns);
  for (std::size_t at = first_line + 1; at < stream.size(); at += opening.size() + size) {
    if (stream.compare(at, opening.size(), opening) != 0) refuse("a frame does not begin with FRAME");
    if (stream.size() - at < opening.size() + size) refuse("the last frame is not complete");
    auto const begin = stream.begin() + static_cast<std::ptrdiff_t>(at + opening.size());
    read.frames.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(size));
  }
  if (read.frames.empty()) refuse("no frame in it");
  return read;
}

}  // namespace example
