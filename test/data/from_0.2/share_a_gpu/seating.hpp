// SPDX-License-Identifier: BSL-1.0
/// \file
/// Who sits where on a GPU, as numbers and names to print. What it says was decided while compiling: see plan.hpp.
#pragma once

#include <string>
#include <vector>

namespace example {

/// A service in its partition.
struct seat {
  std::string service;
  std::string profile;  ///< `3g.20gb`
  int smi_profile_id;   ///< what `nvidia-smi mig -cgi` calls it
  int start, size;      ///< in memory slices
  int compute_slices;
  int sm_count;
  int mebibytes;
  int needed_mebibytes;
};

struct seating {
  std::string device;
  int memory_slices, compute_slices;
  int sm_count;             ///< of the whole GPU; partitions cannot have all of them
  int mebibytes;            ///< of the whole GPU
  std::vector<seat> seats;  ///< by start
};

/// What no service gets.
struct waste {
  int memory_slices = 0, compute_slices = 0;  ///< in no partition
  int mebibytes_beyond_needs = 0;             ///< in partitions, and not needed
  int mebibytes_outside = 0;                  ///< in no partition
  int sms_outside = 0;                        ///< in no partition
};

inline waste waste_of(seating const& gpu) {
  waste all{gpu.memory_slices, gpu.compute_slices, 0, gpu.mebibytes, gpu.sm_count};
  for (seat const& taken : gpu.seats) {
    all.memory_slices -= taken.size;
    all.compute_slices -= taken.compute_slices;
    all.mebibytes_beyond_needs += taken.mebibytes - taken.needed_mebibytes;
    all.mebibytes_outside -= taken.mebibytes;
    all.sms_outside -= taken.sm_count;
  }
  return all;
}

}  // namespace example
