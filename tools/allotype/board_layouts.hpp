// SPDX-License-Identifier: BSL-1.0
/// \file
/// All layouts of a board that is known while the program runs. `layouts_of<A100>` has the same while compiling.
#pragma once

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>
#include <string>
#include <vector>

namespace program {

struct board_layout {
  struct instance {
    int profile;  ///< row of the board
    int start;    ///< in memory slices
  };
  std::vector<instance> instances;  ///< by start
  bool maximal;                     ///< no instance of the chosen profiles can be added where these lie
};

/// Layouts of the same profiles.
struct layout_set {
  std::vector<int> profiles;          ///< rows of the board, large ones first
  std::vector<board_layout> layouts;  ///< maximal ones first
  bool maximal;                       ///< no larger set has a layout
};

struct board_layouts {
  int layouts = 0;
  int maximal = 0;
  std::vector<layout_set> sets;  ///< those with large profiles first
};

/// \throws allotype::input_error where the board has more than can be listed
board_layouts layouts_on(allotype::accelerator_data const& device, allotype::profile_set chosen);

}  // namespace program
