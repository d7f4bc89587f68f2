// SPDX-License-Identifier: BSL-1.0
/// \file
/// `launch(queue, grid<…>{blocks}, kernel)` runs blocks of threads that share memory. What a block asks for is part of
/// the grid's type, so the compiler compares it with the accelerator.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/core/detail/sentence.hpp>
#include <allotype/dispatch/detail/observed_block.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/for_each.hpp>
#include <allotype/plan/block.hpp>
#include <allotype/plan/occupancy.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Always met: where a number stands in place of an option, compilers print the parameter, and its name is the
/// sentence.
template <class Option>
concept an_option_of_a_grid_is_a_type_as_threads_per_block = true;

/// What a grid states while the program runs.
template <bool Varies, int Dimensions>
struct threads_of_grid {};
template <>
struct threads_of_grid<true, 1> {
  int threads_stated = 0;
};
template <int Dimensions>
struct threads_of_grid<true, Dimensions> {
  extents<Dimensions> threads_stated{};
};
template <int Dimensions>
struct extents_of_grid {
  extents<Dimensions> extents_stated{};
};
template <>
struct extents_of_grid<1> {};
template <bool Varies>
struct shared_memory_of_grid {};
template <>
struct shared_memory_of_grid<true> {
  bytes shared_memory_stated{};
};

[[noreturn]] inline void wrong_threads_of_grid(long long threads, int most, int dimension = -1) {
  message<2000> text;
  text << "grid: blocks of " << threads << " threads";
  if (dimension >= 0) text << " in dimension " << dimension;
  throw size_error(text << "; the grid's options allow 1 to " << most);
}
[[noreturn]] inline void too_much_shared_memory_of_grid(bytes amount, bytes most) {
  throw size_error(message<2000>{} << "grid: " << amount.count << " bytes of shared memory a block; the grid's options "
                                   << "allow at most " << most.count);
}

/// The numbers of a grid. Its constructors stand here because those of a class template are guides to its arguments,
/// and `grid{4}` shall say what it lacks.
template <class... Options>
struct numbers_of_grid
    : threads_of_grid<shape_of_block<Options...>().threads_vary, shape_of_block<Options...>().dimensions>,
      extents_of_grid<shape_of_block<Options...>().dimensions>,
      shared_memory_of_grid<shape_of_block<Options...>().shared_bytes_vary> {
  static constexpr block_shape shape = shape_of_block<Options...>();

 private:
  static constexpr int sizes = shape.threads_vary + shape.shared_bytes_vary;
  /// A number, or extents for a block of several dimensions.
  template <class Counts>
  static constexpr bool are_counts() {
    if constexpr (shape.dimensions == 1) {
      return std::is_integral_v<Counts>;
    } else if constexpr (requires { Counts::dimensions(); }) {
      return Counts::dimensions() == shape.dimensions;
    } else {
      return false;
    }
  }
  template <class... Sizes>
  static constexpr bool are_sizes() {
    constexpr bool of_threads[] = {are_counts<Sizes>()..., false};
    constexpr bool of_memory[] = {std::is_same_v<Sizes, bytes>..., false};
    return sizeof...(Sizes) == sizes && (!shape.threads_vary || of_threads[0]) &&
           (!shape.shared_bytes_vary || of_memory[sizes > 0 ? sizes - 1 : 0]);
  }
  template <class First, class... Others>
  static constexpr bool are_numbers() {
    if constexpr (shape.block_count > 0) {
      return sizes > 0 && are_sizes<First, Others...>();
    } else {
      return are_counts<First>() && are_sizes<Others...>();
    }
  }

 public:
  int blocks;  ///< the number of blocks; 0 launches nothing

  constexpr numbers_of_grid()
    requires(shape.block_count > 0)
      : blocks(shape.block_count) {}
  /// \throws size_error if `int` does not hold the number
  template <class Count>
    requires(shape.block_count == 0 && sizes == 0 && are_counts<Count>())
  constexpr numbers_of_grid(Count count) : blocks(counted(count)) {
    state_extents(count);
  }
  /// With what the options leave open: the threads of a block, then the bytes of its shared memory.
  /// \throws size_error if it is more than the options allow, or `int` does not hold the number of blocks
  template <class Count, class... Sizes>
    requires(shape.block_count == 0 && sizes > 0 && are_counts<Count>() && are_sizes<Sizes...>())
  constexpr numbers_of_grid(Count count, Sizes... each) : blocks(counted(count)) {
    state_extents(count);
    (state(each), ...);
  }
  /// The same of a constant number of blocks.
  template <class... Sizes>
    requires(shape.block_count > 0 && sizes > 0 && are_sizes<Sizes...>())
  constexpr numbers_of_grid(Sizes... each) : blocks(shape.block_count) {
    (state(each), ...);
  }

 protected:
  struct refused {
    explicit refused() = default;
  };
  constexpr explicit numbers_of_grid(refused) : blocks(0) {}
  template <class First>
  static constexpr void say_what_the_numbers_are() {
    static_assert(
        sizeof(First) == 0,
        "grid<...>{...}: the numbers are the blocks, then the threads where the options have "
        "threads_per_block<at_most<N>>, then at::bytes{n} where they have shared_memory_per_block<at_most<B>>; "
        "where these have threads_per_block<N, M>, blocks and threads are at::extents{rows, columns}; "
        "at::covering{n} of <allotype/automatic_threads.hpp> is for threads_per_block<automatic>");
  }
  template <class First, class... Others>
  static constexpr bool are_refused = !std::is_base_of_v<numbers_of_grid, First> && !are_numbers<First, Others...>();

#ifdef __NVCC__
 public:
  /// Does not compile. It stands here for nvcc, which would make a guide of a constructor of the grid's own.
  template <class First, class... Others>
    requires(are_refused<First, Others...>)
  constexpr numbers_of_grid(First const&, Others const&...) : blocks(0) {
    say_what_the_numbers_are<First>();
  }
#endif

 private:
  static constexpr char const* too_many_blocks = "grid: a grid has at most 2,147,483,647 blocks";
  template <class Count>
  static constexpr int counted(Count const& count) {
    if constexpr (shape.dimensions == 1) {
      return held_in<int>(count, too_many_blocks);
    } else {
      return held_in<int>(count.size(), too_many_blocks);
    }
  }
  template <class Count>
  constexpr void state_extents([[maybe_unused]] Count const& count) {
    if constexpr (shape.dimensions > 1) {
      for (int i = 0; i < shape.dimensions; ++i)
        this->extents_stated.sizes[i] = held_in<int>(count[i], too_many_blocks);
    }
  }
  template <class Count>
  constexpr void state(Count count) {
    if constexpr (std::is_same_v<Count, bytes>) {
      if (count > bytes{shape.shared_bytes}) too_much_shared_memory_of_grid(count, bytes{shape.shared_bytes});
      this->shared_memory_stated = count;
    } else if constexpr (shape.dimensions > 1) {
      for (int i = 0; i < shape.dimensions; ++i) {
        if (count[i] < 1 || std::cmp_greater(count[i], shape.threads_of[i])) {
          wrong_threads_of_grid(static_cast<long long>(count[i]), shape.threads_of[i], i);
        }
        this->threads_stated.sizes[i] = static_cast<int>(count[i]);
      }
    } else {
      if (count < 1 || std::cmp_greater(count, shape.threads)) {
        wrong_threads_of_grid(static_cast<long long>(count), shape.threads);
      }
      this->threads_stated = static_cast<int>(count);
    }
  }
};

/// What a grid that leaves its blocks open is made of; compilers print the name.
struct a_grid_is_given_its_blocks_as_grid_threads_per_block_256_of_blocks {};

}  // namespace detail

/// Blocks of threads: `grid<threads_per_block<256>, shared_memory_per_block<4_KiB>>{blocks}`. Options, in any order:
///
/// | option | the block, or the grid | largest value |
/// |---|---|---|
/// | `threads_per_block<N>` | has N threads; this option is required, in one of its forms | the accelerator's, 1024 on NVIDIA GPUs |
/// | `threads_per_block<at_most<N>>` | has as many as the grid is given, 1 to N: `grid<…>{blocks, threads}`; not in clusters and cooperative grids | as above |
/// | `threads_per_block<automatic>` | has as many as the library chooses (`<allotype/automatic_threads.hpp>`) | |
/// | `threads_per_block<N, M>`, `threads_per_block<N, M, K>` | has N rows of M threads, `each_thread(f(row, column))`; the grid has extents: `grid<…>{extents{2, 3}}`; each number may be an `at_most<N>` if all are | the product as above; 64 planes on NVIDIA GPUs, and 65,535 blocks in each dimension of the grid but the last |
/// | `shared_memory_per_block<B>` | has this shared memory, `shared<T>(block)`: `4_KiB`, or `bytes{sizeof(tiles)}` | what the accelerator publishes for a block, static memory included; above 48 KiB the launch opts in by itself |
/// | `shared_memory_per_block<at_most<B>>` | has as much as the grid is given, last: `grid<…>{blocks, threads, bytes{n}}` | as above |
/// | `shared_arrays<Names...>` | has these arrays, `shared<Name>(block)`; a name derives from `shared_array<T[N]>` | as above, together with it |
/// | `static_shared_memory_per_block<B>` | has this at a constant address, `static_shared<T>(block)` | 48 KiB on NVIDIA GPUs |
/// | `registers_per_thread<R>` | uses at most R a thread (nvcc 12.4 or newer keeps it); a kernel may have a `static constexpr int` member of this name instead, and the smaller value holds | 255 on NVIDIA GPUs, and what a block has |
/// | `min_blocks_per_sm<N>` | is compiled so that N fit on a multiprocessor at once | the number that fits |
/// | `blocks<N>` | has N blocks: `grid<…>{}` | |
/// | `blocks_per_cluster<N>` | has groups of N blocks that read each other's shared memory; from compute capability 9.0 (Hopper) on, in a file compiled for sm_90 or newer | 8, and the slice's multiprocessors |
/// | `non_portable_cluster<N>` | the same, in sizes that some GPUs with clusters lack | 16 on GPUs that allow it |
/// | `cooperative` | all blocks run at once: `block.wait_for_grid()` | the blocks that fit on a multiprocessor, times the slice's multiprocessors |
///
/// A value that is larger does not compile, and the error has the largest one. A limit that is not published for an
/// accelerator is not checked.
template <detail::an_option_of_a_grid_is_a_type_as_threads_per_block... Options>
struct grid : detail::numbers_of_grid<Options...> {
  using detail::numbers_of_grid<Options...>::numbers_of_grid;
  using detail::numbers_of_grid<Options...>::shape;
#ifndef __NVCC__
  /// Does not compile; it says what the numbers are, and g++ names the line.
  template <class First, class... Others>
    requires(sizeof...(Options) > 0 && detail::numbers_of_grid<Options...>::template are_refused<First, Others...>)
  constexpr grid(First const&, Others const&...) : detail::numbers_of_grid<Options...>(typename grid::refused()) {
    grid::template say_what_the_numbers_are<First>();
  }
  constexpr grid(detail::a_grid_is_given_its_blocks_as_grid_threads_per_block_256_of_blocks = {})
    requires(sizeof...(Options) > 0 && detail::numbers_of_grid<Options...>::shape.block_count == 0)
  = delete;
#endif
  static_assert(shape.all_known,
                "grid<...> takes threads_per_block<N>, shared_memory_per_block<B>, static_shared_memory_per_block<B>, "
                "shared_arrays<...>, registers_per_thread<N>, min_blocks_per_sm<N>, blocks<N>, blocks_per_cluster<N>, "
                "non_portable_cluster<N> and "
                "cooperative");
  static_assert(shape.each_once(), "grid<...>: each option at most once");
  static_assert(shape.arrays_are_named,
                "grid<...>: shared_arrays<...> takes names of arrays, each once: struct tile : "
                "at::shared_array<float[16][16]> {};");
  static_assert(shape.times_stated[0] > 0, "grid<...>: the options lack threads_per_block<N>");
  static_assert(shape.dimensions <= 3 && shape.threads_alike,
                "threads_per_block<...>: one, two or three numbers, or one, two or three at_most<N>");
  static_assert(shape.dimensions == 1 || (shape.cluster_size == 0 && !shape.cooperative && shape.block_count == 0),
                "grid<...>: blocks of two or three dimensions are not for blocks<N>, clusters and cooperative grids");
  static_assert(!shape.threads_vary || (shape.cluster_size == 0 && !shape.cooperative),
                "grid<...>: threads_per_block<at_most<N>> is not for clusters and cooperative grids: write "
                "threads_per_block<N>");

  using arrays = typename detail::arrays_among<Options...>::type;
  static constexpr int threads = shape.threads;              ///< of a block, or the most
  static constexpr bytes shared_memory{shape.shared_bytes};  ///< of a block, or the most
  static constexpr bytes static_shared_memory{shape.static_shared_bytes};

  /// The threads of a block of this grid.
  [[nodiscard]] constexpr int threads_of_a_block() const {
    if constexpr (shape.threads_vary && shape.dimensions > 1) {
      return static_cast<int>(this->threads_stated.size());
    } else if constexpr (shape.threads_vary) {
      return this->threads_stated;
    } else {
      return threads;
    }
  }
  /// The shared memory of a block of this grid, without the static one.
  [[nodiscard]] constexpr bytes shared_memory_of_a_block() const {
    if constexpr (shape.shared_bytes_vary) {
      return this->shared_memory_stated;
    } else {
      return shared_memory;
    }
  }
};

namespace detail {
struct no_options {};
}  // namespace detail

/// Does not compile; it says what is missing.
template <>
struct grid<detail::no_options> : grid<threads_per_block<1>> {
  template <class... N>
  constexpr grid(N...) : grid<threads_per_block<1>>(0) {
    static_assert(sizeof...(N) == 0, "grid: its options are missing: at::grid<at::threads_per_block<256>>{blocks}");
  }
};
template <class... N>
grid(N...) -> grid<detail::no_options>;

namespace detail {

inline constexpr int unlimited = 0x7fffffff;

/// The value of a fact, or what stands for it where nothing is published.
template <class A, fact Which, class T>
constexpr T fact_or(T otherwise) {
  if constexpr (publishes<A, Which>) {
    return fact_of<A, Which>;
  } else {
    return otherwise;
  }
}
template <class A>
inline constexpr int max_threads = fact_or<A, fact::max_threads_per_block>(unlimited);
template <class A>
inline constexpr bytes max_shared_memory = fact_or<A, fact::max_shared_memory_per_block>(bytes{~0ULL});
/// The limit of static shared memory is the compiler's, the same for all NVIDIA GPUs.
template <class A>
inline constexpr bytes max_static_shared_memory = nvidia_gpu<A> ? shared_memory_without_opting_in : bytes{~0ULL};
template <class A>
inline constexpr int max_registers = nvidia_gpu<A> ? max_registers_of_a_thread : unlimited;

/// The most blocks of a cluster; 1 if the accelerator has no clusters or nothing is published about them. A slice with
/// fewer SMs has smaller clusters (CUDA C++ Programming Guide, "Thread Block Clusters").
template <class A>
constexpr int max_blocks_of_a_cluster(bool non_portable) {
  int most = 1;
  if constexpr (publishes<A, fact::compute_capability>) {
    int const row = find_sm_row(fact_of<A, fact::compute_capability>);
    if (row >= 0 && sm_rows[row].max_cluster > 0) {
      most = non_portable ? sm_rows[row].max_non_portable_cluster : sm_rows[row].max_cluster;
    }
    int const sm_count = fact_or<A, fact::sm_count>(most);
    if (sm_count < most) most = sm_count;
  }
  return most;
}

/// What blocks of one shape take of `A` and find there; no limit where nothing is published.
struct room_for_blocks {
  int registers = 0;  ///< of a block: threads times registers, each rounded up as the hardware does
  int max_registers = unlimited;
  int max_per_sm = unlimited;
  int max_at_once = unlimited;
};
template <class A>
constexpr room_for_blocks room_for(block_shape const& shape) {
  room_for_blocks room;
  if constexpr (occupancy_known<A>) {
    constexpr sm_limits sm = sm_limits_of<A>();
    int const warps = rounded_up(shape.threads, sm.warp_size) / sm.warp_size;
    room.registers =
        rounded_up(shape.registers * sm.warp_size, register_unit) * rounded_up(warps, sm.parts_of_smallest_sibling);
    room.max_registers = sm.max_registers_per_block;
    room.max_per_sm = occupancy_on(sm, shape.threads, shape.all_shared_bytes(), shape.registers).blocks_per_sm;
    if constexpr (publishes<A, fact::sm_count>) room.max_at_once = room.max_per_sm * fact_of<A, fact::sm_count>;
  }
  return room;
}

constexpr bool fill_clusters(int blocks, int cluster) { return cluster < 2 || blocks % cluster == 0; }

/// The rules of a launch, in the order in which they are checked.
enum class launch_rule {
  none,
  threads,
  planes_of_threads,
  shared_memory,
  static_shared_memory,
  registers_of_a_thread,
  registers,
  blocks_per_sm,
  cluster,
  whole_clusters,
  cooperative
};

/// What a grid asks for, and what `A` has.
template <class A, class Grid, int Registers>
struct launch_numbers {
  static constexpr block_shape shape = [] {
    block_shape with_registers = Grid::shape;
    with_registers.registers = Registers;
    return with_registers;
  }();
  static constexpr unsigned long long shared_bytes = shape.all_shared_bytes();
  static constexpr room_for_blocks room = room_for<A>(shape);
  static constexpr int max_of_a_cluster = max_blocks_of_a_cluster<A>(shape.non_portable);

  static constexpr launch_rule first_broken() {
    if (shape.threads > max_threads<A>) return launch_rule::threads;
    if (nvidia_gpu<A> && shape.dimensions == 3 && shape.threads_of[0] > max_planes_of_a_block) {
      return launch_rule::planes_of_threads;
    }
    if (shared_bytes > max_shared_memory<A>.count) return launch_rule::shared_memory;
    if (shape.static_shared_bytes > max_static_shared_memory<A>.count) return launch_rule::static_shared_memory;
    if (Registers > max_registers<A>) return launch_rule::registers_of_a_thread;
    if (room.registers > room.max_registers) return launch_rule::registers;
    if (shape.min_blocks > room.max_per_sm) return launch_rule::blocks_per_sm;
    if (shape.cluster_size > max_of_a_cluster) return launch_rule::cluster;
    if (!fill_clusters(shape.block_count, shape.cluster_size)) return launch_rule::whole_clusters;
    if (shape.cooperative && shape.block_count > room.max_at_once) return launch_rule::cooperative;
    return launch_rule::none;
  }
  static constexpr launch_rule broken = first_broken();
};

/// A kernel's member and a grid's option are both upper bounds, and the smaller one holds.
template <class Grid, class Kernel>
constexpr int registers_stated() {
  constexpr int of_grid = Grid::shape.registers;
  static_assert(
      !requires { Kernel::register_per_thread; } && !requires { Kernel::max_registers_per_thread; } &&
          !requires { Kernel::maxregs; },
      "launch: the kernel's member register_per_thread, max_registers_per_thread or maxregs would be ignored: write, "
      "in "
      "its place, static constexpr int registers_per_thread");
  if constexpr (requires { Kernel::registers_per_thread; }) {
    constexpr int of_kernel = Kernel::registers_per_thread;
    return of_grid == 0 || of_kernel < of_grid ? of_kernel : of_grid;
  } else {
    return of_grid;
  }
}

[[noreturn]] inline void too_many_blocks_at_once(char const* accelerator, int blocks, int most) {
  throw size_error(message<2000>{} << accelerator << ": launch of a cooperative grid of " << blocks
                                   << " blocks; at most " << most << " such blocks run there at the same time");
}
template <int Dimensions>
void check_rows_of_grid(char const* accelerator, extents<Dimensions> const& blocks) {
  for (int i = 0; i + 1 < Dimensions; ++i) {
    if (blocks[i] > max_rows_of_a_grid) {
      throw size_error(message<2000>{} << accelerator << ": launch of a grid with " << blocks[i]
                                       << " blocks in dimension " << i << "; in each but the last it takes at most "
                                       << max_rows_of_a_grid);
    }
  }
}
[[noreturn]] inline void a_cluster_is_not_filled(char const* accelerator, int blocks, int cluster) {
  throw size_error(message<2000>{} << accelerator << ": launch of " << blocks << " blocks in clusters of " << cluster
                                   << "; the number of blocks must be a multiple of that");
}

template <class A, class Grid>
concept blocks_are_within_the_limits_of_an_accelerator =
    launch_numbers<A, Grid, Grid::shape.registers>::broken == launch_rule::none;

}  // namespace detail

/// The limits of `A` allow blocks like those of `Grid`. A limit that is not published is not checked.
template <class A, class Grid>
concept takes_blocks_of = accelerator<A> && detail::blocks_are_within_the_limits_of_an_accelerator<A, Grid>;

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// What `block.per_thread<T>()` returns: a `T` for each thread of the block. A thread of a GPU has one of these objects
/// for itself, so there `Count` is 1 and the value is a register.
template <class T, int Count>
class values_of_threads {
 public:
  ALLOTYPE_FN T& operator()(int thread) { return values_[place_of(thread)]; }
  ALLOTYPE_FN T const& operator()(int thread) const { return values_[place_of(thread)]; }

  /// Does not compile; it says how many indices there are.
  template <class... Index>
    requires(sizeof...(Index) != 1)
  ALLOTYPE_FN T& operator()(Index...) {
    static_assert(sizeof...(Index) == 1, "per_thread<T>(block): a thread's value has one index: value(thread)");
    return values_[0];
  }

 private:
  ALLOTYPE_FN static int place_of(int thread) {
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
    if (detail::running_block != nullptr)
      detail::running_block->check_value(thread, Count, detail::type_of_elements<T>::signature());
#endif
    return Count == 1 ? 0 : thread;
  }

  T values_[std::size_t{Count}]{};
};

/// The same in a block of several dimensions: a value belongs to as many indices.
template <class T, int Count, int... Sizes>
class values_of_dimensions : values_of_threads<T, Count> {
 public:
  template <class... Index>
    requires(sizeof...(Index) == sizeof...(Sizes))
  ALLOTYPE_FN T& operator()(Index... index) {
    return values_of_threads<T, Count>::operator()(position(index...));
  }
  template <class... Index>
    requires(sizeof...(Index) == sizeof...(Sizes))
  ALLOTYPE_FN T const& operator()(Index... index) const {
    return values_of_threads<T, Count>::operator()(position(index...));
  }
  template <class... Index>
    requires(sizeof...(Index) != sizeof...(Sizes))
  ALLOTYPE_FN T& operator()(Index...) {
    static_assert(sizeof...(Index) == sizeof...(Sizes),
                  "per_thread<T>(block): a thread's value has as many indices as the block has dimensions: value(row, "
                  "column) of threads_per_block<N, M>");
    return values_of_threads<T, Count>::operator()(0);
  }

 private:
  template <class... Index>
  ALLOTYPE_FN static int position(Index... index) {
    int result = 0;
    ((result = result * Sizes + index), ...);
    return result;
  }
};

template <class Backend>
inline constexpr bool has_clusters = requires { requires Backend::has_clusters; };
template <class Backend>
inline constexpr bool has_grid_barrier = requires { requires Backend::has_grid_barrier; };

/// Whether this file has code for the GPU with clusters; on other backends it is true.
template <class A>
constexpr bool has_cluster_code() {
  if constexpr (std::is_same_v<backend_of<A>, cuda_backend>) {
    return has_cluster_code_for(fact_of<A, fact::compute_capability>);
  } else {
    return true;
  }
}

// One rule a class. Its arguments are the numbers that break it, and errors print them.

template <class A, int Threads, int MostThreads>
struct threads_check {
  static_assert(Threads <= MostThreads,
                ALLOTYPE_SENTENCE(
                    "launch: the grid has more threads per block than this accelerator takes; the arguments are the "
                    "accelerator, the grid's threads and the most that it takes",
                    detail::concatenated("launch: ", name_of<A>, " takes blocks of at most ", MostThreads,
                                         " threads, and the grid has threads_per_block<", Threads, ">")));
};
template <class A, int Planes, int MostPlanes>
struct planes_of_threads_check {
  static_assert(Planes <= MostPlanes,
                ALLOTYPE_SENTENCE(
                    "launch: the first of three numbers of threads is more than this accelerator takes; the arguments "
                    "are the accelerator, that number and the most",
                    detail::concatenated("launch: ", name_of<A>, " takes blocks of at most ", MostPlanes,
                                         " planes, the first of three numbers, and the grid has ", Planes)));
};
template <class A, unsigned long long Bytes, unsigned long long MostBytes>
struct shared_memory_check {
  static_assert(
      Bytes <= MostBytes,
      ALLOTYPE_SENTENCE(
          "launch: the grid asks for more shared memory per block than this accelerator has; the arguments are the "
          "accelerator, the grid's bytes (static and dynamic) and the most that a block can have",
          detail::concatenated("launch: a block on ", name_of<A>, " has at most ",
                               detail::amount_in_words(bytes{MostBytes}), " of shared memory, and the grid asks for ",
                               detail::amount_in_words(bytes{Bytes}), ", static and dynamic together")));
};
template <class A, unsigned long long Bytes, unsigned long long MostBytes>
struct static_shared_memory_check {
  static_assert(
      Bytes <= MostBytes,
      ALLOTYPE_SENTENCE(
          "launch: more static shared memory than the 48 KiB that a kernel can have; use shared_memory_per_block, "
          "which opts in for more. The arguments are the accelerator, the grid's static bytes and the most",
          detail::concatenated("launch: a block has at most ", detail::amount_in_words(bytes{MostBytes}),
                               " of static shared memory, and the grid asks for ",
                               detail::amount_in_words(bytes{Bytes}),
                               ": use shared_memory_per_block, which opts in for more")));
};
template <class A, int Registers, int MostRegisters>
struct registers_of_a_thread_check {
  static_assert(
      Registers <= MostRegisters,
      ALLOTYPE_SENTENCE(
          "launch: more registers than a thread can have; the arguments are the accelerator, what the grid or the "
          "kernel states, and the most of a thread",
          detail::concatenated("launch: a thread on ", name_of<A>, " has at most ", MostRegisters,
                               " registers, and the grid or the kernel states ", Registers)));
};
template <class A, int Threads, int RegistersPerThread, int RegistersOfTheBlock, int MostRegistersOfABlock>
struct registers_check {
  static_assert(
      RegistersOfTheBlock <= MostRegistersOfABlock,
      ALLOTYPE_SENTENCE(
          "launch: threads times registers are more than a block of this accelerator can have; the arguments are the "
          "accelerator, threads, registers of a thread, registers of the block and the most of a block",
          detail::concatenated("launch: a block on ", name_of<A>, " has at most ", MostRegistersOfABlock,
                               " registers, and ", Threads, " threads with ", RegistersPerThread, " each need ",
                               RegistersOfTheBlock)));
};
template <class A, int Blocks, int MostBlocks>
struct blocks_per_sm_check {
  static_assert(
      Blocks <= MostBlocks,
      ALLOTYPE_SENTENCE(
          "launch: min_blocks_per_sm asks for more blocks at once than fit on a streaming multiprocessor; the "
          "arguments are the accelerator, the blocks asked for and those that fit",
          detail::concatenated("launch: min_blocks_per_sm<", Blocks, ">: ", MostBlocks,
                               " of these blocks fit on a streaming multiprocessor of ", name_of<A>, " at once")));
};
template <class A, int BlocksOfACluster, int MostBlocksOfACluster>
struct cluster_check {
  static_assert(
      BlocksOfACluster <= MostBlocksOfACluster,
      ALLOTYPE_SENTENCE(
          "launch: the cluster has more blocks than this accelerator allows (clusters begin with compute capability "
          "9.0, "
          "Hopper); the arguments are the accelerator, the cluster's blocks and the most; 1 means no clusters",
          detail::concatenated("launch: a cluster on ", name_of<A>, " has at most ", MostBlocksOfACluster,
                               " blocks, and the grid asks for ", BlocksOfACluster,
                               MostBlocksOfACluster == 1 ? ": clusters begin with compute capability 9.0, Hopper"
                                                         : "")));
};
template <int Blocks, int BlocksOfACluster>
struct whole_clusters_check {
  static_assert(
      Blocks % BlocksOfACluster == 0,
      ALLOTYPE_SENTENCE(
          "launch: the number of blocks must be a multiple of the blocks of a cluster; the arguments are the two",
          detail::concatenated("launch: ", Blocks, " blocks do not fill clusters of ", BlocksOfACluster,
                               ": write a multiple of ", BlocksOfACluster)));
};
template <class A, int Blocks, int MostBlocksAtOnce>
struct cooperative_check {
  static_assert(
      Blocks <= MostBlocksAtOnce,
      ALLOTYPE_SENTENCE(
          "launch: the blocks of a cooperative grid run at the same time, and these do not all fit on the streaming "
          "multiprocessors of this accelerator; the arguments are the accelerator, the blocks and those that fit",
          detail::concatenated("launch: the blocks of a cooperative grid run at the same time; ", name_of<A>, " holds ",
                               MostBlocksAtOnce, " of these blocks at once, and the grid has ", Blocks)));
};
template <class A, class Backend>
struct cluster_backend_check {
  static_assert(has_clusters<Backend>, ALLOTYPE_SENTENCE("launch: this backend runs no clusters of blocks",
                                                         detail::concatenated("launch: the backend of ", name_of<A>,
                                                                              " runs no clusters of blocks")));
};
template <class A>
struct cluster_code_check {
  static_assert(
      has_cluster_code<A>(),
      ALLOTYPE_SENTENCE(
          "launch: this binary has no code with clusters for that GPU: they begin with sm_90, and "
          "__CUDA_ARCH_LIST__ has "
          "no architecture from 900 up to the GPU's; add one (-arch=sm_90, CMAKE_CUDA_ARCHITECTURES)",
          detail::concatenated("launch: this binary has no code with clusters for ", name_of<A>,
                               ": they begin with sm_90, and __CUDA_ARCH_LIST__ has no architecture from 900 up "
                               "to the GPU's; add one (-arch=sm_90, CMAKE_CUDA_ARCHITECTURES)")));
};
template <class Backend, class State, class Grid, class Kernel>
concept launches =
    requires(State& state, Grid const& over, Kernel const& kernel) { run_launch(Backend{}, state, over, kernel); };
template <class A, class Backend>
struct launch_backend_check {
  static_assert(
      sizeof(A) < 0,
      "launch: the backend of this accelerator lacks the functions void run_launch(Tag, State&, Grid const&, F const&) "
      "and std::type_identity<Block> block_type(Tag, Grid const&), or has them with another signature");
};
template <class A, class Backend>
struct grid_barrier_check {
  static_assert(
      has_grid_barrier<Backend>,
      ALLOTYPE_SENTENCE(
          "launch: no grid-wide barrier on this backend, because its blocks run one after another, so it cannot run a "
          "cooperative grid. Use two launches where the kernel waits for the grid",
          detail::concatenated(
              "launch: the blocks on ", name_of<A>,
              " run one after another, so there is no cooperative grid. Use two launches where the kernel "
              "waits for the grid")));
};

}  // namespace mode_detail

/// `A` and its backend run grids like `Grid`: the limits allow them, and the backend has clusters and a grid-wide
/// barrier if `Grid` asks for them.
template <class A, class Grid>
concept runs_grids_of = dispatchable<A> && takes_blocks_of<A, Grid> &&
                        (Grid::shape.cluster_size < 2 || (mode_detail::has_clusters<mode_detail::backend_of<A>> &&
                                                          mode_detail::has_cluster_code<A>())) &&
                        (!Grid::shape.cooperative || mode_detail::has_grid_barrier<mode_detail::backend_of<A>>);

namespace mode_detail {

/// The grid that runs on `A` where `Grid` is given: another one where the library chooses its threads.
template <class A, class Grid>
struct grid_for {
  using type = Grid;
};

}  // namespace mode_detail

/// The type of the block with which a kernel is called. A struct's `operator()` can be a template; a lambda that is
/// marked `ALLOTYPE_FN` must name the type: `[=] ALLOTYPE_FN(at::block_of<A, decltype(over)> const& block) { … }`.
template <accelerator A, class Grid>
using block_of = typename decltype(block_type(
    mode_detail::backend_of<A>{}, std::declval<typename mode_detail::grid_for<A, Grid>::type const&>()))::type;

namespace mode_detail {

/// False of what is no function, and of a kernel that shows its parameters, where they are others than a block. The
/// body of a template is not asked.
template <class A, class Grid, class Kernel>
inline constexpr bool takes_block = std::is_class_v<Kernel> || std::is_function_v<std::remove_pointer_t<Kernel>>;
template <dispatchable A, class Grid, class Kernel>
  requires requires { &Kernel::operator(); }
inline constexpr bool takes_block<A, Grid, Kernel> =
    requires(Kernel const& kernel, block_of<A, Grid> const& block) { kernel(block); };

}  // namespace mode_detail

/// Calls `kernel(block)` for each block: on the CPU once, on CUDA by each thread of the block. So code outside of
/// `each_thread` does the same whichever thread runs it: it writes no memory, and keeps no thread's value in a
/// variable. Asynchronous on CUDA. The members of a block:
///
/// | member                                     | meaning                                                             |
/// |--------------------------------------------|---------------------------------------------------------------------|
/// | `index()`, `threads()`                     | which block it is, and its number of threads                        |
/// | `index(dimension)`, `threads(dimension)`   | the same in a dimension of several                                  |
/// | `each_thread(f)`                           | calls `f(thread)` for each thread; ends with a barrier              |
/// | `each_thread_at_end(f)`                    | the same without the barrier, for the last step of the block        |
/// | `shared<T>()`, `static_shared<T>()`        | the block's shared memory, uninitialised                            |
/// | `per_thread<T>()`                          | `auto kept = …`: `kept(thread)` is a `T&` which the thread keeps from one `each_thread` to the next; `T{}` at first |
/// | `index_in_cluster()`, `cluster_size()`, `wait_for_cluster()`, `shared_of<T>(index)` | in a cluster; the last is the `shared<T>()` of another of its blocks |
/// | `wait_for_grid()`                          | in a cooperative grid: a barrier for all blocks                     |
///
/// Barriers are called outside of `each_thread`. Complexity: one call for each block, of all its threads.
/// \throws size_error if the number of blocks is negative, does not fill the clusters, or is more than can run at the
/// same time in a cooperative grid; device_error if CUDA refuses the launch; block_error in checked builds on the CPU,
/// if a barrier is missing or memory is used that the grid does not state
template <class A, class... Options, class Kernel>
void launch(queue<A>& on, grid<Options...> const& over, Kernel const& kernel) {
  using shape = grid<Options...>;
  constexpr int registers = detail::registers_stated<shape, Kernel>();
  static_assert(
      detail::is_copied_as_bytes<Kernel>,
      "launch: the kernel is not trivially copyable: it is copied to the device byte by byte; hold views and numbers, "
      "not containers");
  static_assert(
      !detail::reads_elsewhere<Kernel, A>,
      "launch: the kernel reads memory of another accelerator than the queue's: code reads only memory of its own "
      "accelerator, so copy it through the host");
  constexpr bool callable_here = mode_detail::runs_where_called<Kernel, A>;
  static_assert(
      callable_here,
      "launch: the kernel is a lambda marked __device__, which only a CUDA GPU can call, and the queue is another "
      "accelerator's: mark it ALLOTYPE_FN, for both");
  constexpr bool marked = mode_detail::is_marked_for<Kernel, A>;
  static_assert(marked,
                "launch: the kernel is a lambda that is not marked for GPUs: mark it, [=] "
                "ALLOTYPE_FN(at::block_of<A, decltype(over)> const& block) { ... }");
  constexpr bool takes_block = [] {
    if constexpr (shape::shape.arrays_are_named && marked) return mode_detail::takes_block<A, shape, Kernel>;
    return true;  // the grid was refused, or the kernel
  }();
  static_assert(takes_block,
                "launch: the kernel takes a block, and nothing else: template <class Block> ALLOTYPE_FN void "
                "operator()(Block const& block) const; for_each calls a kernel with an index");
  using numbers = detail::launch_numbers<A, shape, registers>;
  using rule = detail::launch_rule;
  using backend = mode_detail::backend_of<A>;
  constexpr detail::block_shape asked = numbers::shape;
  constexpr bool clusters = asked.cluster_size < 2 || mode_detail::has_clusters<backend>;
  constexpr bool barrier = !asked.cooperative || mode_detail::has_grid_barrier<backend>;
  // Reports one mistake. The checks are here and not in a function: fewer levels make a shorter error.
  if constexpr (!dispatchable<A> || !callable_here || !marked || !shape::shape.arrays_are_named || !takes_block) {
    // The queue's type, the grid's or the assertion above has reported it.
  } else if constexpr (numbers::broken == rule::threads) {
    (void)mode_detail::threads_check<A, asked.threads, detail::max_threads<A>>{};
  } else if constexpr (numbers::broken == rule::planes_of_threads) {
    (void)mode_detail::planes_of_threads_check<A, asked.threads_of[0], detail::max_planes_of_a_block>{};
  } else if constexpr (numbers::broken == rule::shared_memory) {
    (void)mode_detail::shared_memory_check<A, numbers::shared_bytes, detail::max_shared_memory<A>.count>{};
  } else if constexpr (numbers::broken == rule::static_shared_memory) {
    (void)mode_detail::static_shared_memory_check<A, asked.static_shared_bytes,
                                                  detail::max_static_shared_memory<A>.count>{};
  } else if constexpr (numbers::broken == rule::registers_of_a_thread) {
    (void)mode_detail::registers_of_a_thread_check<A, registers, detail::max_registers<A>>{};
  } else if constexpr (numbers::broken == rule::registers) {
    (void)mode_detail::registers_check<A, asked.threads, registers, numbers::room.registers,
                                       numbers::room.max_registers>{};
  } else if constexpr (numbers::broken == rule::blocks_per_sm) {
    (void)mode_detail::blocks_per_sm_check<A, asked.min_blocks, numbers::room.max_per_sm>{};
  } else if constexpr (numbers::broken == rule::cluster) {
    (void)mode_detail::cluster_check<A, asked.cluster_size, numbers::max_of_a_cluster>{};
  } else if constexpr (numbers::broken == rule::whole_clusters) {
    (void)mode_detail::whole_clusters_check<asked.block_count, asked.cluster_size>{};
  } else if constexpr (numbers::broken == rule::cooperative) {
    (void)mode_detail::cooperative_check<A, asked.block_count, numbers::room.max_at_once>{};
  } else if constexpr (!clusters) {
    (void)mode_detail::cluster_backend_check<A, backend>{};
  } else if constexpr (asked.cluster_size > 1 && !mode_detail::has_cluster_code<A>()) {
    (void)mode_detail::cluster_code_check<A>{};
  } else if constexpr (!barrier) {
    (void)mode_detail::grid_barrier_check<A, backend>{};
  } else if constexpr (!mode_detail::launches<backend, typename queue<A>::state_type, grid<Options...>, Kernel>) {
    (void)mode_detail::launch_backend_check<A, backend>{};
  } else {
    if constexpr (asked.dimensions == 1) {
      detail::check(extents<1>{over.blocks});
    } else {
      detail::check(over.extents_stated);
      if constexpr (detail::nvidia_gpu<A>) detail::check_rows_of_grid(name_of<A>, over.extents_stated);
    }
    if constexpr (asked.cluster_size > 1) {
      if (!detail::fill_clusters(over.blocks, asked.cluster_size)) {
        detail::a_cluster_is_not_filled(name_of<A>, over.blocks, asked.cluster_size);
      }
    }
    if constexpr (asked.cooperative) {
      if (over.blocks > numbers::room.max_at_once)
        detail::too_many_blocks_at_once(name_of<A>, over.blocks, numbers::room.max_at_once);
    }
    detail::naming_kernel<Kernel>([&] { run_launch(backend{}, on.state(), over, kernel); });
  }
}

/// Does not compile; it says what a number or extents stand for.
template <class A, class Over, class... Others>
  requires(!requires { Over::shape; } || sizeof...(Others) > 1)
void launch(queue<A>&, Over const&, Others const&...) {
  constexpr bool is_grid = requires { Over::shape; }, one_kernel = sizeof...(Others) == 1;
  static_assert(is_grid, "launch: the second argument is a grid: at::grid<at::threads_per_block<256>>{blocks}");
  static_assert(!is_grid || one_kernel, "launch: the arguments are (queue, grid, kernel), and these are more");
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 99, Arguments...> ||
           (!mode_detail::begins_with_a_queue<Arguments...> &&
            (requires { std::remove_cvref_t<Arguments>::shape; } || ...))
void launch(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 99, Arguments...>;
  static_assert(in_order,
                "launch: the queue comes first, a variable that is not const, then the grid and the kernel: "
                "launch(queue, at::grid<at::threads_per_block<256>>{blocks}, kernel)");
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class launch_takes_a_queue_a_grid_and_a_kernel = void>
void launch(detail::any_value, detail::any_value = {}, detail::any_value = {}, detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
