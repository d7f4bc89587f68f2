// SPDX-License-Identifier: BSL-1.0
/// \file
/// One GPU and the instances on it as a picture in SVG.
#pragma once

#include <string>
#include <vector>

namespace drawing {

/// What may be missing is `allotype::unknown` then.
struct drawn_instance {
  std::string name;     ///< of what runs in it; empty: only the profile is written
  std::string profile;  ///< `3g.20gb`
  int start, size;      ///< in memory slices
  int compute_slices;
  int sm_count;          ///< may be missing
  int mebibytes;         ///< may be missing
  int needed_mebibytes;  ///< may be missing
  std::string type{};    ///< in C++; empty: none is written
};

struct drawn_gpu {
  std::string title;
  int memory_slices, compute_slices;
  int sm_count;                           ///< may be missing
  int mebibytes;                          ///< may be missing
  std::vector<drawn_instance> instances;  ///< by start
  std::string command;                    ///< what makes the instances; empty: none is written
};

/// A bar of memory and a bar of SMs, in proportion, each instance in a colour; below, their types and the command that
/// makes them.
/// Where a number of SMs is missing, the second bar is of compute slices.
/// Shown in less than 600 pixels, a picture whose instances all have types has larger letters, beside the types.
std::string gpu_picture(drawn_gpu const& gpu);

}  // namespace drawing
