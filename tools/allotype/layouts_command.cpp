// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <nlohmann/json.hpp>

#include "catalogue.hpp"
#include "commands.hpp"
#include "device_modes.hpp"
#include "drawings.hpp"
#include "library/layouts.hpp"
#include "library/texts.hpp"
#include "pages.hpp"

namespace program {

namespace {

namespace at = allotype;
using nlohmann::ordered_json;

at::profile_set profile_set_of(std::string const& name) {
  std::vector<std::string> const names = profile_sets();
  constexpr at::profile_set sets[] = {at::profile_set::all, at::profile_set::without_graphics,
                                      at::profile_set::with_double_memory, at::profile_set::base};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return sets[i];
  }
  auto const valid = library::joined(names);
  throw at::input_error(at::message<2000>{} << "there are no profiles \"" << name.c_str() << "\"; valid are "
                                            << valid.c_str());
}

void leave_maximal_alone(board_layouts& all) {
  std::vector<layout_set> kept;
  for (layout_set& set : all.sets) {
    std::erase_if(set.layouts, [](board_layout const& each) { return !each.maximal; });
    if (!set.layouts.empty()) kept.push_back(std::move(set));
  }
  all.sets = std::move(kept);
  all.layouts = all.maximal;
}

ordered_json as_json(at::accelerator_data const& device, board_layouts const& all) {
  at::mig_board const& board = *device.board;
  ordered_json sets = ordered_json::array();
  for (layout_set const& set : all.sets) {
    ordered_json profiles = ordered_json::array(), layouts = ordered_json::array();
    for (int const row : set.profiles) profiles.push_back(board.rows[row].profile);
    for (board_layout const& layout : set.layouts) {
      ordered_json instances = ordered_json::array();
      for (auto const& each : layout.instances)
        instances.push_back(board.rows[each.profile].profile + ("@" + std::to_string(each.start)));
      layouts.push_back({{"instances", instances}, {"maximal", layout.maximal}});
    }
    sets.push_back({{"profiles", profiles}, {"maximal", set.maximal}, {"layouts", layouts}});
  }
  return {{"device", device.device},
          {"memory_slices", library::places_on(board).units},
          {"layouts", all.layouts},
          {"maximal", all.maximal},
          {"sets", sets}};
}

void print_modes(std::string const& device, wanted_picture const& picture, bool json) {
  device_modes const all = modes_of(device);
  if (json) {
    ordered_json modes = ordered_json::array();
    for (device_mode const& each : all.modes) {
      modes.push_back(
          {{"mode", each.name}, {"partitions", each.partitions}, {"chiplets", each.chiplets}, {"status", each.status}});
    }
    std::printf("%s\n",
                ordered_json{{"device", all.device}, {"chiplets", all.chiplets}, {"modes", modes}}.dump().c_str());
    return;
  }
  std::string const drawn = !picture.file ? "" : picture.as_page ? modes_page(all) : modes_drawing(all);
  if (picture.file && on_standard_output(*picture.file)) return write_drawing(*picture.file, drawn);
  std::printf("%s\n", in_words(all).c_str());
  if (picture.file) return write_drawing(*picture.file, drawn);
  std::printf("\n");
  for (device_mode const& each : all.modes) std::printf("  %-9s %s\n", each.name.c_str(), in_words(each).c_str());
}

}  // namespace

std::vector<std::string> profile_sets() { return {"all", "without-graphics", "with-double-memory", "base"}; }

void layouts(std::string const& device, std::string const& profiles, bool maximal_only, wanted_picture const& picture,
             bool json) {
  if (has_modes(*find(device).about)) {
    if (maximal_only || profiles != profile_sets().front()) {
      throw at::input_error(at::message<2000>{}
                            << find(device).what->device
                            << " has modes, and no MIG instances: leave out --maximal and --profiles");
    }
    return print_modes(device, picture, json);
  }
  at::accelerator_data const& gpu = *library::layout_of(device, {}).device;  // or the error
  board_layouts all = layouts_on(gpu, profile_set_of(profiles));
  if (maximal_only) leave_maximal_alone(all);
  if (json) {
    std::printf("%s\n", as_json(gpu, all).dump().c_str());
    return;
  }
  std::string const drawn = !picture.file ? "" : picture.as_page ? layouts_page(gpu, all) : layouts_drawing(gpu, all);
  if (picture.file && on_standard_output(*picture.file)) return write_drawing(*picture.file, drawn);
  std::printf("%s\n", in_words(all).c_str());
  if (picture.file) return write_drawing(*picture.file, drawn);
  for (int section = 0; section < layout_sections; ++section) {
    bool first = true;
    for (layout_set const& set : all.sets) {
      if (section_of(set) != section) continue;
      if (first) std::printf("\n%s\n", section_heading(section));
      first = false;
      std::printf("%7zu  %s\n", set.layouts.size(), set_in_words(*gpu.board, set.profiles).c_str());
    }
  }
}

}  // namespace program
