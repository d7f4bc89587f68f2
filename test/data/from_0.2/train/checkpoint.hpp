// SPDX-License-Identifier: BSL-1.0
/// \file
/// The state of training between two epochs, as a file. It is of the run, not of its devices: any number of them, with
/// any strategy, can go on from it, and with as many devices as before the result has the same bits.
///
/// | bytes | what                                                       |
/// |-------|------------------------------------------------------------|
/// | 16    | `allotype train` and two bytes that no text has            |
/// | 4     | version                                                    |
/// | 4     | 0x01020304 as this machine writes it                       |
/// | 8     | size of the file                                           |
/// | …     | the members below, in order; texts and lists begin with their length in 8 bytes |
/// | 8     | checksum of all before                                     |
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "curve.hpp"
#include "options.hpp"

namespace example {

struct checkpoint {
  // What must be the same for training to go on.
  std::string precision;
  std::uint64_t data = 0;  ///< the data file's checksum
  std::int32_t batch = 0;
  float rate = 0;
  std::uint32_t seed = 0;
  std::int32_t network = 0;  ///< how many parameters

  curve results;  ///< of the epochs that are done
  std::int64_t steps = 0;
  std::string parameters, optimizer_state;  ///< bytes of numbers in the precision's storage format

  // The gradient scaler's.
  float scale = 0;
  std::int32_t good_steps = 0;
  std::int64_t skipped_steps = 0;
};

/// A checkpoint of a run that has not begun.
checkpoint checkpoint_of(options const& asked, std::string const& precision, std::uint64_t data);

std::string bytes_of(checkpoint const& state);

/// The checkpoint in that file. \throws bad_file where it is none, is truncated or damaged, or is of a run that
/// `wanted` is not, or that has more epochs than `epochs`
checkpoint read_checkpoint(std::filesystem::path const& file, checkpoint const& wanted, int epochs);

}  // namespace example
