// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranges inside a block on a GPU. The threads of a team, which is a block or a subgroup, take the indices in turn.
/// Each result is combined in an order that depends on the number of indices and on the team's size alone. All members
/// are marked for the host too, as those of a block are; they run only on the device.
#pragma once

#include <cstring>
#include <type_traits>

#include <allotype/backend/cuda/launch.hpp>
#include <allotype/backend/cuda/reduce.hpp>
#include <allotype/dispatch/detail/block_range_checks.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// `shuffle` of each 32 bits of a value.
template <class T, class Shuffle>
__device__ T shuffled(T const& value, Shuffle const& shuffle) {
  constexpr int words = (sizeof(T) + 3) / 4;
  unsigned moved[words]{};
  memcpy(moved, &value, sizeof(T));
#pragma unroll
  for (int i = 0; i < words; ++i) moved[i] = shuffle(moved[i]);
  T result = value;
  memcpy(&result, moved, sizeof(T));
  return result;
}

/// How a shuffle is told that `Lanes` lanes are among themselves.
template <int Lanes>
inline constexpr int segment_of_lanes = (threads_of_a_warp - Lanes) << 8;

/// The value of the lane `distance` before this one, among `Lanes` of them that begin at a multiple of it, or its own
/// where there is no such lane. The instruction itself says whether there is one; `__shfl_up_sync` does not pass that
/// on.
template <int Lanes, class T>
__device__ bool shuffled_up(unsigned mask, T const& value, unsigned distance, T& earlier) {
  int is_there = 0;
  earlier = shuffled(value, [&](unsigned word) {
    unsigned moved = 0;
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, %3, %4, %5; selp.s32 %1, 1, 0, p; }"
                 : "=r"(moved), "=r"(is_there)
                 : "r"(word), "r"(distance), "n"(segment_of_lanes<Lanes>), "r"(mask));
    return moved;
  });
  return is_there != 0;
}

/// `op` of the value of the lane `distance` before this one and its own, or its own alone where there is no such lane.
template <int Lanes, class T, class Op>
__device__ T combined_with_earlier(unsigned mask, T const& value, unsigned distance, Op const& op) {
  constexpr bool is_sum = std::is_same_v<Op, plus>;
  // A sum in one step: a compiler makes of the condition a choice between the value and 0.
  if constexpr (is_sum && (std::is_same_v<T, int> || std::is_same_v<T, unsigned>)) {
    T result;
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, %2, %3, %4; @p add.s32 %0, %0, %1; }"
                 : "=&r"(result)
                 : "r"(value), "r"(distance), "n"(segment_of_lanes<Lanes>), "r"(mask));
    return result;
  } else if constexpr (is_sum && std::is_same_v<T, float>) {
    T result;
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, %2, %3, %4; @p add.f32 %0, %0, %1; }"
                 : "=&f"(result)
                 : "f"(value), "r"(distance), "n"(segment_of_lanes<Lanes>), "r"(mask));
    return result;
  } else {
    T result = value;
    if (shuffled_up<Lanes>(mask, value, distance, result)) result = op(result, value);
    return result;
  }
}

/// The values of the lanes up to this one, among `Lanes` of them, in their order.
template <int Lanes, class T, class Op>
__device__ T combined_up_to_here(unsigned mask, T value, Op const& op) {
#pragma unroll
  for (unsigned distance = 1; distance < Lanes; distance *= 2) {
    value = combined_with_earlier<Lanes>(mask, value, distance, op);
  }
  return value;
}

/// With which value each thread of a team begins: one that changes no result, so that no thread asks whether there is
/// another's. `init` itself where the operation does not count it twice.
template <class Op, class T>
struct first_value {
  static constexpr bool is_known = false;
};
template <class Op, class T>
struct first_value<reassociated<Op>, T> : first_value<Op, T> {};
template <class T>
  requires std::is_arithmetic_v<T>
struct first_value<minimum, T> {
  static constexpr bool is_known = true;
  __device__ static T of(int, T const& init) { return init; }
};
template <class T>
  requires std::is_arithmetic_v<T>
struct first_value<maximum, T> : first_value<minimum, T> {};
template <class T>
  requires std::is_arithmetic_v<T>
struct first_value<plus, T> {
  static constexpr bool is_known = true;
  // -0 changes no sum, and neither does a 0 beside another: where `init` is a constant, this is one.
  __device__ static T of(int rank, T const& init) {
    return rank == 0 || init == T(0) ? init : std::is_floating_point_v<T> ? T(-T(0)) : T(0);
  }
};

/// Integers that a warp combines by one instruction, from compute capability 8.0 on.
template <class Op, class T>
inline constexpr bool is_one_instruction_of_a_warp = false;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
template <class Op, class T>
  requires((std::is_same_v<T, int> || std::is_same_v<T, unsigned>) &&
           (std::is_same_v<Op, plus> || std::is_same_v<Op, minimum> || std::is_same_v<Op, maximum>))
inline constexpr bool is_one_instruction_of_a_warp<Op, T> = true;
template <class Op, class T>
__device__ T combined_by_one_instruction(unsigned mask, T value) {
  if constexpr (std::is_same_v<Op, plus>) {
    return __reduce_add_sync(mask, value);
  } else if constexpr (std::is_same_v<Op, minimum>) {
    return __reduce_min_sync(mask, value);
  } else {
    return __reduce_max_sync(mask, value);
  }
}
#endif

/// Threads of a warp, `Lanes` of them beginning at a multiple of it; a power of two.
template <int Lanes>
struct lanes_of_a_warp {
  static constexpr int size = Lanes;
  static constexpr bool is_block = false;
  __device__ static int rank() {
    int const lane = static_cast<int>(threadIdx.x) % Lanes;
    __builtin_assume(lane >= 0 && lane < Lanes);  // so a range known to be short is no loop
    return lane;
  }
  __device__ static unsigned mask() {
    if constexpr (Lanes == threads_of_a_warp) {
      return 0xffffffff;
    } else {
      return ((1u << Lanes) - 1) << (threadIdx.x % threads_of_a_warp & ~(Lanes - 1u));
    }
  }
  __device__ static void wait() {
    if constexpr (Lanes > 1) __syncwarp(mask());
  }
  __device__ static bool is_any(bool found) { return __any_sync(mask(), found) != 0; }
  template <class T>
  __device__ static T from(T const& value, int lane) {
    if constexpr (Lanes == 1) return value;
    unsigned const mask = lanes_of_a_warp::mask();
    return shuffled(value, [&](unsigned word) { return __shfl_sync(mask, word, lane, Lanes); });
  }
  /// The values of all lanes, each of which has one, in every lane. The operation gives the same for `a, b` and `b, a`.
  template <class T, class Op>
  __device__ static T combined(T value, Op const& op) {
    unsigned const mask = lanes_of_a_warp::mask();
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (Lanes == threads_of_a_warp && is_one_instruction_of_a_warp<Op, T>) {
      return combined_by_one_instruction<Op>(mask, value);
    } else
#endif
    {
#pragma unroll
      for (int distance = Lanes / 2; distance > 0; distance /= 2) {
        value = op(value, shuffled(value, [&](unsigned word) { return __shfl_xor_sync(mask, word, distance); }));
      }
      return value;
    }
  }
  /// The values of the first `count` lanes in every lane.
  template <class T, class Op>
  __device__ static T combined_first(T value, int count, Op const& op) {
    unsigned const mask = lanes_of_a_warp::mask();
#pragma unroll
    for (int distance = Lanes / 2; distance > 0; distance /= 2) {
      T const other =
          shuffled(value, [&](unsigned word) { return __shfl_down_sync(mask, word, unsigned(distance), Lanes); });
      if (rank() + distance < count) value = op(value, other);
    }
    return from(value, 0);
  }
  /// `op(before, …)` of the values of the lanes before this one, and of its own where `Inclusive` says so; `before`
  /// becomes that of all `count` lanes which have values.
  template <bool Inclusive, class T, class Op>
  __device__ static T combined_behind(T& before, T value, int count, Op const& op) {
    T const of_lanes = combined_up_to_here<Lanes>(mask(), value, op);
    T const up_to_here = op(before, of_lanes);
    T result = up_to_here;
    if constexpr (!Inclusive) {
      T earlier = of_lanes;
      result = shuffled_up<Lanes>(mask(), of_lanes, 1, earlier) ? op(before, earlier) : before;
    }
    before = from(up_to_here, count - 1);
    wait();  // a shuffle orders no memory
    return result;
  }
};

/// Shared memory of a block in which its threads pass values on; kernels have it once for each number of bytes. Its
/// alignment lets several values be read at once, and none behind the last.
template <int Bytes, int Alignment>
__device__ void* passed_on_in_block() {
  __shared__ __align__(Alignment) unsigned char memory[Bytes];
  return memory;
}
template <int Bytes, class T>
inline constexpr int alignment_of_passed_on = [] {
  int result = 16;
  while (Bytes % result != 0) result /= 2;
  return result < int(alignof(T)) ? int(alignof(T)) : result;
}();

/// All threads of a block.
template <int Threads, int... Sizes>
struct threads_of_the_block {
  static constexpr int size = Threads;
  static constexpr bool is_block = true;
  static constexpr int warps = (Threads + threads_of_a_warp - 1) / threads_of_a_warp;
  static constexpr bool whole_warps = Threads % threads_of_a_warp == 0;
  using warp = lanes_of_a_warp<threads_of_a_warp>;

  __device__ static int rank() {
    int thread = static_cast<int>(threadIdx.x);
    if constexpr (sizeof...(Sizes) > 1) {
      constexpr int sizes[] = {Sizes...}, last = sizeof...(Sizes) - 1;
      int row = static_cast<int>(threadIdx.y);
      if constexpr (last == 2) row += static_cast<int>(threadIdx.z) * sizes[1];
      thread += row * sizes[last];
    }
    __builtin_assume(thread >= 0 && thread < Threads);
    return thread;
  }
  __device__ static void wait() { __syncthreads(); }
  template <class T>
  __device__ static T* values() {
    constexpr int bytes = warps * int(sizeof(T));
    return static_cast<T*>(passed_on_in_block<bytes, alignment_of_passed_on<bytes, T>>());
  }
  __device__ static bool is_any(bool found) { return __syncthreads_or(found) != 0; }
  /// The last warp may have fewer threads than 32.
  __device__ static unsigned mask() {
    if constexpr (whole_warps) {
      return 0xffffffff;
    } else {
      return rank() / threads_of_a_warp == warps - 1 ? (1u << Threads % threads_of_a_warp) - 1 : 0xffffffff;
    }
  }
  template <class T>
  __device__ static T from(T const& value, int thread) {
    T* const passed_on = values<T>();
    if (rank() == thread) passed_on[0] = value;
    wait();
    T const result = passed_on[0];
    wait();
    return result;
  }
  template <class T, class Op>
  __device__ static T combined(T value, Op const& op) {
    if constexpr (whole_warps) {
      value = warp::combined(value, op);
      if constexpr (warps == 1) {
        wait();
        return value;
      } else {
        T* const of_warps = values<T>();
        if (rank() % threads_of_a_warp == 0) of_warps[rank() / threads_of_a_warp] = value;
        wait();
        T result = of_warps[0];
#pragma unroll
        for (int i = 1; i < warps; ++i) result = op(result, of_warps[i]);
        wait();
        return result;
      }
    } else {
      return combined_first(value, Threads, op);
    }
  }
  template <class T, class Op>
  __device__ static T combined_first(T value, int count, Op const& op) {
    int const lane = rank() % threads_of_a_warp, first = rank() - lane;
    unsigned const mask = threads_of_the_block::mask();
#pragma unroll
    for (int distance = threads_of_a_warp / 2; distance > 0; distance /= 2) {
      T const other = shuffled(value, [&](unsigned word) { return __shfl_down_sync(mask, word, unsigned(distance)); });
      if (rank() + distance < count && lane + distance < threads_of_a_warp) value = op(value, other);
    }
    T* const of_warps = values<T>();
    if (lane == 0) of_warps[first / threads_of_a_warp] = value;
    wait();
    T result = of_warps[0];
    for (int i = 1; i * threads_of_a_warp < count; ++i) result = op(result, of_warps[i]);
    wait();
    return result;
  }
  /// As that of a warp. The next round begins behind a barrier.
  template <bool Inclusive, class T, class Op>
  __device__ static T combined_behind(T& before, T value, int count, Op const& op) {
    int const own = rank() / threads_of_a_warp;
    unsigned const mask = threads_of_the_block::mask();
    T const of_lanes = combined_up_to_here<threads_of_a_warp>(mask, value, op);
    T* const of_warps = values<T>();
    bool const is_last_lane = rank() % threads_of_a_warp == threads_of_a_warp - 1;
    bool const is_last = (is_last_lane && rank() < count) || rank() == count - 1;
    if (is_last) of_warps[own] = of_lanes;
    wait();
    T of_earlier_warps = before;
#pragma unroll
    for (int i = 0; i < warps; ++i) {
      if (i == own) of_earlier_warps = before;
      if (i * threads_of_a_warp < count) before = op(before, of_warps[i]);
    }
    if constexpr (Inclusive) return op(of_earlier_warps, of_lanes);
    T earlier = of_lanes;
    bool const is_there = shuffled_up<threads_of_a_warp>(mask, of_lanes, 1, earlier);
    return is_there ? op(of_earlier_warps, earlier) : of_earlier_warps;
  }
};

template <int Dimensions, class Index>
__device__ Index count_of(box<Dimensions, Index> const& over) {
  Index count = over.end[0] - over.begin[0];
  for (int i = 1; i < Dimensions; ++i) count *= over.end[i] - over.begin[i];
  return count;
}

/// `call(index…)` for the thread's indices of a range; those of all dimensions are counted in one.
template <class Team, class Index, class Call>
__device__ void each_of_the_thread(box<1, Index> const over, Call const& call) {
  for (Index i = over.begin[0] + static_cast<Index>(Team::rank()); i < over.end[0]; i += Team::size) call(i);
}
template <class Team, int Dimensions, class Index, class Call>
  requires(Dimensions > 1)
__device__ void each_of_the_thread(box<Dimensions, Index> const over, Call const& call) {
  Index const count = count_of(over);
  for (Index position = static_cast<Index>(Team::rank()); position < count; position += Team::size) {
    Index index[Dimensions], left = position;
#pragma unroll
    for (int i = Dimensions - 1; i > 0; --i) {
      Index const size = over.end[i] - over.begin[i];
      index[i] = over.begin[i] + left % size;
      left /= size;
    }
    index[0] = over.begin[0] + left;
    detail::call_with(index, call, std::make_integer_sequence<int, Dimensions>{});
  }
}

template <class Team, int Dimensions, class Index, class T, class Op, class F>
__device__ T reduced_by(box<Dimensions, Index> const over, T const& init, Op const& op, F const& f) {
  using first = first_value<Op, T>;
  T result = init;
  if constexpr (first::is_known) {
    T value = first::of(Team::rank(), init);
    each_of_the_thread<Team>(over, [&](auto... i) { value = op(value, T(f(i...))); });
    result = Team::combined(value, op);
  } else {
    bool any = false;
    T value = init;
    each_of_the_thread<Team>(over, [&](auto... i) {
      value = any ? op(value, T(f(i...))) : T(f(i...));
      any = true;
    });
    Index const count = count_of(over);
    T const of_all = Team::combined_first(value, count < Index(Team::size) ? static_cast<int>(count) : Team::size, op);
    if (count > 0) result = op(init, of_all);
  }
  return result;
}

/// Each round the team takes as many indices as it has threads.
template <bool Inclusive, class Team, class Index, class T, class Op, class F, class Store>
__device__ T scanned_by(box<1, Index> const over, T const& init, Op const& op, F const& f, Store const& store) {
  T sum = init;
  for (Index begin = over.begin[0]; begin < over.end[0]; begin += Team::size) {
    Index const left = over.end[0] - begin, i = begin + static_cast<Index>(Team::rank());
    int const count = left < Index(Team::size) ? static_cast<int>(left) : Team::size;
    T value = sum;
    if (Team::rank() < count) value = T(f(i));
    T const result = Team::template combined_behind<Inclusive>(sum, value, count, op);
    if (Team::rank() < count) store(i, result);
    Team::wait();
  }
  if (over.begin[0] >= over.end[0]) Team::wait();
  return sum;
}

/// The ranges of a block or of a subgroup.
template <class Team>
class cuda_ranges {
  using place = detail::range_place;

 public:
  template <class N, class F>
  ALLOTYPE_FN static void for_each(N const& n, F const& f, place at) {
    for_each_nowait(n, f, at);
    wait();
  }
  template <class N, class F>
  ALLOTYPE_FN static void for_each_nowait([[maybe_unused]] N const& n, [[maybe_unused]] F const& f, place) {
    detail::report_no<detail::range_question<F, detail::range_of<N>>>();
    if constexpr (detail::range_question<F, detail::range_of<N>>::value) {
#ifdef __CUDA_ARCH__
      each_of_the_thread<Team>(detail::indices_of_range(n), f);
#endif
    }
  }
  template <class F>
  ALLOTYPE_FN static void single(F const& f, place at) {
    single_nowait(f, at);
    wait();
  }
  template <class F>
  ALLOTYPE_FN static void single_nowait([[maybe_unused]] F const& f, place) {
#ifdef __CUDA_ARCH__
    if (Team::rank() == 0) f();
#endif
  }
  template <class F>
  ALLOTYPE_FN static auto broadcast(F const& f, place) {
    static_assert(sizeof(checked_element<decltype(f()), cuda_backend>) != 0);
    decltype(f()) result{};
#ifdef __CUDA_ARCH__
    if (Team::rank() == 0) result = f();
    result = Team::from(result, 0);
    wait_behind_shuffles();
#endif
    return result;
  }

  template <class N, class T, class Op, class F>
  ALLOTYPE_FN static T reduce([[maybe_unused]] N const& n, T const& init, [[maybe_unused]] Op const& op,
                              [[maybe_unused]] F const& f, place) {
    static_assert(sizeof(checked_element<T, cuda_backend>) != 0);
    detail::report_no<detail::combination_question<T, Op, F, detail::range_of<N>>>();
    if constexpr (detail::combination_question<T, Op, F, detail::range_of<N>>::value) {
#ifdef __CUDA_ARCH__
      T const result = reduced_by<Team>(detail::indices_of_range(n), init, op, f);
      wait_behind_shuffles();
      return result;
#endif
    }
    return init;
  }
  template <class N, class F>
  ALLOTYPE_FN static auto count(N const& n, F const& f, place at) {
    using type = typename detail::range_of<N>::index_type;
    detail::report_no<detail::range_question<F, detail::range_of<N>>>();
    if constexpr (detail::range_question<F, detail::range_of<N>>::value) {
      return reduce(n, type{0}, plus{}, [&](auto... i) { return type{f(i...) ? 1 : 0}; }, at);
    } else {
      return type{0};
    }
  }
  template <class N, class F>
  ALLOTYPE_FN static bool any([[maybe_unused]] N const& n, [[maybe_unused]] F const& f, place) {
    bool found = false;
    detail::report_no<detail::range_question<F, detail::range_of<N>>>();
    if constexpr (detail::range_question<F, detail::range_of<N>>::value) {
#ifdef __CUDA_ARCH__
      each_of_the_thread<Team>(detail::indices_of_range(n), [&](auto... i) { found = found || f(i...); });
      found = Team::is_any(found);
      wait_behind_shuffles();
#endif
    }
    return found;
  }
  template <class N, class F>
  ALLOTYPE_FN static bool all(N const& n, F const& f, place at) {
    detail::report_no<detail::range_question<F, detail::range_of<N>>>();
    if constexpr (detail::range_question<F, detail::range_of<N>>::value) {
      return !any(n, [&](auto... i) { return !f(i...); }, at);
    } else {
      return false;
    }
  }
  template <bool Inclusive, class N, class T, class Op, class F, class Store>
  ALLOTYPE_FN static T scan([[maybe_unused]] N const& n, T const& init, [[maybe_unused]] Op const& op,
                            [[maybe_unused]] F const& f, [[maybe_unused]] Store const& store, place) {
    static_assert(sizeof(checked_element<T, cuda_backend>) != 0);
    detail::report_no<detail::combination_question<T, Op, F, detail::range_of<N>>>();
    detail::report_no<detail::store_question<Store, T, detail::range_of<N>>>();
    if constexpr (detail::combination_question<T, Op, F, detail::range_of<N>>::value &&
                  detail::store_question<Store, T, detail::range_of<N>>::value) {
#ifdef __CUDA_ARCH__
      return scanned_by<Inclusive, Team>(detail::indices_of_range(n), init, op, f, store);
#endif
    }
    return init;
  }

 private:
  ALLOTYPE_FN static void wait() {
#ifdef __CUDA_ARCH__
    Team::wait();
#endif
  }
  /// The results of a block have come through barriers; a shuffle orders no memory.
  ALLOTYPE_FN static void wait_behind_shuffles() {
    if constexpr (!Team::is_block) wait();
  }
};

template <int Lanes>
class cuda_subgroup : public detail::range_members<lanes_of_a_warp<Lanes>> {
 public:
  ALLOTYPE_FN static constexpr int lanes() { return Lanes; }
};

template <int Threads, int Lanes>
class cuda_subgroups {
 public:
  ALLOTYPE_FN static constexpr int count() { return Threads / Lanes; }
  ALLOTYPE_FN static constexpr int lanes() { return Lanes; }
  template <class N, class F>
  ALLOTYPE_FN void for_each(N n, F const& f) const {
    for_each_nowait(n, f);
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
  }
  template <class N, class F>
  ALLOTYPE_FN void for_each_nowait([[maybe_unused]] N n, [[maybe_unused]] F const& f) const {
    detail::report_no<detail::subgroup_question<F, detail::range_of<N>, cuda_subgroup<Lanes>>>();
    if constexpr (detail::subgroup_question<F, detail::range_of<N>, cuda_subgroup<Lanes>>::value) {
#ifdef __CUDA_ARCH__
      each_of_the_thread<one_of_the_block>(detail::indices_of_range(n),
                                           [&](auto... i) { f(cuda_subgroup<Lanes>{}, i...); });
#endif
    }
  }

 private:
  /// Subgroups take the indices of the block's range in turn.
  struct one_of_the_block {
    static constexpr int size = Threads / Lanes;
    __device__ static int rank() { return threads_of_the_block<Threads>::rank() / Lanes; }
  };
};

}  // namespace mode_detail

template <int Threads, unsigned long long StaticBytes, int Cluster, bool Shared, class Arrays, int Lanes>
ALLOTYPE_FN mode_detail::cuda_subgroups<Threads, detail::lanes_question<Threads, Lanes>::lanes> subgroups_of(
    cuda_block<Threads, StaticBytes, Cluster, Shared, Arrays> const&, std::integral_constant<int, Lanes>) {
  return {};
}

}  // namespace ALLOTYPE_MODE

template <int Threads, int... Sizes, class Range>
struct detail::ranges_in_a_block_need_include_allotype_block_ranges_hpp<
    mode_detail::threads_of_the_block<Threads, Sizes...>, Range>
    : mode_detail::cuda_ranges<mode_detail::threads_of_the_block<Threads, Sizes...>> {};
template <int Lanes, class Range>
struct detail::ranges_in_a_block_need_include_allotype_block_ranges_hpp<mode_detail::lanes_of_a_warp<Lanes>, Range>
    : mode_detail::cuda_ranges<mode_detail::lanes_of_a_warp<Lanes>> {};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
