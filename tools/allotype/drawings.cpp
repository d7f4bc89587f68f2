// SPDX-License-Identifier: BSL-1.0
#include "drawings.hpp"

#include <algorithm>
#include <cstdio>

#include "../../example/whole_file.hpp"
#include "drawing/gpu_picture.hpp"
#include "drawing/layouts_picture.hpp"
#include "library/layouts.hpp"
#include "library/texts.hpp"
#include "output.hpp"

namespace program {

namespace {

namespace at = allotype;

/// Instances of as many compute slices have one colour, and those of one with more memory another.
int colour_of(at::mig_row const& row) {
  switch (row.compute_slices) {
    case 1:
      return row.memory_slices > 1 ? 1 : 5;
    case 2:
      return 2;
    case 3:
      return 3;
    case 4:
      return 0;
    default:
      return 4;
  }
}

}  // namespace

std::string set_in_words(at::mig_board const& board, std::vector<int> const& profiles) {
  std::string text;
  for (std::size_t i = 0; i < profiles.size();) {
    std::size_t const first = i;
    while (i < profiles.size() && profiles[i] == profiles[first]) ++i;
    text += (text.empty() ? "" : " + ") + (i - first > 1 ? std::to_string(i - first) + " x " : std::string{}) +
            board.rows[profiles[first]].profile;
  }
  return text;
}

std::string in_words(board_layouts const& all) {
  std::string const text =
      std::to_string(all.layouts) + " layouts of " + std::to_string(all.sets.size()) + " sets of instances";
  return all.layouts == all.maximal ? text + ", to which nothing can be added"
                                    : text + "; to " + std::to_string(all.maximal) + " of them nothing can be added";
}

std::string plan_drawing(at::planned_layout const& layout, std::string const& command) {
  drawing::drawn_gpu gpu{
      {}, layout.memory_slices, layout.compute_slices, layout.left.sm_count, layout.left.memory_mib, {}, command};
  std::string profiles;
  for (at::placement const& each : layout.placements) {
    library::add_to_list(profiles, each.profile);
    gpu.sm_count = library::sum(gpu.sm_count, each.sm_count);
    gpu.mebibytes = library::sum(gpu.mebibytes, each.memory_mib);
    gpu.instances.push_back({"", each.profile, each.start, each.size, each.compute_slices, each.sm_count,
                             each.memory_mib, at::unknown,
                             std::string{layout.device->device} + "::partition<\"" + each.profile + "\">"});
  }
  std::sort(gpu.instances.begin(), gpu.instances.end(), [](auto const& a, auto const& b) { return a.start < b.start; });
  gpu.title = std::string{layout.device->device} + ": " + (profiles.empty() ? "no instances" : profiles);
  return drawing::gpu_picture(gpu);
}

int section_of(layout_set const& set) {
  if (set.maximal) return 0;
  return !set.layouts.empty() && set.layouts.front().maximal ? 1 : 2;
}

char const* section_heading(int section) {
  constexpr char const* headings[layout_sections] = {"Full: no instance can be added to these",
                                                     "Full where the instances lie badly: elsewhere one more would fit",
                                                     "With room for more"};
  return headings[section];
}

std::string layouts_drawing(at::accelerator_data const& device, board_layouts const& all) {
  at::mig_board const& board = *device.board;
  drawing::drawn_board drawn;
  drawn.slices = library::places_on(board).units;
  bool const all_are_full = all.layouts == all.maximal;
  drawn.title = (all_are_full ? "Full layouts of " : "All layouts of ") + std::string{device.device};
  drawn.description = in_words(all) + ". " + std::to_string(drawn.slices) + " memory slices";
  if (!all_are_full) drawn.mark = "nothing can be added";
  for (int row = 0; row < board.row_count; ++row) {
    drawn.profiles.push_back({board.rows[row].profile, board.rows[row].memory_slices, colour_of(board.rows[row])});
  }
  for (int section = 0; section < layout_sections; ++section) drawn.sections.push_back({section_heading(section), {}});
  for (layout_set const& set : all.sets) {
    auto const count = set.layouts.size();
    drawing::drawn_set as_drawn{
        set_in_words(board, set.profiles), std::to_string(count) + (count == 1 ? " layout" : " layouts"), {}};
    for (board_layout const& layout : set.layouts) {
      drawing::drawn_layout row{{}, layout.maximal && !all_are_full};
      for (auto const& each : layout.instances) row.instances.push_back({each.profile, each.start});
      as_drawn.layouts.push_back(std::move(row));
    }
    drawn.sections[static_cast<std::size_t>(section_of(set))].sets.push_back(std::move(as_drawn));
  }
  return drawing::layouts_picture(drawn);
}

bool on_standard_output(std::string const& file) { return file == "-"; }

void write_drawing(std::string const& file, std::string const& drawn) {
  if (on_standard_output(file)) {
    print(drawn);
    return;
  }
  try {
    example::write_whole(file, drawn);
  } catch (example::bad_file const& problem) {
    throw at::error(at::message<2000>{} << problem.what());
  }
  print("wrote   " + file + "\n");
}

}  // namespace program
