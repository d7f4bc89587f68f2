// SPDX-License-Identifier: BSL-1.0
#include "device_modes.hpp"
#include "drawing/layouts_picture.hpp"
#include "drawing/svg.hpp"

namespace program {

std::string modes_drawing(device_modes const& all) {
  drawing::drawn_board drawn;
  drawn.slices = all.chiplets;
  drawn.title = "All modes of " + all.device;
  drawn.description = in_words(all);
  drawing::drawn_section modes{"Columns are chiplets", {}};
  for (device_mode const& mode : all.modes) {
    int const profile = static_cast<int>(drawn.profiles.size());
    drawn.profiles.push_back({mode.name, mode.chiplets, profile % drawing::svg::colours});
    drawing::drawn_layout row{{}, false};
    for (int i = 0; i < mode.partitions; ++i) row.instances.push_back({profile, i * mode.chiplets});
    modes.sets.push_back({mode.name, in_words(mode), {row}});
  }
  drawn.sections.push_back(std::move(modes));
  return drawing::layouts_picture(drawn);
}

}  // namespace program
