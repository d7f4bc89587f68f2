// SPDX-License-Identifier: BSL-1.0
/// \file
/// Blocks on a GPU. The bounds of the launch are those of the grid's type.
#pragma once

#include <allotype/backend/cuda/queue.hpp>
#include <allotype/core/units.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

template <int Threads>
class cuda_block {
 public:
  __device__ int index() const { return static_cast<int>(blockIdx.x); }
  __device__ static constexpr int threads() { return Threads; }
  template <class F>
  __device__ void each_thread(F const& f) const {
    f(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  template <class T>
  __device__ T* shared() const {
    extern __shared__ __align__(64) unsigned char memory_of_the_block[];
    return reinterpret_cast<T*>(memory_of_the_block);
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
