// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranges that NVIDIA's profilers show by name (NVTX). A toolkit without NVTX has none.
#pragma once

#include <allotype/backend/cuda/queue.hpp>

#if __has_include(<nvtx3/nvToolsExt.h>)
// NVTX puts some 60 functions into every file, of which two are called, and those rarely. With -O2, g++ takes half a
// second to optimise them, more than for all of this library.
#if defined(__NVCC__) && defined(__GNUC__) && !defined(__clang__)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675  // nvcc does not know the pragma, and hands it on to g++
#pragma GCC push_options
#pragma GCC optimize("O0")
#include <nvtx3/nvToolsExt.h>
#pragma GCC pop_options
#pragma nv_diagnostic pop
#else
#include <nvtx3/nvToolsExt.h>
#endif
#define ALLOTYPE_HAS_NVTX 1
#else
#define ALLOTYPE_HAS_NVTX 0
#endif

namespace allotype {
inline namespace ALLOTYPE_MODE {

#if ALLOTYPE_HAS_NVTX
inline void begin_range(cuda, char const* name) { nvtxRangePushA(name); }
inline void end_range(cuda) { nvtxRangePop(); }
#else
inline void begin_range(cuda, char const*) {}
inline void end_range(cuda) {}
#endif

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
