// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranges that NVIDIA's profilers show by name (NVTX). A toolkit without NVTX has none.
#pragma once

#include <allotype/backend/cuda/queue.hpp>

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
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
