// SPDX-License-Identifier: BSL-1.0
/// \file
/// Blocks on a GPU. The bounds of the launch are those of the grid's type.
#pragma once

#include <allotype/backend/cuda/queue.hpp>
#include <allotype/core/units.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

/// Marked for the host too, because kernels that are marked for both call it; only the device does.
template <int Threads>
class cuda_block {
 public:
  ALLOTYPE_FN int index() const {
#ifdef __CUDA_ARCH__
    return static_cast<int>(blockIdx.x);
#else
    return 0;
#endif
  }
  ALLOTYPE_FN static constexpr int threads() { return Threads; }
  template <class F>
  ALLOTYPE_FN void each_thread([[maybe_unused]] F const& f) const {
#ifdef __CUDA_ARCH__
    f(static_cast<int>(threadIdx.x));
    __syncthreads();
#endif
  }
  template <class T>
  ALLOTYPE_FN T* shared() const {
#ifdef __CUDA_ARCH__
    extern __shared__ __align__(64) unsigned char memory_of_the_block[];
    return reinterpret_cast<T*>(memory_of_the_block);
#else
    return nullptr;
#endif
  }
};

namespace detail {

template <int Threads, class Kernel>
__global__ void __launch_bounds__(Threads) launch_kernel(Kernel kernel) {
  kernel(cuda_block<Threads>{});
}

/// Above this a kernel has to opt in.
inline constexpr bytes shared_memory_without_asking{48 << 10};

}  // namespace detail

template <class Grid, class Kernel>
void run_launch(cuda, cuda_state& state, Grid const& over, Kernel const& kernel) {
  if (over.blocks == 0) return;
  state.activate();
  constexpr unsigned long long shared = Grid::shared_memory.count;
  if constexpr (Grid::shared_memory > detail::shared_memory_without_asking) {
    state.check(cudaFuncSetAttribute(detail::launch_kernel<Grid::threads, Kernel>,
                                     cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
                "cudaFuncSetAttribute");
  }
  detail::launch_kernel<Grid::threads><<<over.blocks, Grid::threads, shared, state.stream()>>>(kernel);
  state.check(cudaGetLastError(), "launch of a grid");
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
