// SPDX-License-Identifier: BSL-1.0
/// \file
/// `copy_if` on a GPU in one pass: a block asks the condition for a tile, and takes from earlier blocks how many
/// elements precede those that it copies.
#pragma once

#include <allotype/backend/cuda/scan.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A thread has so many elements, in registers where they are small; larger ones are read a second time. Of 40
/// combinations of these three numbers on an H100 these are fast for 2^20 and for 2^27 elements of 4 bytes.
template <class T>
inline constexpr bool is_kept_in_copy_if = sizeof(T) <= 8;
template <class T>
inline constexpr int rows_of_copy_if = sizeof(T) <= 4 ? 24 : 12;
inline constexpr int threads_of_copy_if = 384;
template <class T>
inline constexpr int blocks_of_an_sm_in_copy_if = is_kept_in_copy_if<T> ? 4 : 1;
template <class T>
inline constexpr long long tile_of_copy_if = rows_of_copy_if<T> * threads_of_copy_if;

/// Each block has a tile, in rows as those of a scan. Small elements that are copied are gathered in shared memory,
/// while earlier blocks count theirs, and written side by side. `copied` gets the number of all copied elements.
template <class T, class Source, class Condition>
__global__ void __launch_bounds__(threads_of_copy_if, blocks_of_an_sm_in_copy_if<T>)
    copy_if_kernel(long long count, scan_progress<long long> progress, Condition condition, Source const from, T* to,
                   long long* copied) {
  if (false) needs_ALLOTYPE_FN{}(condition, *from);
  constexpr bool kept = is_kept_in_copy_if<T>;
  constexpr int rows = rows_of_copy_if<T>, warps = threads_of_copy_if / threads_of_a_warp;
  alignas(T) __shared__ unsigned char memory[kept ? tile_of_copy_if<T> * sizeof(T) : 1];
  __shared__ int of_warps[warps];
  __shared__ long long taken, before_tile;
  int const lane = threadIdx.x % threads_of_a_warp, warp = threadIdx.x / threads_of_a_warp;
  if (threadIdx.x == 0) taken = progress.take_tile();
  __syncthreads();
  long long const tile = taken, begin = tile * tile_of_copy_if<T>;
  Source const first = from + begin + warp * (rows * threads_of_a_warp) + lane;
  long long const left = count - begin - (warp * (rows * threads_of_a_warp) + lane);
  // Where the lane has no element, the condition is asked for the tile's first one.
  auto const place_of = [&](int k) {
    return k * threads_of_a_warp < left ? first + k * threads_of_a_warp : from + begin;
  };

  scanned<T> element[kept ? rows : 1];
  if constexpr (kept) {
#pragma unroll
    for (int k = 0; k < rows; ++k) element[k].value = *place_of(k);
  }
  unsigned chosen[rows];  // a bit for each lane
  int of_warp = 0;
#pragma unroll
  for (int k = 0; k < rows; ++k) {
    T const& asked = kept ? element[kept ? k : 0].value : *place_of(k);
    bool const holds = condition(asked) ? true : false;
    chosen[k] = __ballot_sync(0xffffffff, holds && k * threads_of_a_warp < left);
    of_warp += __popc(chosen[k]);
  }
  if (lane == 0) of_warps[warp] = of_warp;
  __syncthreads();
  int of_tile = 0, of_earlier_warps = 0;
  for (int each = 0; each < warps; ++each) {
    if (each == warp) of_earlier_warps = of_tile;
    of_tile += of_warps[each];
  }
  // Calls `put(place, k)` for each of the lane's elements that is copied, with its place among the tile's.
  auto const for_each_chosen = [&](auto const& put) {
    unsigned const earlier_lanes = (1U << lane) - 1;
    int place = of_earlier_warps;
#pragma unroll
    for (int k = 0; k < rows; ++k) {
      if (chosen[k] >> lane & 1) put(place + __popc(chosen[k] & earlier_lanes), k);
      place += __popc(chosen[k]);
    }
  };
  T* const gathered = reinterpret_cast<T*>(memory);
  if constexpr (kept) for_each_chosen([&](int place, int k) { gathered[place] = element[k].value; });
  if (warp == 0) {
    combination<long long, plus> before{0, false, plus{}};
    if (progress.tiles > 1) add_earlier_tiles<long long>(progress, tile, of_tile, before);
    if (lane == 0) {
      before_tile = before.value;
      if (tile == progress.tiles - 1) *copied = before.value + of_tile;
    }
  }
  __syncthreads();

  T* const at = to + before_tile;
  if constexpr (kept) {
    for (int i = threadIdx.x; i < of_tile; i += threads_of_copy_if) at[i] = gathered[i];
  } else {
    for_each_chosen([&](int place, int k) { at[place] = first[k * threads_of_a_warp]; });
  }
}

}  // namespace mode_detail

template <class T, class Source, class Condition>
long long run_copy_if(cuda_backend, cuda_state& state, long long count, Source const from, T* to,
                      Condition const& condition) {
  using namespace mode_detail;
  state.activate();
  scan_progress<long long> progress(blocks_of(count, tile_of_copy_if<T>));
  progress.begin(state, "copy_if", tile_of_copy_if<T>);
  auto* const copied = static_cast<long long*>(state.value());
  copy_if_kernel<<<static_cast<unsigned>(progress.tiles), threads_of_copy_if, 0, state.stream()>>>(
      count, progress, launched(state, condition), from, to, copied);
  state.check(cudaGetLastError(), "launch of copy_if's kernel");
  wait_for(cuda_backend{}, state);
  return *copied;
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
