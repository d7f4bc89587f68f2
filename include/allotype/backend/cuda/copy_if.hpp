// SPDX-License-Identifier: BSL-1.0
/// \file
/// `copy_if` on a GPU in one pass: a block asks the condition for a tile, and takes from earlier blocks how many
/// elements precede those that it copies.
#pragma once

#include <type_traits>

#include <allotype/backend/cuda/scan.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// Small elements are gathered in shared memory. Larger ones are read twice, and their positions are gathered.
template <class T>
inline constexpr bool is_kept_in_copy_if = sizeof(T) <= 8;
template <class T>
using gathered_in_copy_if = std::conditional_t<is_kept_in_copy_if<T>, T, int>;
/// A thread asks for so many elements, and reads so many at once. On an H200 these numbers were the fastest of 40 for 4
/// and for 8 bytes: the more elements an SM has in its shared memory, the less it waits for other ones.
template <class T>
inline constexpr int rows_of_copy_if = sizeof(T) <= 4 ? 28 : 14;
template <class T>
inline constexpr int rows_at_once_in_copy_if = rows_of_copy_if<T> / 2;
inline constexpr int threads_of_copy_if = 384;
template <class T>
inline constexpr int blocks_of_an_sm_in_copy_if = blocks_of_an_sm(is_kept_in_copy_if<T> ? 5 : 1, threads_of_copy_if);
template <class T>
inline constexpr long long tile_of_copy_if = rows_of_copy_if<T> * threads_of_copy_if;

/// Each block has a tile, and each warp rows of it, one behind another. A warp gathers what it copies in its part of
/// the shared memory, and writes that side by side when earlier blocks have counted theirs. `copied` gets the number of
/// all copied elements.
template <class T, class Source, class Condition>
__global__ void __launch_bounds__(threads_of_copy_if, blocks_of_an_sm_in_copy_if<T>)
    copy_if_kernel(long long count, scan_progress<long long> progress, Condition condition, Source const from, T* to,
                   long long* copied) {
  if (false) needs_ALLOTYPE_FN{}(condition, *from);
  constexpr bool kept = is_kept_in_copy_if<T>;
  constexpr int rows = rows_of_copy_if<T>, at_once = rows_at_once_in_copy_if<T>;
  constexpr int warps = threads_of_copy_if / threads_of_a_warp;
  using gathered_type = gathered_in_copy_if<T>;
  alignas(gathered_type) __shared__ unsigned char memory[tile_of_copy_if<T> * sizeof(gathered_type)];
  __shared__ int of_warps[warps];
  __shared__ long long taken, before_tile;
  int const lane = threadIdx.x % threads_of_a_warp, warp = threadIdx.x / threads_of_a_warp;
  if (threadIdx.x == 0) taken = progress.take_tile();
  __syncthreads();
  long long const tile = taken, begin = tile * tile_of_copy_if<T>, left_in_all = count - begin;
  Source const tile_begins = from + begin;
  int const in_tile = warp * (rows * threads_of_a_warp) + lane;
  int const left = static_cast<int>(left_in_all < tile_of_copy_if<T> ? left_in_all : tile_of_copy_if<T>) - in_tile;
  // Where the lane has no element, the condition is asked for the tile's first one.
  auto const position_of = [&](int k) { return k * threads_of_a_warp < left ? in_tile + k * threads_of_a_warp : 0; };

  gathered_type* const gathered = reinterpret_cast<gathered_type*>(memory) + warp * (rows * threads_of_a_warp);
  unsigned const earlier_lanes = (1U << lane) - 1;
  int of_warp = 0;
#pragma unroll 1
  for (int row = 0; row < rows; row += at_once) {
    scanned<T> element[kept ? at_once : 1];
#pragma unroll
    for (int k = 0; kept && k < at_once; ++k) element[k].value = *(tile_begins + position_of(row + k));
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      T const& asked = kept ? element[kept ? k : 0].value : *(tile_begins + position_of(row + k));
      bool const holds = condition(asked) ? true : false;
      bool const is_copied = holds && (row + k) * threads_of_a_warp < left;
      unsigned const copied_by_warp = __ballot_sync(0xffffffff, is_copied);
      if (is_copied) {
        gathered_type& place = gathered[of_warp + __popc(copied_by_warp & earlier_lanes)];
        if constexpr (kept)
          place = asked;
        else
          place = position_of(row + k);
      }
      of_warp += __popc(copied_by_warp);
    }
  }
  if (lane == 0) of_warps[warp] = of_warp;
  __syncthreads();
  int of_earlier_warps = 0;
  for (int each = 0; each < warp; ++each) of_earlier_warps += of_warps[each];
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

  T* const at = to + before_tile + of_earlier_warps;
  for (int i = lane; i < of_warp; i += threads_of_a_warp) {
    if constexpr (kept)
      at[i] = gathered[i];
    else
      at[i] = *(tile_begins + gathered[i]);
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
