// SPDX-License-Identifier: BSL-1.0
/// \file
/// Tasks on CUDA devices by their names in NVIDIA's profilers (NVTX). One file of a program includes this, and the
/// whole program has it. Not in the umbrella header: NVTX puts some 60 functions into every file that includes it, and
/// takes nvcc a tenth of its time for that header.
#pragma once

#include <nvtx3/nvToolsExt.h>

#include <allotype/backend/cuda/range.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

inline bool const ranges_are_nvtx = [] {
  cuda_ranges.begin = [](char const* name) { nvtxRangePushA(name); };
  cuda_ranges.end = [] { nvtxRangePop(); };
  return true;
}();

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
