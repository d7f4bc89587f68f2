// SPDX-License-Identifier: BSL-1.0
/// \file
/// Where instances lie on a board that the program learns of while it runs.
#pragma once

#include <allotype/cluster/layouts/layouts_of.hpp>
#include <allotype/cluster/provision/planned_transition.hpp>
#include <allotype/cluster/provision/resource_slice.hpp>
#include <allotype/cluster/request/dra.hpp>

namespace program::library {

using allotype::detail::amd_memory_modes;
using allotype::detail::amd_mode_text;
using allotype::detail::board_places;
using allotype::detail::find_row;
using allotype::detail::in_words;
using allotype::detail::layout_enumeration;
using allotype::detail::max_layouts;
using allotype::detail::places_on;
using allotype::detail::plan_transition_on;
using allotype::detail::profiles_in;
using allotype::detail::sum;
using allotype::dra::detail::partition_class;
using allotype::dra::detail::resource_slices;

}  // namespace program::library
