// SPDX-License-Identifier: BSL-1.0
/// \file
/// One GPU thread for each index. Consecutive threads have consecutive indices in the fastest dimension, so that their
/// accesses to memory coalesce. A block has 256 threads, or down to 32 if the extents are so short that some SMs would
/// get no block. The SMs counted are those of the slice, which the accelerator's type knows, and not those of the
/// board.
///
/// With `indices_per_thread<N>` a block has 256 threads and N indices for each.
#pragma once

#include <type_traits>

#include <allotype/backend/cuda/marked_function.hpp>
#include <allotype/backend/cuda/queue.hpp>
#include <allotype/dispatch/extents.hpp>
#include <allotype/dispatch/schedule.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

inline constexpr int threads_per_block = 256, threads_of_a_warp = 32;
inline constexpr long long max_blocks_x = 2147483647, max_blocks_yz = 65535;

/// `sm_count` is 0 if it is not published. A grid of blocks of any shape covers up to 65,535 indices.
constexpr unsigned threads_for(long long count, int sm_count) {
  unsigned threads = threads_per_block;
  if (count > max_blocks_yz) return threads;
  while (threads > threads_of_a_warp && count <= static_cast<long long>(threads / 2) * sm_count) threads /= 2;
  return threads;
}

/// Unsigned, so that positions in the last block do not overflow beyond the largest index.
template <class Index>
using position = std::make_unsigned_t<Index>;

template <class Index, class F, int... Dimension>
__device__ void calls_at_indices(F const& f, std::integer_sequence<int, Dimension...>) {
  needs_ALLOTYPE_FN{}(f, (static_cast<void>(Dimension), Index{})...);
}

/// Calls the kernel at this thread's index, if there is one.
template <class Index, class Kernel>
__device__ inline void call_here(extents<1, Index> const& over, Kernel const& kernel) {
  if (false) calls_at_indices<Index>(kernel, std::make_integer_sequence<int, 1>{});
  position<Index> const i = position<Index>{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < position<Index>(over[0])) kernel(Index(i));
}
template <class Index, class Kernel>
__device__ inline void call_here(extents<2, Index> const& over, Kernel const& kernel) {
  if (false) calls_at_indices<Index>(kernel, std::make_integer_sequence<int, 2>{});
  position<Index> const column = position<Index>{blockIdx.x} * blockDim.x + threadIdx.x;
  position<Index> const row = position<Index>{blockIdx.y} * blockDim.y + threadIdx.y;
  if (row < position<Index>(over[0]) && column < position<Index>(over[1])) kernel(Index(row), Index(column));
}
template <class Index, class Kernel>
__device__ inline void call_here(extents<3, Index> const& over, Kernel const& kernel) {
  if (false) calls_at_indices<Index>(kernel, std::make_integer_sequence<int, 3>{});
  position<Index> const column = position<Index>{blockIdx.x} * blockDim.x + threadIdx.x;
  position<Index> const row = position<Index>{blockIdx.y} * blockDim.y + threadIdx.y;
  position<Index> const plane = position<Index>{blockIdx.z} * blockDim.z + threadIdx.z;
  if (plane < position<Index>(over[0]) && row < position<Index>(over[1]) && column < position<Index>(over[2])) {
    kernel(Index(plane), Index(row), Index(column));
  }
}

template <class Index, class Kernel, int Dimensions>
__global__ void __launch_bounds__(threads_per_block)
    for_each_kernel(extents<Dimensions, Index> over, Kernel const kernel) {
  call_here(over, kernel);
}
template <class Index, class Kernel, int Dimensions>
__global__ void __launch_bounds__(threads_per_block)
    for_each_large_kernel(extents<Dimensions, Index> over, ALLOTYPE_GRID_CONSTANT Kernel const kernel) {
  call_here(over, kernel);
}

/// Calls the kernel at this thread's indices. Those of a block follow one another, and a thread's are as far apart as a
/// block has threads: so the threads of a warp read neighbours. Of a block that has all of its indices the distances
/// are constants in the machine code, and there is one comparison.
template <int Count, class Index, class Kernel>
__device__ inline void call_at_several(extents<1, Index> const& over, Kernel const& kernel) {
  Index const begin = Index(blockIdx.x) * Index(Count * threads_per_block), left = over[0] - begin;
  if (left >= Index(Count * threads_per_block)) {
    Index const first = begin + Index(threadIdx.x);
#pragma unroll
    for (int i = 0; i < Count; ++i) kernel(Index(first + i * threads_per_block));
  } else {
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < unsigned(left); i += threads_per_block) kernel(Index(begin + Index(i)));
  }
}

template <int Count, class Index, class Kernel>
__global__ void __launch_bounds__(threads_per_block)
    for_each_kernel_of_several(extents<1, Index> over, Kernel const kernel) {
  call_at_several<Count>(over, kernel);
}
template <int Count, class Index, class Kernel>
__global__ void __launch_bounds__(threads_per_block)
    for_each_large_kernel_of_several(extents<1, Index> over, ALLOTYPE_GRID_CONSTANT Kernel const kernel) {
  call_at_several<Count>(over, kernel);
}

/// A grid has at most 65,535 blocks in y and z, and many more in x. A block grows in y or z if the extents are long
/// there.
struct launch_shape {
  dim3 blocks, threads;
};

constexpr long long blocks_of(long long size, unsigned threads) { return size / threads + (size % threads != 0); }

inline unsigned blocks_for(long long size, unsigned threads, long long most, char const* dimension) {
  long long const blocks = blocks_of(size, threads);
  if (blocks > most) {
    throw size_error(message<2000>{} << "for_each: " << size << " " << dimension << "; a CUDA grid has at most "
                                     << most * static_cast<long long>(threads));
  }
  return static_cast<unsigned>(blocks);
}

template <class Index>
launch_shape shape_of(extents<1, Index> const& over, int sm_count) {
  unsigned const threads = threads_for(over[0], sm_count);
  return {dim3(blocks_for(over[0], threads, max_blocks_x, "indices")), dim3(threads)};
}
template <class Index>
launch_shape shape_of(extents<2, Index> const& over, int sm_count) {
  unsigned const threads = threads_for(over.size(), sm_count);
  unsigned y = threads / threads_of_a_warp;
  while (y < threads && blocks_of(over[0], y) > max_blocks_yz) y *= 2;
  unsigned const x = threads / y;
  return {dim3(blocks_for(over[1], x, max_blocks_x, "columns"), blocks_for(over[0], y, max_blocks_yz, "rows")),
          dim3(x, y)};
}
template <class Index>
launch_shape shape_of(extents<3, Index> const& over, int sm_count) {
  unsigned const threads = threads_for(over.size(), sm_count);
  unsigned y = threads / threads_of_a_warp, z = 1;
  while (z < threads && z < 64 && blocks_of(over[0], z) > max_blocks_yz) z *= 2;
  while (y < threads / z && blocks_of(over[1], y) > max_blocks_yz) y *= 2;
  if (y * z > threads) y = threads / z;
  unsigned const x = threads / (y * z);
  return {dim3(blocks_for(over[2], x, max_blocks_x, "columns"), blocks_for(over[1], y, max_blocks_yz, "rows"),
               blocks_for(over[0], z, max_blocks_yz, "planes")),
          dim3(x, y, z)};
}

/// What comes before a launch, and what comes after it, is compiled once for all kernels.
template <int Dimensions, class Index>
[[gnu::noinline]] launch_shape prepared_launch(cuda_state& state, extents<Dimensions, Index> const& over) {
  state.activate();
  return shape_of(over, state.sm_count());
}
[[gnu::noinline]] inline void check_launch(cuda_state& state) {
  state.check(cudaGetLastError(), "launch of for_each's kernel");
}

}  // namespace mode_detail

template <int Dimensions, class Index, class Kernel>
  requires(Dimensions <= 3)
void run_for_each(cuda_backend, cuda_state& state, extents<Dimensions, Index> const& over, Kernel const& kernel) {
  if (over.size() == 0) return;
  auto const shape = mode_detail::prepared_launch(state, over);
  if constexpr (mode_detail::is_large_kernel<Kernel>) {
    mode_detail::for_each_large_kernel<<<shape.blocks, shape.threads, 0, state.stream()>>>(
        over, mode_detail::launched(state, kernel));
  } else {
    mode_detail::for_each_kernel<<<shape.blocks, shape.threads, 0, state.stream()>>>(
        over, mode_detail::launched(state, kernel));
  }
  mode_detail::check_launch(state);
}

template <class Index, class Kernel, int Count>
void run_for_each(cuda_backend, cuda_state& state, extents<1, Index> const& over, Kernel const& kernel,
                  indices_per_thread<Count>) {
  if (over.size() == 0) return;
  state.activate();
  constexpr unsigned threads = mode_detail::threads_per_block;
  unsigned const blocks = mode_detail::blocks_for(over[0], Count * threads, mode_detail::max_blocks_x, "indices");
  if constexpr (mode_detail::is_large_kernel<Kernel>) {
    mode_detail::for_each_large_kernel_of_several<Count>
        <<<blocks, threads, 0, state.stream()>>>(over, mode_detail::launched(state, kernel));
  } else {
    mode_detail::for_each_kernel_of_several<Count>
        <<<blocks, threads, 0, state.stream()>>>(over, mode_detail::launched(state, kernel));
  }
  mode_detail::check_launch(state);
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
