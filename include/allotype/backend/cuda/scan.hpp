// SPDX-License-Identifier: BSL-1.0
/// \file
/// Scans on a GPU in one pass. A block scans a tile, and takes what precedes it from what earlier blocks have
/// published. Which of their values it combines depends on the tile's number alone, so the result is the same at each
/// run, on every GPU and slice.
#pragma once

#include <allotype/backend/cuda/reduce.hpp>
#include <allotype/catalog/nvidia_compute_capability.hpp>
#include <allotype/dispatch/detail/scan_by_for_each.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// How many threads an SM has at once, of the compute capability that the code is for.
#ifdef __CUDA_ARCH__
template <class Facts = detail::facts_of_capability<compute_capability<__CUDA_ARCH__ / 100, __CUDA_ARCH__ / 10 % 10>>>
constexpr int threads_of_an_sm() {
  if constexpr (requires { Facts::max_threads_per_sm; }) return Facts::max_threads_per_sm;
  return 1024;  // the least of all
}
#else
constexpr int threads_of_an_sm() { return 2048; }
#endif
/// `wanted`, or as many blocks of so many threads as an SM has room for: the compiler warns of a bound beyond that.
constexpr int blocks_of_an_sm(int wanted, int threads) {
  int const most = threads_of_an_sm() / threads;
  return wanted < most ? wanted : most;
}

/// A thread has so many elements, in shared memory where there are several: while a block waits for earlier ones, the
/// others of its SM need the registers. An odd number, so that the threads of a warp reach different banks of the
/// memory. On an H200 these numbers were the fastest of 40 for 4 and for 8 bytes, for 2^20 to 2^27 elements.
template <class T>
inline constexpr int rows_of_scan = [] {
  int const most = sizeof(T) <= 4 ? 27 : static_cast<int>(120 / sizeof(T));
  return most < 2 ? 1 : most % 2 == 1 ? most : most - 1;
}();
/// A thread reads so many before it stores them.
template <class T>
inline constexpr int rows_at_once_in_scan = sizeof(T) <= 4 ? 9 : rows_of_scan<T>;
inline constexpr int threads_of_scan = 384;
/// So many blocks share the registers of an SM.
template <class T>
inline constexpr int blocks_of_an_sm_in_scan = blocks_of_an_sm(sizeof(T) <= 4   ? 5
                                                               : sizeof(T) <= 8 ? 4
                                                                                : 1,
                                                               threads_of_scan);
template <class T>
inline constexpr long long tile_of_scan = rows_of_scan<T> * threads_of_scan;

/// Memory for an element that is assigned before it is read: elements may lack a default constructor.
template <class T>
union scanned {
  T value;
  __device__ scanned() {}
};

/// What blocks publish. 32 tiles are a group, and 32 groups are a section: the value of a tile and of a group is the
/// combination of its elements, that of a section the combination of all elements up to its end.
/// A value is published in words, each with 32 bits of the value and a mark, 1, that they are there: a word is written
/// and read as one, so that no fence is needed.
template <class T>
struct scan_progress {
  using word = unsigned long long;
  static constexpr int words = (sizeof(T) + 3) / 4;

  long long tiles, groups, sections;
  word* taken = nullptr;      ///< how many tiles blocks have taken so far
  word* published = nullptr;  ///< of the tiles, then of the groups, then of the sections

  explicit scan_progress(long long count)
      : tiles(count), groups(tiles / threads_of_a_warp), sections(groups / threads_of_a_warp) {}

  /// Puts it into the queue's memory, where work of the stream needs it; one tile needs nothing.
  /// \throws size_error if a grid has fewer blocks
  void begin(cuda_state& state, char const* verb, long long tile) {
    if (tiles > max_blocks_x) {
      throw size_error(message<2000>{} << verb << ": a CUDA grid has at most " << max_blocks_x * tile << " elements");
    }
    if (tiles <= 1) return;
    std::size_t const bytes = static_cast<std::size_t>((tiles + groups + sections) * words + 1) * sizeof(word);
    taken = static_cast<word*>(state.scratch(bytes));
    published = taken + 1;
    state.check(cudaMemsetAsync(taken, 0, bytes, state.stream()), "cudaMemsetAsync");
  }

  /// The tile of this block, for its first thread. They are given in the order in which blocks begin: so the tiles
  /// before it are in work, and a wait for them ends.
  __device__ long long take_tile() const { return tiles > 1 ? static_cast<long long>(atomicAdd(taken, word{1})) : 0; }

  __device__ void publish(long long which, T const& value) const {
    unsigned parts[words]{};
    memcpy(parts, &value, sizeof(T));
    word volatile* const to = published + which * words;
#pragma unroll 4
    for (int i = 0; i < words; ++i) to[i] = word{1} << 32 | parts[i];
  }
  /// Whether the value was there, which `value` has then.
  __device__ bool read(long long which, scanned<T>& value) const {
    unsigned parts[words];
    unsigned is_there = 1;
    word const volatile* const from = published + which * words;
#pragma unroll 4
    for (int i = 0; i < words; ++i) {
      word const seen = from[i];
      parts[i] = static_cast<unsigned>(seen);
      is_there &= static_cast<unsigned>(seen >> 32);
    }
    memcpy(&value, parts, sizeof(T));
    return is_there != 0;
  }
};

/// A combination that may have no elements yet.
template <class T, class Op>
struct combination {
  T value;  ///< any, if there are no elements
  bool has_elements;
  Op const& op;
  __device__ void add(T const& next) {
    value = has_elements ? op(value, next) : next;
    has_elements = true;
  }
};

/// The combination of the values of the first `lanes` lanes, in their order, for all lanes.
template <class T, class Op>
__device__ T combined_in_order(T value, int lanes, Op const& op) {
  int const lane = threadIdx.x % threads_of_a_warp;
#pragma unroll 1
  for (int distance = 1; distance < threads_of_a_warp; distance *= 2) {
    T const earlier = value_of_lane(value, lane - distance);
    if (lane >= distance) value = op(earlier, value);
  }
  return value_of_lane(value, lanes - 1);
}

/// Called by one warp: publishes the tile's combination, and adds what precedes the tile to `before`.
template <class T, class Op>
__device__ void add_earlier_tiles(scan_progress<T> const& progress, long long tile, T const& of_tile,
                                  combination<T, Op>& before) {
  int const lane = threadIdx.x % threads_of_a_warp;
  constexpr int last = threads_of_a_warp - 1;
  long long const group = tile / threads_of_a_warp, section = group / threads_of_a_warp;
  int const tiles_before = static_cast<int>(tile % threads_of_a_warp);
  int const groups_before = static_cast<int>(group % threads_of_a_warp);
  long long const of_groups = progress.tiles, of_sections = progress.tiles + progress.groups;
  bool const ends_group = tiles_before == last, ends_section = ends_group && groups_before == last;
  if (lane == 0 && !ends_group) progress.publish(tile, of_tile);

  // A lane waits for one tile and one group at once. The tile that ends a group publishes the group's combination
  // first: else each group would wait for the one before it.
  scanned<T> of_a_tile, of_a_group, of_a_section;
  of_a_tile.value = of_a_group.value = of_tile;
  auto const wait_for = [&](bool for_tiles, bool for_groups) {
    bool is_there = false;
    while (!is_there) {
      is_there = true;
      if (for_tiles && lane < tiles_before) is_there &= progress.read(tile - tiles_before + lane, of_a_tile);
      if (for_groups && lane < groups_before) {
        is_there &= progress.read(of_groups + group - groups_before + lane, of_a_group);
      }
      if (for_groups && section > 0) is_there &= progress.read(of_sections + section - 1, of_a_section);
    }
    __syncwarp();
  };
  T of_group = of_tile;
  if (ends_group) {
    wait_for(true, false);
    of_group = before.op(combined_in_order(of_a_tile.value, last, before.op), of_tile);
    if (lane == 0 && !ends_section) progress.publish(of_groups + group, of_group);
  }
  wait_for(!ends_group, true);

  if (section > 0) {
    before.value = of_a_section.value;
    before.has_elements = true;
  }
  if (groups_before > 0) {
    before.add(combined_in_order(of_a_group.value, groups_before, before.op));
  }
  if (lane == 0 && ends_section) {
    progress.publish(of_sections + section, before.has_elements ? before.op(before.value, of_group) : of_group);
  }
  if (tiles_before > 0) {
    before.add(combined_in_order(of_a_tile.value, tiles_before, before.op));
  }
}

/// Each block scans a tile. A warp has rows of it, one behind another, that it reads and writes side by side; between
/// the two each lane combines neighbours.
template <class Start, class T, class Op, class In, class Out>
__global__ void __launch_bounds__(threads_of_scan, blocks_of_an_sm_in_scan<T>)
    scan_kernel(long long count, Start start, scan_progress<T> progress, Op op, In in, Out out) {
  if (false) needs_ALLOTYPE_FN{}(in, 0LL);
  constexpr int rows = rows_of_scan<T>, at_once = rows_at_once_in_scan<T>, warps = threads_of_scan / threads_of_a_warp;
  constexpr bool are_several = rows > 1;
  alignas(T) __shared__ unsigned char memory[(warps + 1 + (are_several ? rows * threads_of_scan : 0)) * sizeof(T)];
  __shared__ long long taken;
  T* const of_warps = reinterpret_cast<T*>(memory);
  int const lane = threadIdx.x % threads_of_a_warp, warp = threadIdx.x / threads_of_a_warp;
  T* const of_this_warp = of_warps + warps + 1 + (are_several ? warp * (rows * threads_of_a_warp) : 0);

  if (threadIdx.x == 0) taken = progress.take_tile();
  __syncthreads();
  long long const tile = taken, begin = tile * tile_of_scan<T>;
  int const in_tile = warp * (rows * threads_of_a_warp) + lane;
  long long const first = begin + in_tile, left_in_all = count - begin;
  int const left = static_cast<int>(left_in_all < tile_of_scan<T> ? left_in_all : tile_of_scan<T>) - in_tile;

  scanned<T> element[at_once];
#pragma unroll 1
  for (int row = 0; row < rows; row += at_once) {
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      int const distance = (row + k) * threads_of_a_warp;
      element[k].value = in(distance < left ? first + distance : begin);
    }
#pragma unroll
    for (int k = 0; are_several && k < at_once; ++k) {
      of_this_warp[(row + k) * threads_of_a_warp + lane] = element[k].value;
    }
  }
  __syncwarp();
  T* const neighbours = are_several ? of_this_warp + lane * rows : &element[0].value;
  T up_to_lane = neighbours[0];
#pragma unroll
  for (int k = 1; k < rows; ++k) up_to_lane = op(up_to_lane, neighbours[k]);
#pragma unroll
  for (int distance = 1; distance < threads_of_a_warp; distance *= 2) {
    T const earlier = value_of_lane(up_to_lane, lane - distance);
    if (lane >= distance) up_to_lane = op(earlier, up_to_lane);
  }
  if (lane == threads_of_a_warp - 1) of_warps[warp] = up_to_lane;
  T const of_earlier_lanes = value_of_lane(up_to_lane, lane - 1);
  __syncthreads();

  combination<T, Op> before{of_warps[0], false, op};
  if constexpr (Start::exclusive) before.add(start.value);
  if (progress.tiles > 1) {
    if (warp == 0) {
      T of_tile = of_warps[0];
      for (int each = 1; each < warps; ++each) of_tile = op(of_tile, of_warps[each]);
      add_earlier_tiles(progress, tile, of_tile, before);
      if (lane == 0) of_warps[warps] = before.value;
    }
    __syncthreads();
    before.has_elements = Start::exclusive || tile > 0;
    if (before.has_elements) before.value = of_warps[warps];
  }
  for (int each = 0; each < warp; ++each) before.add(of_warps[each]);
  if (lane > 0) before.add(of_earlier_lanes);

#pragma unroll
  for (int k = 0; k < rows; ++k) {
    T const here = neighbours[k];
    if constexpr (Start::exclusive) neighbours[k] = before.value;
    before.add(here);
    if constexpr (!Start::exclusive) neighbours[k] = before.value;
  }
  __syncwarp();
#pragma unroll
  for (int k = 0; k < rows; ++k) {
    int const distance = k * threads_of_a_warp;
    if (distance < left) out(first + distance, are_several ? of_this_warp[distance + lane] : neighbours[0]);
  }
}

}  // namespace mode_detail

template <class Start, class Op, class In, class Out>
void run_scan(cuda_backend, cuda_state& state, long long count, Start const& start, Op const& op, In const& in,
              Out const& out) {
  using T = typename Start::type;
  static_assert(sizeof(mode_detail::checked_element<T, cuda_backend>) != 0);
  static_assert(
      sizeof(T) <= 1024,
      "scan: on CUDA the combinations have at most 1,024 bytes, because threads pass their bytes on to one another");
  if constexpr (mode_detail::is_passed_on<T>) {
    using namespace mode_detail;
    if (count == 0) return;
    state.activate();
    scan_progress<T> progress(blocks_of(count, tile_of_scan<T>));
    progress.begin(state, "scan", tile_of_scan<T>);
    scan_kernel<<<static_cast<unsigned>(progress.tiles), threads_of_scan, 0, state.stream()>>>(
        count, start, progress, op, launched(state, in), out);
    state.check(cudaGetLastError(), "launch of a scan's kernel");
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
