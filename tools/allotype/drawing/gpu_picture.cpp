// SPDX-License-Identifier: BSL-1.0
#include "gpu_picture.hpp"

#include <algorithm>
#include <allotype/catalog/base/nvidia_device.hpp>
#include <cstddef>

#include "svg.hpp"

namespace drawing {

using allotype::unknown;
using svg::box, svg::words;

namespace {

constexpr int width = 960, margin = 40, bar_width = width - 2 * margin;
constexpr int memory_top = 92, memory_height = 120, needed_height = 18;
constexpr int sms_top = 280, sms_height = 64;
constexpr int types_top = sms_top + sms_height + 56, type_height = 26, sample_side = 14;
constexpr int height_without_types = 460;

// Where the picture is shown in a third of its width, as on a phone.
constexpr int narrow_bar_height = 64, narrow_memory_top = 112, narrow_sms_top = 230;
constexpr std::size_t narrow_type_letters = 33, narrow_command_letters = 51;
constexpr int narrow_types_top = 344, narrow_type_height = 40, narrow_sample_side = 28, narrow_amounts_left = 660;

/// Where a bar of `whole` parts has its `part`th, from the left edge of the picture.
int at(int part, int whole) { return margin + part * bar_width / whole; }

std::string counted(int number, std::string const& one) {
  return std::to_string(number) + " " + one + (number == 1 ? "" : "s");
}

std::string colour(char const* kind, std::size_t instance) { return kind + std::to_string(instance % svg::colours); }

std::string const& heading_of(drawn_instance const& taken) { return taken.name.empty() ? taken.profile : taken.name; }

std::string memory_of(drawn_instance const& taken) {
  return taken.mebibytes == unknown ? "not published" : std::to_string(taken.mebibytes) + " MiB";
}

std::string memory_bar(drawn_gpu const& gpu) {
  std::string const amount = gpu.mebibytes == unknown ? "" : std::to_string(gpu.mebibytes) + " MiB in ";
  std::string shapes =
      words(margin, memory_top - 12, "heading", "memory: " + amount + counted(gpu.memory_slices, "slice"));
  shapes += box(margin, memory_top, bar_width, memory_height, "free");
  std::size_t next = 0;
  for (drawn_instance const& taken : gpu.instances) {
    std::size_t const shade = next++;
    int const left = at(taken.start, gpu.memory_slices), wide = at(taken.start + taken.size, gpu.memory_slices) - left;
    int const middle = left + wide / 2;
    shapes += box(left, memory_top, wide, memory_height, colour("pale", shade));
    shapes += words(middle, memory_top + 28, "name", heading_of(taken));
    if (!taken.name.empty()) shapes += words(middle, memory_top + 50, "centred", taken.profile);
    if (taken.needed_mebibytes == unknown || taken.mebibytes == unknown) {
      shapes += words(middle, memory_top + (taken.name.empty() ? 50 : 74), "small", memory_of(taken));
      continue;
    }
    int const needed = wide * taken.needed_mebibytes / taken.mebibytes;
    int const needed_top = memory_top + memory_height - needed_height;
    shapes += box(left, needed_top, needed, needed_height, colour("strong", shade));
    shapes += box(left, needed_top, wide, needed_height, colour("frame", shade));
    shapes += words(middle, memory_top + 74, "small", "needs " + std::to_string(taken.needed_mebibytes));
    shapes += words(middle, memory_top + 90, "small", "of " + memory_of(taken));
  }
  for (int slice = 0; slice < gpu.memory_slices; ++slice) {
    int const middle = (at(slice, gpu.memory_slices) + at(slice + 1, gpu.memory_slices)) / 2;
    shapes += words(middle, memory_top + memory_height + 18, "small", std::to_string(slice));
  }
  return shapes;
}

std::string compute_bar(drawn_gpu const& gpu) {
  bool const in_sms =
      gpu.sm_count != unknown && std::none_of(gpu.instances.begin(), gpu.instances.end(),
                                              [](auto const& each) { return each.sm_count == unknown; });
  int const whole = in_sms ? gpu.sm_count : gpu.compute_slices;
  auto const amount_in_words = [&](int amount) {
    return in_sms ? std::to_string(amount) + (amount == 1 ? " SM" : " SMs") : counted(amount, "slice");
  };
  std::string shapes =
      words(margin, sms_top - 12, "heading",
            "compute: " + (in_sms ? amount_in_words(whole) + " in " : "") + counted(gpu.compute_slices, "slice"));
  shapes += box(margin, sms_top, bar_width, sms_height, "free");
  int taken_before = 0;
  std::size_t next = 0;
  for (drawn_instance const& taken : gpu.instances) {
    int const amount = in_sms ? taken.sm_count : taken.compute_slices;
    int const left = at(taken_before, whole), wide = at(taken_before + amount, whole) - left;
    taken_before += amount;
    shapes += box(left, sms_top, wide, sms_height, colour("pale", next++));
    shapes += words(left + wide / 2, sms_top + 28, "name", heading_of(taken));
    shapes += words(left + wide / 2, sms_top + 48, "small", amount_in_words(amount));
  }
  if (taken_before < whole) {
    shapes += words((at(taken_before, whole) + margin + bar_width) / 2, sms_top + 38, "small",
                    amount_in_words(whole - taken_before));
  }
  return shapes;
}

std::string legend(bool with_needs) {
  constexpr int top = sms_top + sms_height + 24, apart = 170;
  std::string shapes;
  int left = margin;
  auto const add = [&](char const* kind, char const* text) {
    shapes += box(left, top, sample_side, sample_side, kind) + words(left + 22, top + 12, "left", text);
    left += apart;
  };
  if (with_needs) {
    add("sample", "memory needed");
    add("pale-sample", "in the partition");
  }
  add("free", "in no partition");
  return shapes;
}

/// A line for each instance that has a type.
std::string types(drawn_gpu const& gpu, int& height) {
  std::string shapes;
  std::size_t next = 0;
  for (drawn_instance const& taken : gpu.instances) {
    std::size_t const shade = next++;
    if (taken.type.empty()) continue;
    int const top = types_top + height - height_without_types;
    shapes += box(margin, top, sample_side, sample_side, colour("pale", shade)) +
              words(margin + 22, top + 12, "command", taken.type);
    height += type_height;
  }
  return shapes;
}

/// The same with letters that a phone shows large enough: they do not fit into the bars, so they stand beside the
/// types.
std::string narrow_shapes(drawn_gpu const& gpu, int height) {
  auto const bar = [&](int top, std::string const& heading, auto const& left_of, auto const& width_of) {
    std::string shapes =
        words(margin, top - 14, "large", heading) + box(margin, top, bar_width, narrow_bar_height, "free");
    for (std::size_t i = 0; i < gpu.instances.size(); ++i) {
      shapes += box(left_of(i), top, width_of(i), narrow_bar_height, colour("pale", i));
    }
    return shapes;
  };
  std::vector<int> begins{0};
  for (drawn_instance const& taken : gpu.instances) begins.push_back(begins.back() + taken.sm_count);
  auto const memory = [&](std::size_t i) { return at(gpu.instances[i].start, gpu.memory_slices); };
  auto const memory_width = [&](std::size_t i) {
    return at(gpu.instances[i].start + gpu.instances[i].size, gpu.memory_slices) - memory(i);
  };
  auto const sms = [&](std::size_t i) { return at(begins[i], gpu.sm_count); };
  auto const sms_width = [&](std::size_t i) { return at(begins[i + 1], gpu.sm_count) - sms(i); };
  std::string shapes = words(margin, 48, "large-title", gpu.title.substr(0, gpu.title.find(':')));
  shapes += bar(narrow_memory_top, "memory: " + counted(gpu.memory_slices, "slice"), memory, memory_width);
  shapes += bar(narrow_sms_top, "compute: " + counted(gpu.sm_count, "SM"), sms, sms_width);
  int top = narrow_types_top - narrow_sample_side;
  std::size_t next = 0;
  for (drawn_instance const& taken : gpu.instances) {
    int const line = top + narrow_sample_side - 4;
    shapes += box(margin, top, narrow_sample_side, narrow_sample_side, colour("pale", next++)) +
              words(margin + narrow_sample_side + 12, line, "large-command", taken.type) +
              words(narrow_amounts_left, line, "large", memory_of(taken) + ", " + counted(taken.sm_count, "SM"));
    top += narrow_type_height;
  }
  if (!gpu.command.empty()) shapes += words(margin, height - 24, "large-command", gpu.command);
  return shapes;
}

/// Whether each instance has what `narrow_shapes` writes, and no line is too long for it.
bool has_narrow_form(drawn_gpu const& gpu) {
  return gpu.sm_count != unknown && gpu.command.size() <= narrow_command_letters &&
         std::none_of(gpu.instances.begin(), gpu.instances.end(), [](drawn_instance const& each) {
           return each.type.empty() || each.type.size() > narrow_type_letters || each.sm_count == unknown ||
                  each.mebibytes == unknown;
         });
}

/// What the bars show, for a reader who cannot see them.
std::string in_words(drawn_gpu const& gpu) {
  std::string text = "Memory slices 0 to " + std::to_string(gpu.memory_slices - 1) + ".";
  for (drawn_instance const& taken : gpu.instances) {
    text += " " + heading_of(taken) + (taken.name.empty() ? "" : ", " + taken.profile) + ": slices " +
            std::to_string(taken.start) + " to " + std::to_string(taken.start + taken.size - 1) + ", memory " +
            memory_of(taken);
    if (taken.needed_mebibytes != unknown)
      text += " of which " + std::to_string(taken.needed_mebibytes) + " are needed";
    text += ", " + (taken.sm_count == unknown ? counted(taken.compute_slices, "compute slice")
                                              : std::to_string(taken.sm_count) + " SMs");
    if (!taken.type.empty()) text += ", type " + taken.type;
    text += ".";
  }
  return text;
}

}  // namespace

std::string gpu_picture(drawn_gpu const& gpu) {
  constexpr char narrow_style[] = R"svg(    .narrow { display: none }
    .large { font-size: 26px }
    .large-title { font-size: 32px; font-weight: bold }
    .large-command { font-family: "DejaVu Sans Mono", Menlo, monospace; font-size: 28px }
    @media (max-width: 600px) {
      .wide { display: none }
      .narrow { display: inline }
    }
)svg";
  constexpr char style[] = R"svg(    text { font-size: 14px }
    .title { font-size: 20px; font-weight: bold }
    .name { font-weight: bold; text-anchor: middle }
    .centred { font-size: 13px; text-anchor: middle }
    .small { font-size: 12px; text-anchor: middle }
    .command { font-family: "DejaVu Sans Mono", Menlo, monospace }
)svg";
  bool const with_needs = std::any_of(gpu.instances.begin(), gpu.instances.end(),
                                      [](auto const& each) { return each.needed_mebibytes != unknown; });
  int height = height_without_types;
  std::string shapes = words(margin, 44, "title", gpu.title) + memory_bar(gpu) + compute_bar(gpu) + legend(with_needs) +
                       types(gpu, height);
  if (!gpu.command.empty()) shapes += words(margin, height - 28, "command", gpu.command);
  if (!has_narrow_form(gpu)) return svg::document({width, height, gpu.title, in_words(gpu), style, "", shapes});
  shapes =
      "  <g class=\"wide\">\n" + shapes + "  </g>\n  <g class=\"narrow\">\n" + narrow_shapes(gpu, height) + "  </g>\n";
  return svg::document({width, height, gpu.title, in_words(gpu), std::string(style) + narrow_style, "", shapes});
}

}  // namespace drawing
