// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a checkpoint says of its run, beside what `trained_parameters` keeps in it. It is of the run, not of its
/// devices: any number of them, with any strategy, can go on from it, and with as many devices as before the result has
/// the same bits.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "curve.hpp"
#include "options.hpp"

namespace example {

using notes = std::map<std::string, std::string>;

/// What must be the same for training to go on. `data` is the data file's checksum.
notes notes_of(options const& asked, std::string const& precision, std::uint64_t data);

/// The same notes with the epochs that are done.
notes with_results(notes of_run, curve const& results);

/// The epochs that a checkpoint with these notes has. \throws bad_file which names `file`, where it is of another run
/// than `of_run`, or has more epochs than `epochs`
curve results_in(std::string const& file, notes const& found, notes const& of_run, int epochs);

}  // namespace example
