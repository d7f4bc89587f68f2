// SPDX-License-Identifier: BSL-1.0
/// \file
/// Layouts of names that the program reads, and all layouts of a board.
#pragma once

#include <allotype/cluster/layouts/layouts_of.hpp>
#include <allotype/cluster/layouts/planned_layout.hpp>
