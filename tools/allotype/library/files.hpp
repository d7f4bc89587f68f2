// SPDX-License-Identifier: BSL-1.0
/// \file
/// How files are opened that a person named, and how all of a text is written.
#pragma once

#include <allotype/cluster/pools/detail/opened_file.hpp>
#include <allotype/core/detail/synced_file.hpp>

namespace program::library {

using allotype::detail::check_readable;
using allotype::detail::read_file;
using allotype::detail::write_all;

}  // namespace program::library
