// SPDX-License-Identifier: BSL-1.0
/// \file
/// All layouts of a board as a picture in SVG, to browse.
#pragma once

#include <string>
#include <vector>

namespace drawing {

struct drawn_profile {
  std::string name;
  int size;    ///< in slices
  int colour;  ///< 0 to svg::colours - 1
};

struct drawn_layout {
  struct instance {
    int profile;  ///< of the board's
    int start;    ///< slice
  };
  std::vector<instance> instances;  ///< by start
  bool marked;                      ///< a dot stands before it
};

/// Layouts of the same profiles.
struct drawn_set {
  std::string name;
  std::string count;  ///< stands behind the name
  std::vector<drawn_layout> layouts;
};

struct drawn_section {
  std::string heading;
  std::vector<drawn_set> sets;
};

struct drawn_board {
  std::string title, description;
  std::string mark;  ///< what the dot means; empty: there are none
  int slices;
  std::vector<drawn_profile> profiles;
  std::vector<drawn_section> sections;
};

/// A row a layout, a column a slice, the names of profiles in boxes; in two columns. Where there are many sets, links
/// to each stand at the top. What several layouts have alike is in the file once: 2,318 layouts take less than 200 KB.
std::string layouts_picture(drawn_board const& board);

}  // namespace drawing
