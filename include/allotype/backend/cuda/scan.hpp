// SPDX-License-Identifier: BSL-1.0
/// \file
/// Scans on a GPU. Each block combines a share, one block scans these combinations, and each block scans its share with
/// what precedes it. Shares depend on the number of elements alone, so the result is the same on every GPU and slice.
#pragma once

#include <allotype/backend/cuda/reduce.hpp>
#include <allotype/dispatch/detail/scan_by_for_each.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A thread combines so many elements that follow each other, and a block a tile of them at a time.
inline constexpr int scanned_by_thread = 8;
inline constexpr long long scanned_tile = threads_per_block * scanned_by_thread;

/// The number of elements of one block, a multiple of a tile; the last one has what is left.
constexpr long long share_of_scan(long long count) {
  long long const share = count / max_reduced_shares + (count % max_reduced_shares != 0);
  return share <= scanned_tile ? scanned_tile : (share + scanned_tile - 1) / scanned_tile * scanned_tile;
}

/// With `Writes` each block scans its share; `sums`, if not null, has the combination of all shares up to each one.
/// Without, `sums` gets the combination of each share.
template <bool Writes, class Start, class T, class Op, class In, class Out>
__global__ void __launch_bounds__(threads_per_block)
    scan_kernel(long long count, long long share, Start start, T* sums, Op op, In in, Out out) {
  if (false) needs_ALLOTYPE_FN{}(in, 0LL);
  constexpr int warps = threads_per_block / threads_of_a_warp;
  alignas(T) __shared__ unsigned char memory[warps * sizeof(T)];
  T* const of_warps = reinterpret_cast<T*>(memory);
  int const thread = threadIdx.x, lane = thread % threads_of_a_warp, warp = thread / threads_of_a_warp;
  long long const begin = blockIdx.x * share, end = begin + share < count ? begin + share : count;

  // What precedes a tile. Nothing precedes the first one of an inclusive scan, and of a share that is only combined.
  T before_tile = in(begin);
  bool has_before = false;
  auto const precede = [&](T const& value) {
    before_tile = has_before ? op(before_tile, value) : value;
    has_before = true;
  };
  if constexpr (Writes) {
    if constexpr (Start::exclusive) precede(start.value);
    if (blockIdx.x > 0) precede(sums[blockIdx.x - 1]);
  }

  for (long long tile = begin; tile < end; tile += scanned_tile) {
    long long const first = tile + thread * scanned_by_thread, left = end - first, tile_left = end - tile;
    int const mine = left <= 0 ? 0 : left < scanned_by_thread ? static_cast<int>(left) : scanned_by_thread;
    int const threads = tile_left < scanned_tile
                            ? static_cast<int>((tile_left + scanned_by_thread - 1) / scanned_by_thread)
                            : threads_per_block;
    T sum = in(mine > 0 ? first : tile);
    for (int k = 1; k < mine; ++k) sum = op(sum, in(first + k));

    // The lanes up to this one are combined, then those before it.
    T up_to_lane = sum;
#pragma unroll 1
    for (int distance = 1; distance < threads_of_a_warp; distance *= 2) {
      T const earlier = value_of_lane(up_to_lane, lane - distance);
      if (lane >= distance) up_to_lane = op(earlier, up_to_lane);
    }
    T const before_lane = value_of_lane(up_to_lane, lane - 1);
    if (lane == threads_of_a_warp - 1 || thread == threads - 1) {
      if (thread < threads) of_warps[warp] = up_to_lane;
    }
    __syncthreads();

    if constexpr (Writes) {
      T so_far = sum;
      bool has_any = false;
      auto const add = [&](T const& value) {
        so_far = has_any ? op(so_far, value) : value;
        has_any = true;
      };
      if (mine > 0) {
        if (has_before) add(before_tile);
        for (int earlier = 0; earlier < warp; ++earlier) add(of_warps[earlier]);
        if (lane > 0) add(before_lane);
      }
      for (int k = 0; k < mine; ++k) {
        T const value = in(first + k);
        if constexpr (Start::exclusive) out(first + k, so_far);
        add(value);
        if constexpr (!Start::exclusive) out(first + k, so_far);
      }
    }
    for (int each = 0; each * threads_of_a_warp < threads; ++each) precede(of_warps[each]);
    __syncthreads();
  }
  if constexpr (!Writes) {
    if (thread == 0) sums[blockIdx.x] = before_tile;
  }
}

/// Where the combinations of shares go when they are scanned.
template <class T>
struct sum_of_shares {
  T* sums;
  __device__ void operator()(long long i, T const& value) const { sums[i] = value; }
};

}  // namespace mode_detail

template <class Start, class Op, class In, class Out>
void run_scan(cuda_backend, cuda_state& state, long long count, Start const& start, Op const& op, In const& in,
              Out const& out) {
  using T = typename Start::type;
  static_assert(mode_detail::checked_element<T, cuda_backend>::value);
  static_assert(
      sizeof(T) <= 1024,
      "scan: on CUDA the combinations have at most 1,024 bytes, because threads pass their bytes on to one another");
  if constexpr (mode_detail::is_passed_on<T>) {
    using namespace mode_detail;
    if (count == 0) return;
    state.activate();
    auto const& checked_in = launched(state, in);
    long long const share = share_of_scan(count);
    int const shares = static_cast<int>(count / share + (count % share != 0));
    T* const sums = shares > 1 ? results_of_shares<T>(state) : nullptr;
    if (shares > 1) {
      scan_kernel<false>
          <<<shares, threads_per_block, 0, state.stream()>>>(count, share, start, sums, op, checked_in, out);
      state.check(cudaGetLastError(), "launch of a scan's kernel");
      scan_kernel<true><<<1, threads_per_block, 0, state.stream()>>>(
          shares, share_of_scan(max_reduced_shares), start_with_first<T>{}, static_cast<T*>(nullptr), op,
          result_of_share<T>{sums}, sum_of_shares<T>{sums});
      state.check(cudaGetLastError(), "launch of a scan's kernel");
    }
    scan_kernel<true><<<shares, threads_per_block, 0, state.stream()>>>(count, share, start, sums, op, checked_in, out);
    state.check(cudaGetLastError(), "launch of a scan's kernel");
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
