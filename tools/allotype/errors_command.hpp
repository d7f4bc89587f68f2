// SPDX-License-Identifier: BSL-1.0
/// \file
/// `allotype errors`: the errors of a compiler's log in short. It needs nothing of the catalogue.
#pragma once

#include <string>

namespace program {

/// Prints as commands.hpp says. \param file `-`: standard input \return whether there are none
bool errors(std::string const& file, bool json);

}  // namespace program
