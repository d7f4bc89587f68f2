// SPDX-License-Identifier: BSL-1.0
/// \file
/// How the library reads and writes lists, numbers and names that are nearly right; the program does it alike.
#pragma once

#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/detail/number_text.hpp>

namespace program::library {

using allotype::detail::add_to_list;
using allotype::detail::comma_separated;
using allotype::detail::joined;
using allotype::detail::nearest_names;
using allotype::detail::read_digits;
using allotype::detail::read_number;
using allotype::detail::text_range;

}  // namespace program::library
