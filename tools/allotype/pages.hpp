// SPDX-License-Identifier: BSL-1.0
/// \file
/// What `--html` writes: a picture, and the same in words.
#pragma once

#include <allotype/cluster/layouts/planned_layout.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "board_layouts.hpp"
#include "device_modes.hpp"
#include "library/pools.hpp"

namespace program {

/// What `plan` prints below its picture: `left`, and the words behind it.
using labelled_words = std::pair<std::string, std::string>;

std::string plan_page(allotype::planned_layout const& layout, std::string const& command,
                      std::vector<labelled_words> const& words);

std::string layouts_page(allotype::accelerator_data const& device, board_layouts const& all);

std::string modes_page(device_modes const& all);

/// Whether the tasks run at the same time, without a capital and a dot. \param answers what `check --json` prints
std::string together_in_words(nlohmann::ordered_json const& answers);

/// \param answers what `check --json` prints
std::string check_page(std::vector<library::named_pool> const& pools, nlohmann::ordered_json const& answers);

}  // namespace program
