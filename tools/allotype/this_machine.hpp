// SPDX-License-Identifier: BSL-1.0
/// \file
/// This machine, as several commands ask for it and speak of it.
#pragma once

#include <allotype/machine/probe.hpp>
#include <optional>
#include <string>

namespace program {

/// What allotype::probe finds; a terminal says so while the driver takes long.
allotype::machine probed(allotype::probe_options const& options = {});

std::string in_mebibytes(std::optional<allotype::bytes> const& memory);
/// `Xeon, 2 of 4 processors, 8192 MiB`.
std::string in_words(allotype::machine::host_processor_found const& processor);

}  // namespace program
