// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the program can be told to do. Each command prints to standard output, as text or as one JSON document (of `stats`:
/// one a line), and throws allotype::error for what it cannot do.
#pragma once

#include <string>
#include <vector>

namespace program {

/// Devices, or the partitions of one. \param names_only a name a line, for the shell's completion
void list(std::string const& device, bool names_only, bool json);
/// What is published about a device or a partition, with the sources.
void show(std::string const& device, std::string const& partition, bool json);
/// Where partitions lie on a GPU, in which order to create them, and what is left.
void plan(std::string const& device, std::vector<std::string> const& partitions, bool json);
/// What requests it of Flyte: the GPUAccelerator message.
void flyte(std::string const& device, std::string const& partition, bool json);
/// This machine.
void probe(double time_limit_in_seconds, bool json);
/// What the devices of this machine are doing. \param times 0: until stopped
void stats(double seconds_between, int times, bool json);

}  // namespace program
