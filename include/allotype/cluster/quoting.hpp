// SPDX-License-Identifier: BSL-1.0
/// \file
/// Texts in the languages of other systems: one function for each.
#pragma once

#include <allotype/cluster/quoting/names.hpp>
#include <allotype/cluster/quoting/shell.hpp>
#include <allotype/cluster/quoting/strings.hpp>
#include <allotype/cluster/quoting/terminal.hpp>
#include <allotype/cluster/quoting/xml.hpp>
