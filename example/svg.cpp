// SPDX-License-Identifier: BSL-1.0
#include "svg.hpp"

namespace example::svg {

namespace {

std::string escaped(std::string const& text) {
  std::string safe;
  for (char const character : text) {
    switch (character) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += character;
    }
  }
  return safe;
}

}  // namespace

std::string attribute(char const* name, std::string const& value) {
  std::string text(1, ' ');
  return text.append(name).append("=\"").append(escaped(value)).append("\"");
}
std::string attribute(char const* name, int value) { return attribute(name, std::to_string(value)); }

std::string box(int x, int y, int wide, int high, std::string const& fill, std::string const& stroke) {
  return "  <rect" + attribute("x", x) + attribute("y", y) + attribute("width", wide) + attribute("height", high) +
         attribute("fill", fill) + attribute("stroke", stroke) + "/>\n";
}

std::string words(int x, int y, char const* kind, std::string const& text) {
  return "  <text" + attribute("x", x) + attribute("y", y) + attribute("class", kind) + ">" + escaped(text) +
         "</text>\n";
}

std::string document(int width, int height, std::string const& head, std::string const& shapes) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) + attribute("height", height) +
         attribute("viewBox", "0 0 " + std::to_string(width) + " " + std::to_string(height)) + ">\n" + head + box(0, 0, width, height, "#ffffff", "none") + shapes + "</svg>\n";
}

}  // namespace example::svg
