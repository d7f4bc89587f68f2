// SPDX-License-Identifier: BSL-1.0
/// \file
/// The few shapes of SVG that pictures are made of. Colours are classes of a style that follows the reader's light or
/// dark.
#pragma once

#include <string>

namespace drawing::svg {

/// ` name="value"`, escaped.
std::string attribute(char const* name, std::string const& value);
std::string attribute(char const* name, int value);

/// A rectangle in the style's class `kind`.
std::string box(int x, int y, int wide, int high, std::string const& kind);

/// A line of text at x, y, in the style's class `kind`.
std::string words(int x, int y, std::string const& kind, std::string const& text);

struct picture {
  int width, height;
  std::string title;        ///< what it shows, in a line
  std::string description;  ///< the same in full, for readers who cannot see it
  std::string style;        ///< CSS besides `document`'s
  std::string definitions;  ///< what is drawn several times
  std::string shapes;       ///< what is in front of the ground
  bool has_links = false;   ///< readers who cannot see it can follow them
};

/// The whole file. The style has the classes `ground`; `grid` and `axis` of lines; `free`, hatched, of what nothing
/// takes; and, for the colours from 0 to `colours` - 1, `pale0` to be written on, `strong0` and `frame0`.
std::string document(picture const& shown);

/// The colours are told apart by most eyes (M. Okabe, K. Ito, "Color Universal Design", 2008).
inline constexpr int colours = 6;

}  // namespace drawing::svg
