// SPDX-License-Identifier: BSL-1.0
/// \file
/// Accelerators as data, by names that the program reads.
#pragma once

#include <allotype/cluster/pools/detail/named_accelerator.hpp>
#include <allotype/cluster/request/flyte.hpp>
#include <allotype/names/accelerator_names.hpp>
#include <allotype/program/accelerator_description.hpp>

namespace program::library {

using allotype::detail::accelerator_description;
using allotype::detail::accelerator_names;
using allotype::detail::data_of;
using allotype::detail::description_of;
using allotype::detail::for_each_fact;
using allotype::detail::in_words;
using allotype::detail::layout_of;
using allotype::detail::placements_of;
using allotype::detail::position_of_accelerator;
using allotype::detail::to_string;
using allotype::flyte::detail::encoded_size;
using allotype::flyte::detail::write_fields;
using allotype::flyte::detail::writer;

}  // namespace program::library
