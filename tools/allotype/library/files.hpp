// SPDX-License-Identifier: BSL-1.0
/// \file
/// How files are opened that a person named.
#pragma once

#include <allotype/cluster/pools/detail/opened_file.hpp>

namespace program::library {

using allotype::detail::check_readable;
using allotype::detail::read_file;

}  // namespace program::library
