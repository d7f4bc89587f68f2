// SPDX-License-Identifier: BSL-1.0
#include "svg.hpp"

#include "../library/quoting.hpp"

namespace drawing::svg {

namespace library = program::library;

namespace {

struct colour {
  char const* strong;
  char const* pale;       // on a light ground
  char const* pale_dark;  // on a dark one
};
constexpr colour shades[colours] = {{"#0072b2", "#cfe6f3", "#0a3550"}, {"#e69f00", "#fbebc8", "#4a3400"},
                                    {"#009e73", "#cdeee4", "#063d2e"}, {"#cc79a7", "#f6e2ed", "#4d2a3e"},
                                    {"#d55e00", "#fadcc8", "#4f2405"}, {"#56b4e9", "#dcf0fb", "#17394a"}};

std::string common_style() {
  std::string light = R"svg(    text { font-family: "DejaVu Sans", Verdana, Helvetica, sans-serif; fill: #1a1a1a }
    a text { fill: #005a8c }
    .ground { fill: #ffffff }
    .free { fill: url(#hatched); stroke: #8a8a8a }
    .hatched { fill: #f4f4f4 }
    .hatch { stroke: #d8d8d8; stroke-width: 3 }
    .grid { stroke: #e0e0e0 }
    .axis { stroke: #4d4d4d }
    .sample { fill: #4d4d4d; stroke: #4d4d4d }
    .pale-sample { fill: #e6e6e6; stroke: #4d4d4d }
)svg";
  std::string dark = R"svg(    @media (prefers-color-scheme: dark) {
      text { fill: #e8e8e8 }
      a text { fill: #7cc4f0 }
      .ground { fill: #16181d }
      .hatched { fill: #22252b }
      .hatch { stroke: #34383f }
      .grid { stroke: #30343b }
      .axis { stroke: #b0b0b0 }
      .sample { fill: #b8b8b8; stroke: #b8b8b8 }
      .pale-sample { fill: #33373e; stroke: #b8b8b8 }
)svg";
  for (int i = 0; i < colours; ++i) {
    std::string const number = std::to_string(i);
    std::string const stroke = std::string{"; stroke: "} + shades[i].strong + " }\n";
    light += "    .pale" + number + " { fill: " + shades[i].pale + stroke;
    light += "    .strong" + number + " { fill: " + shades[i].strong + stroke;
    light += "    .frame" + number + " { fill: none" + stroke;
    dark += "      .pale" + number + " { fill: " + shades[i].pale_dark + " }\n";
  }
  return light + dark + "    }\n";
}

constexpr char hatching[] =
    R"svg(    <pattern id="hatched" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="8" height="8" class="hatched"/>
      <line x1="0" y1="0" x2="0" y2="8" class="hatch"/>
    </pattern>
)svg";

}  // namespace

std::string attribute(char const* name, std::string const& value) {
  std::string text(1, ' ');
  return text.append(name).append("=\"").append(library::xml_text(value)).append("\"");
}
std::string attribute(char const* name, int value) { return attribute(name, std::to_string(value)); }

std::string box(int x, int y, int wide, int high, std::string const& kind) {
  return "  <rect" + attribute("x", x) + attribute("y", y) + attribute("width", wide) + attribute("height", high) +
         attribute("class", kind) + "/>\n";
}

std::string words(int x, int y, std::string const& kind, std::string const& text) {
  return "  <text" + attribute("x", x) + attribute("y", y) + attribute("class", kind) + ">" + library::xml_text(text) +
         "</text>\n";
}

std::string document(picture const& shown) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", shown.width) +
         attribute("height", shown.height) +
         attribute("viewBox", "0 0 " + std::to_string(shown.width) + " " + std::to_string(shown.height)) +
         (shown.has_links ? " role=\"group\"" : " role=\"img\"") + " aria-labelledby=\"title description\">\n" +
         "  <title id=\"title\">" + library::xml_text(shown.title) + "</title>\n  <desc id=\"description\">" +
         library::xml_text(shown.description) + "</desc>\n  <style>\n" + common_style() + shown.style +
         "  </style>\n  <defs>\n" + hatching + shown.definitions + "  </defs>\n" +
         box(0, 0, shown.width, shown.height, "ground") + shown.shapes + "</svg>\n";
}

}  // namespace drawing::svg
