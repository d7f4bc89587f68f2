// SPDX-License-Identifier: BSL-1.0
#include "svg_picture.hpp"

#include <cstddef>
#include <iterator>

#include "../svg.hpp"

namespace example {

using svg::box, svg::words;

namespace {

/// What most eyes can tell apart (M. Okabe, K. Ito, "Color Universal Design", 2008), and a pale shade of each for text.
struct colour {
  char const* strong;
  char const* pale;
};
constexpr colour colours[] = {{"#0072b2", "#cfe6f3"}, {"#e69f00", "#fbebc8"}, {"#009e73", "#cdeee4"},
                              {"#cc79a7", "#f6e2ed"}, {"#d55e00", "#fadcc8"}, {"#56b4e9", "#dcf0fb"}};

constexpr int width = 960, margin = 40, bar_width = width - 2 * margin;
constexpr int memory_top = 92, memory_height = 120, needed_height = 18;
constexpr int sms_top = 280, sms_height = 64;
constexpr int height = 460;

constexpr char nobody[] = "url(#nobody)", grey[] = "#8a8a8a";

/// Where a bar of `whole` parts has its `part`th, from the left edge of the picture.
int at(int part, int whole) { return margin + part * bar_width / whole; }

std::string memory_bar(seating const& gpu) {
  std::string svg =
      words(margin, memory_top - 12, "heading",
            "memory: " + std::to_string(gpu.mebibytes) + " MiB in " + std::to_string(gpu.memory_slices) + " slices");
  svg += box(margin, memory_top, bar_width, memory_height, nobody, grey);
  std::size_t next = 0;
  for (seat const& taken : gpu.seats) {
    colour const& shade = colours[next++ % std::size(colours)];
    int const left = at(taken.start, gpu.memory_slices), wide = at(taken.start + taken.size, gpu.memory_slices) - left;
    int const middle = left + wide / 2, needed = wide * taken.needed_mebibytes / taken.mebibytes;
    int const needed_top = memory_top + memory_height - needed_height;
    svg += box(left, memory_top, wide, memory_height, shade.pale, shade.strong);
    svg += box(left, needed_top, needed, needed_height, shade.strong, shade.strong);
    svg += box(left, needed_top, wide, needed_height, "none", shade.strong);
    svg += words(middle, memory_top + 28, "service", taken.service);
    svg += words(middle, memory_top + 50, "centred", taken.profile);
    svg += words(middle, memory_top + 74, "small", "needs " + std::to_string(taken.needed_mebibytes));
    svg += words(middle, memory_top + 90, "small", "of " + std::to_string(taken.mebibytes) + " MiB");
  }
  for (int slice = 0; slice < gpu.memory_slices; ++slice) {
    int const middle = (at(slice, gpu.memory_slices) + at(slice + 1, gpu.memory_slices)) / 2;
    svg += words(middle, memory_top + memory_height + 18, "small", std::to_string(slice));
  }
  return svg;
}

std::string sms_bar(seating const& gpu) {
  std::string svg =
      words(margin, sms_top - 12, "heading",
            "compute: " + std::to_string(gpu.sm_count) + " SMs in " + std::to_string(gpu.compute_slices) + " slices");
  svg += box(margin, sms_top, bar_width, sms_height, nobody, grey);
  int sms = 0;
  std::size_t next = 0;
  for (seat const& taken : gpu.seats) {
    colour const& shade = colours[next++ % std::size(colours)];
    int const left = at(sms, gpu.sm_count), wide = at(sms + taken.sm_count, gpu.sm_count) - left;
    sms += taken.sm_count;
    svg += box(left, sms_top, wide, sms_height, shade.pale, shade.strong);
    svg += words(left + wide / 2, sms_top + 28, "service", taken.service);
    svg += words(left + wide / 2, sms_top + 48, "small", std::to_string(taken.sm_count) + " SMs");
  }
  if (sms < gpu.sm_count) {
    svg += words((at(sms, gpu.sm_count) + margin + bar_width) / 2, sms_top + 38, "small",
                 std::to_string(gpu.sm_count - sms) + " SMs");
  }
  return svg;
}

std::string legend() {
  constexpr int top = sms_top + sms_height + 24, side = 14;
  std::string svg = box(margin, top, side, side, "#4d4d4d", "#4d4d4d");
  svg += words(margin + 22, top + 12, "left", "memory needed");
  svg += box(margin + 170, top, side, side, "#e6e6e6", "#4d4d4d");
  svg += words(margin + 192, top + 12, "left", "in the partition");
  svg += box(margin + 340, top, side, side, nobody, grey);
  svg += words(margin + 362, top + 12, "left", "in no partition");
  return svg;
}

}  // namespace

std::string svg_picture(seating const& gpu, std::string const& command) {
  constexpr char head[] = R"svg(  <style>
    text { font-family: "DejaVu Sans", Verdana, Helvetica, sans-serif; font-size: 14px; fill: #1a1a1a }
    .title { font-size: 20px; font-weight: bold }
    .heading { font-size: 14px }
    .service { font-size: 14px; font-weight: bold; text-anchor: middle }
    .centred { font-size: 13px; text-anchor: middle }
    .small { font-size: 12px; text-anchor: middle }
    .command { font-family: "DejaVu Sans Mono", Menlo, monospace; font-size: 14px }
  </style>
  <defs>
    <pattern id="nobody" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="8" height="8" fill="#f4f4f4"/>
      <line x1="0" y1="0" x2="0" y2="8" stroke="#d8d8d8" stroke-width="3"/>
    </pattern>
  </defs>
)svg";
  return svg::document(width, height, head,
                       words(margin, 44, "title", std::to_string(gpu.seats.size()) + " services on one " + gpu.device) +
                           memory_bar(gpu) + sms_bar(gpu) + legend() + words(margin, height - 28, "command", command));
}

}  // namespace example
