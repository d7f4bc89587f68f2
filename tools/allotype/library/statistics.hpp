// SPDX-License-Identifier: BSL-1.0
/// \file
/// Figures of a device, field by field.
#pragma once

#include <allotype/parallel/statistics/statistics.hpp>
#include <allotype/parallel/statistics/statistics_text.hpp>

namespace program::library {

using allotype::detail::for_each_field;
using allotype::detail::measure;
using allotype::detail::number_text;

}  // namespace program::library
