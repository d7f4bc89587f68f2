// SPDX-License-Identifier: BSL-1.0
/// \file
/// The program's manual page, made of what `--help` prints.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace program {

/// For man(1). \param app all commands and options
std::string manual_page(CLI::App const& app);

}  // namespace program
