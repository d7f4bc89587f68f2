// SPDX-License-Identifier: BSL-1.0
/// \file
/// A layout as text for a terminal: a line for each memory slice.
#pragma once

#include <string>

#include <allotype/cluster/layouts/planned_layout.hpp>

namespace program {

inline std::string cell(std::string const& text, std::size_t width) {
  return " " + text + std::string(text.size() < width ? width - text.size() : 0, ' ') + " |";
}
inline std::string number_or_unpublished(int number, char const* unit) {
  return number == allotype::unknown ? "not published" : std::to_string(number) + unit;
}

/// ```
/// slice  A100
///        +---------------+-----------+-----------+
///     0  | 2g.10gb       | 28 SMs    | 9856 MiB  |
///     1  |               |           |           |
///        +---------------+-----------+-----------+
/// ```
inline std::string text_picture(allotype::planned_layout const& plan) {
  constexpr std::size_t widths[] = {14, 13, 13};
  std::string between = "       +";
  for (std::size_t const width : widths) between += std::string(width + 2, '-') + "+";
  between += "\n";
  auto const line = [&](int slice, std::string const& profile, std::string const& sms, std::string const& memory) {
    std::string number = std::to_string(slice);
    return std::string(5 - number.size(), ' ') + number + "  |" + cell(profile, widths[0]) + cell(sms, widths[1]) +
           cell(memory, widths[2]) + "\n";
  };
  std::string picture = "slice  " + std::string{plan.device->device} + "\n" + between;
  for (int slice = 0; slice < plan.memory_slices;) {
    allotype::placement const* here = nullptr;
    int next = plan.memory_slices;
    for (allotype::placement const& each : plan.placements) {
      if (each.start == slice) here = &each;
      if (each.start > slice && each.start < next) next = each.start;
    }
    int const end = here != nullptr ? slice + here->size : next;
    picture += here != nullptr ? line(slice, here->profile, number_or_unpublished(here->sm_count, " SMs"),
                                      number_or_unpublished(here->memory_mib, " MiB"))
                               : line(slice, "free", "", "");
    for (++slice; slice < end; ++slice) picture += line(slice, "", "", "");
    picture += between;
  }
  return picture;
}

}  // namespace program
