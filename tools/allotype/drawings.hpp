// SPDX-License-Identifier: BSL-1.0
/// \file
/// What `--svg` draws, and where that and what `--html` writes go.
#pragma once

#include <allotype/cluster/layouts/planned_layout.hpp>
#include <string>

#include "board_layouts.hpp"

namespace program {

/// `2 x 1g.5gb + 3g.20gb`.
std::string set_in_words(allotype::mig_board const& board, std::vector<int> const& profiles);

/// `75 layouts of 19 sets of instances; to 17 of them nothing can be added`.
std::string in_words(board_layouts const& all);

/// One GPU. \param command what makes the instances; empty: none is written
std::string plan_drawing(allotype::planned_layout const& layout, std::string const& command);

/// All layouts of a board.
std::string layouts_drawing(allotype::accelerator_data const& device, board_layouts const& all);

/// Headings of sets of layouts: full ones, those that are full where they lie badly, those with room.
inline constexpr int layout_sections = 3;
int section_of(layout_set const& set);
char const* section_heading(int section);

/// `-` stands for the standard output.
bool on_standard_output(std::string const& file);

/// Replaces the file. \throws allotype::error where it cannot be written
void write_drawing(std::string const& file, std::string const& drawn);

}  // namespace program
