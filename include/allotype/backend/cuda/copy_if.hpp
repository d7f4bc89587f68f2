// SPDX-License-Identifier: BSL-1.0
/// \file
/// `copy_if` on a GPU in one pass: a block asks the condition for a tile, and takes from earlier blocks how many
/// elements precede those that it copies.
#pragma once

#include <allotype/backend/cuda/scan.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A thread has so many elements, in registers where they are small; larger ones are read a second time. For 4 bytes 24
/// were the fastest of 8, 16 and 24 on an H100, for 2^20 and for 2^27 elements.
template <class T>
inline constexpr int rows_of_copy_if = sizeof(T) <= 4 ? 24 : 12;
template <class T>
inline constexpr long long tile_of_copy_if = rows_of_copy_if<T> * threads_per_block;
template <class T>
inline constexpr bool is_kept_in_copy_if = sizeof(T) <= 8;

/// Each block has a tile, in rows as those of a scan. `copied` gets the number of all copied elements.
template <class T, class Condition>
__global__ void __launch_bounds__(threads_per_block)
    copy_if_kernel(long long count, scan_progress<long long> progress, Condition condition, T const* from, T* to,
                   long long* copied) {
  if (false) needs_ALLOTYPE_FN{}(condition, *from);
  constexpr int rows = rows_of_copy_if<T>, warps = threads_per_block / threads_of_a_warp;
  __shared__ int of_warps[warps];
  __shared__ long long taken, before_tile;
  int const lane = threadIdx.x % threads_of_a_warp, warp = threadIdx.x / threads_of_a_warp;
  if (threadIdx.x == 0) taken = progress.take_tile();
  __syncthreads();
  long long const tile = taken, begin = tile * tile_of_copy_if<T>;
  T const* const first = from + begin + warp * (rows * threads_of_a_warp) + lane;
  long long const left = count - begin - (warp * (rows * threads_of_a_warp) + lane);
  // Where the lane has no element, the condition is asked for the tile's first one.
  auto const place_of = [&](int k) {
    return k * threads_of_a_warp < left ? first + k * threads_of_a_warp : from + begin;
  };

  scanned<T> element[is_kept_in_copy_if<T> ? rows : 1];
  if constexpr (is_kept_in_copy_if<T>) {
#pragma unroll
    for (int k = 0; k < rows; ++k) element[k].value = *place_of(k);
  }
  unsigned chosen[rows];  // a bit for each lane
  int of_warp = 0;
#pragma unroll
  for (int k = 0; k < rows; ++k) {
    T const& asked = is_kept_in_copy_if<T> ? element[is_kept_in_copy_if<T> ? k : 0].value : *place_of(k);
    bool const holds = condition(asked) ? true : false;
    chosen[k] = __ballot_sync(0xffffffff, holds && k * threads_of_a_warp < left);
    of_warp += __popc(chosen[k]);
  }
  if (lane == 0) of_warps[warp] = of_warp;
  __syncthreads();
  if (warp == 0) {
    int of_tile = 0;
    for (int each = 0; each < warps; ++each) of_tile += of_warps[each];
    combination<long long, plus> before{0, false, plus{}};
    if (progress.tiles > 1) add_earlier_tiles<long long>(progress, tile, of_tile, before);
    if (lane == 0) {
      before_tile = before.value;
      if (tile == progress.tiles - 1) *copied = before.value + of_tile;
    }
  }
  __syncthreads();

  T* at = to + before_tile;
  for (int each = 0; each < warp; ++each) at += of_warps[each];
  unsigned const earlier_lanes = (1U << lane) - 1;
#pragma unroll
  for (int k = 0; k < rows; ++k) {
    if (chosen[k] >> lane & 1) {
      T* const place = at + __popc(chosen[k] & earlier_lanes);
      if constexpr (is_kept_in_copy_if<T>) {
        *place = element[k].value;
      } else {
        *place = first[k * threads_of_a_warp];
      }
    }
    at += __popc(chosen[k]);
  }
}

}  // namespace mode_detail

template <class T, class Condition>
long long run_copy_if(cuda_backend, cuda_state& state, long long count, T const* from, T* to,
                      Condition const& condition) {
  using namespace mode_detail;
  state.activate();
  scan_progress<long long> progress(blocks_of(count, tile_of_copy_if<T>));
  progress.begin(state, "copy_if", tile_of_copy_if<T>);
  auto* const copied = static_cast<long long*>(state.value());
  copy_if_kernel<<<static_cast<unsigned>(progress.tiles), threads_per_block, 0, state.stream()>>>(
      count, progress, launched(state, condition), from, to, copied);
  state.check(cudaGetLastError(), "launch of copy_if's kernel");
  wait_for(cuda_backend{}, state);
  return *copied;
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
