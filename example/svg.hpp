// SPDX-License-Identifier: BSL-1.0
/// \file
/// The few shapes of SVG that the examples draw with.
#pragma once

#include <string>

namespace example::svg {

/// ` name="value"`, with what XML reserves escaped.
std::string attribute(char const* name, std::string const& value);
std::string attribute(char const* name, int value);

std::string box(int x, int y, int wide, int high, std::string const& fill, std::string const& stroke);

/// A line of text at x, y, in the style's class `kind`.
std::string words(int x, int y, char const* kind, std::string const& text);

/// The whole file: `head` is styles and patterns, `shapes` what is in front of a white ground.
std::string document(int width, int height, std::string const& head, std::string const& shapes);

}  // namespace example::svg
