// SPDX-License-Identifier: BSL-1.0
/// \file
/// Reductions on a GPU. Each block reduces a share of the positions, and one more block combines what they found.
/// Shares depend on the number of indices alone, so the order of the combinations, and with it the last digits of a sum
/// of floating-point numbers, is the same on every GPU and slice.
#pragma once

#include <cstring>

#include <allotype/backend/cuda/for_each.hpp>
#include <allotype/backend/cuda/memory.hpp>
#include <allotype/dispatch/detail/at_position.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A thread reads so many values at once, which hides the memory's latency.
inline constexpr int values_at_once = 16;
/// Enough blocks to fill the largest GPU; one block combines their results.
inline constexpr long long max_reduced_shares = 2048;

/// The number of positions of one block; the last one has what is left. Each thread has one value to begin with, and a
/// multiple of those that it reads at once.
constexpr long long share_of_reduction(long long count) {
  constexpr long long first = threads_per_block, step = threads_per_block * values_at_once;
  long long const share = count / max_reduced_shares + (count % max_reduced_shares != 0);
  return share <= first + step ? first + step : first + (share - first + step - 1) / step * step;
}

/// The value of a lane of the warp, of any size.
template <class T>
__device__ T value_of_lane(T const& value, int lane) {
  constexpr int words = (sizeof(T) + 3) / 4;
  unsigned moved[words]{};
  memcpy(moved, &value, sizeof(T));
#pragma unroll
  for (int i = 0; i < words; ++i) moved[i] = __shfl_sync(0xffffffff, moved[i], lane);
  T result = value;
  memcpy(&result, moved, sizeof(T));
  return result;
}

/// Combines the values of the first `lanes` lanes of a warp; the first one gets the result.
template <class T, class Op>
__device__ T combined_by_warp(T value, int lanes, Op const& op) {
  int const lane = threadIdx.x % threads_of_a_warp;
#pragma unroll 1
  for (int offset = threads_of_a_warp / 2; offset > 0; offset /= 2) {
    T const other = value_of_lane(value, lane + offset);
    if (lane + offset < lanes) value = op(value, other);
  }
  return value;
}

/// Combines the values of the first `threads` threads of a block; the first one gets the result.
template <class T, class Op>
__device__ T combined_by_block(T value, int threads, Op const& op) {
  constexpr int warps = threads_per_block / threads_of_a_warp;
  alignas(T) __shared__ unsigned char memory[warps * sizeof(T)];
  T* const of_warps = reinterpret_cast<T*>(memory);
  int const lane = threadIdx.x % threads_of_a_warp, warp = threadIdx.x / threads_of_a_warp;
  value = combined_by_warp(value, threads - warp * threads_of_a_warp, op);
  if (lane == 0) of_warps[warp] = value;
  __syncthreads();
  if (warp != 0) return value;
  value = of_warps[lane % warps];
  return combined_by_warp(value, (threads + threads_of_a_warp - 1) / threads_of_a_warp, op);
}

/// Each block reduces `share` positions to one result; a grid of one block adds `init`. Offsets within a share do not
/// overflow, where sums of positions would.
template <int Dimensions, class Index, class T, class Op, class F>
__global__ void __launch_bounds__(threads_per_block)
    reduce_kernel(extents<Dimensions, Index> over, Index count, Index share, T init, Op op, F f, T* results) {
  if (false) calls_at_indices<Index>(f, std::make_integer_sequence<int, Dimensions>{});
  Index const begin = Index(blockIdx.x) * share, thread = Index(threadIdx.x);
  Index const size = share < count - begin ? share : count - begin;
  Index const first = thread < size ? begin + thread : begin;
  Index const ahead = size - thread;  // from this thread's first position to the end of the share
  T value = ahead > 0 ? T(detail::value_at(over, first, f)) : init;
  Index i = threads_per_block;
#pragma unroll 1
  for (; i + (values_at_once - 1) * threads_per_block < ahead; i += values_at_once * threads_per_block) {
#pragma unroll
    for (int k = 0; k < values_at_once; ++k) {
      value = op(value, T(detail::value_at(over, first + i + k * threads_per_block, f)));
    }
  }
#pragma unroll 4
  for (; i < ahead; i += threads_per_block) value = op(value, T(detail::value_at(over, first + i, f)));
  value = combined_by_block(value, size < threads_per_block ? int(size) : threads_per_block, op);
  if (threadIdx.x == 0) results[blockIdx.x] = gridDim.x > 1 ? value : size > 0 ? op(init, value) : init;
}

/// The queue's memory for the results of shares.
template <class T>
T* results_of_shares(cuda_state& state) {
  return static_cast<T*>(state.scratch(max_reduced_shares * sizeof(T)));
}

/// Threads pass the bytes of such values on to one another.
template <class T>
inline constexpr bool is_passed_on = element_in<T, cuda_backend>::value && sizeof(T) <= cuda_state::max_value_bytes;

template <class T>
struct result_of_share {
  T const* results;
  __device__ T operator()(int i) const { return results[i]; }
};

}  // namespace mode_detail

/// The result arrives at `result`, in memory that the device writes, when the work before it is done.
template <int Dimensions, class Index, class T, class Op, class F>
void run_reduce(cuda_backend, cuda_state& state, extents<Dimensions, Index> const& over, T const& init, Op const& op,
                F const& f, T* result) {
  static_assert(sizeof(mode_detail::checked_element<T, cuda_backend>) != 0);
  static_assert(
      sizeof(T) <= cuda_state::max_value_bytes,
      "reduce: on CUDA the initial value has at most 1,024 bytes, because threads pass its bytes on to one another");
  if constexpr (mode_detail::is_passed_on<T>) {
    using namespace mode_detail;
    long long const count = over.size();
    if (sizeof(Index) == 4 && count > 0x7fffffff) {
      throw size_error(message<2000>{} << "reduce: " << count << " indices need 64 bits: give the extents in 64 bits");
    }
    state.activate();
    long long const share = share_of_reduction(count);
    int const shares = static_cast<int>(count / share + (count % share != 0));
    int const blocks = shares > 1 ? shares : 1;  // <algorithm> would be a sixth of what nvcc reads
    T* const results = shares > 1 ? results_of_shares<T>(state) : result;
    reduce_kernel<<<blocks, threads_per_block, 0, state.stream()>>>(
        over, static_cast<Index>(count), static_cast<Index>(share), init, op, launched(state, f), results);
    state.check(cudaGetLastError(), "launch of reduce's kernel");
    if (shares > 1) {
      reduce_kernel<<<1, threads_per_block, 0, state.stream()>>>(extents<1>{shares}, shares, shares, init, op,
                                                                 result_of_share<T>{results}, result);
      state.check(cudaGetLastError(), "launch of reduce's kernel");
    }
  }
}

template <int Dimensions, class Index, class T, class Op, class F>
T run_reduce(cuda_backend, cuda_state& state, extents<Dimensions, Index> const& over, T const& init, Op const& op,
             F const& f) {
  T result = init;
  if constexpr (mode_detail::is_passed_on<T>) {
    state.activate();
    void* const here = state.value();  // the device writes pinned memory itself
    run_reduce(cuda_backend{}, state, over, init, op, f, static_cast<T*>(here));
    wait_for(cuda_backend{}, state);
    std::memcpy(static_cast<void*>(&result), here, sizeof(T));
  } else {
    run_reduce(cuda_backend{}, state, over, init, op, f, static_cast<T*>(nullptr));  // says what is wrong with the type
  }
  return result;
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
