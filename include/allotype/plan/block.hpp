// SPDX-License-Identifier: BSL-1.0
/// \file
/// Options of `grid<…>` and `occupancy<A, …>`, in any order. `threads_per_block<N>` and `shared_memory_per_block<B>`
/// are in core/amounts.hpp, because needs use them, too.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/catalog/nvidia_compute_capability.hpp>
#include <allotype/core/amounts.hpp>
#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Shared memory of a block at a constant address: at most 48 KiB.
template <bytes Amount>
struct static_shared_memory_per_block {
  static constexpr bytes value = Amount;
};

/// An array in the shared memory of a block, which has a name: `struct tile : shared_array<float[16][16]> {};`. A grid
/// has it by the option `shared_arrays<tile>`, and the kernel gets it by `shared<tile>(block)`.
template <class Array>
struct shared_array {
  using array = Array;  ///< its type, such as `float[16][16]`
};

/// Arrays of a block with their names, each in a place of its own. Not initialised.
template <class... Names>
struct shared_arrays {};

/// An upper bound of the 32-bit registers of a thread, which the compiler keeps. A kernel may have a member
/// `static constexpr int registers_per_thread` instead.
template <int Count>
struct registers_per_thread {
  static_assert(Count > 0, "registers_per_thread<N>: a thread has at least one register");
  static constexpr int value = Count;
};

/// The kernel is compiled so that at least `Count` blocks fit on a streaming multiprocessor at once.
template <int Count>
struct min_blocks_per_sm {
  static_assert(Count > 0, "min_blocks_per_sm<N>: at least one");
  static constexpr int value = Count;
};

/// A constant number of blocks.
template <int Count>
struct blocks {
  static_assert(Count > 0, "blocks<N>: a grid of constant size has at least one block");
  static constexpr int value = Count;
};

/// Groups of `Count` consecutive blocks run at the same time, wait for each other and read each other's shared memory.
template <int Count>
struct blocks_per_cluster {
  static_assert(Count > 0 && Count <= 8,
                "blocks_per_cluster<N>: at most 8 blocks are portable; for more write non_portable_cluster<N>, which "
                "some GPUs with "
                "clusters refuse");
  static constexpr int value = Count;
};

/// The same with more than 8 blocks, which some GPUs with clusters refuse.
template <int Count>
struct non_portable_cluster {
  static_assert(Count > 0, "non_portable_cluster<N>: a cluster has at least one block");
  static constexpr int value = Count;
};

/// All blocks run at the same time and can wait for each other.
struct cooperative {};

namespace detail {

/// What a block's shared memory is aligned to, on every backend.
inline constexpr std::size_t alignment_of_shared_memory = 128;

ALLOTYPE_FN constexpr unsigned long long rounded_to(unsigned long long bytes, unsigned long long unit) {
  return (bytes + unit - 1) / unit * unit;
}
/// Where an array, or a part of shared memory, may begin: at 16 bytes at least, which a thread reads at once.
template <class Array>
inline constexpr unsigned long long alignment_of_array = alignof(Array) < 16 ? 16 : alignof(Array);

template <class Name>
concept name_of_array =
    requires { typename Name::array; } && std::is_base_of_v<shared_array<typename Name::array>, Name>;

/// Where parts begin that stand behind one another, each of so many elements, and where the last one ends.
template <class... T, class... N>
ALLOTYPE_FN constexpr auto begins_of_parts(N... counts) {
  struct {
    unsigned long long of[sizeof...(T) + 1]{};
  } begin;
  unsigned long long const sizes[] = {sizeof(T) * static_cast<unsigned long long>(counts)..., 0};
  unsigned long long const alignments[] = {alignment_of_array<T>..., 1};
  for (int i = 0; i < static_cast<int>(sizeof...(T)); ++i) {
    begin.of[i + 1] = rounded_to(begin.of[i] + sizes[i], alignments[i + 1]);
  }
  return begin;
}

template <class>
inline constexpr int one = 1;
/// Where an array begins among others that stand behind one another; without it, where the last one ends.
template <class Name, class... Names>
constexpr unsigned long long place_among_arrays() {
  bool const is_it[] = {std::is_same_v<Name, Names>..., true};
  std::size_t at = 0;
  while (!is_it[at]) ++at;
  return begins_of_parts<typename Names::array...>(one<Names>...).of[at];
}
template <class Name, class... Names>
inline constexpr int times_among = (0 + ... + static_cast<int>(std::is_same_v<Name, Names>));

/// The options of a grid as numbers; 0 for an option that is missing.
struct block_shape {
  int threads = 0;
  unsigned long long shared_bytes = 0;
  unsigned long long static_shared_bytes = 0;
  unsigned long long array_bytes = 0;
  int registers = 0;
  int min_blocks = 0;
  // They are not `blocks` and `cluster`: a "<" behind those could begin a template's arguments.
  int block_count = 0;
  int cluster_size = 0;
  bool non_portable = false;
  bool cooperative = false;
  int dimensions = 1;
  int threads_of[3]{};  ///< of each dimension, the last of which runs fastest
  // The number above is then the largest, and the grid has the one that holds.
  bool threads_vary = false;
  bool threads_alike = true;  ///< all of them vary, or none
  bool shared_bytes_vary = false;
  int times_stated[9]{};  ///< by kind of option
  bool all_known = true;
  bool arrays_are_named = true;

  template <auto N, auto... More>
  constexpr void take(threads_per_block<N, More...>) {
    threads = threads_per_block<N, More...>::value, ++times_stated[0];
    threads_vary = requires { N.value; };
    threads_alike = (... && (threads_vary == requires { More.value; }));
    dimensions = 1 + static_cast<int>(sizeof...(More));
    int const each[] = {threads_stated(N), threads_stated(More)...};
    for (int i = 0; i < dimensions && i < 3; ++i) threads_of[i] = each[i];
  }
  template <auto N>
  constexpr void take(shared_memory_per_block<N>) {
    shared_bytes = shared_memory_per_block<N>::value.count, ++times_stated[1];
    shared_bytes_vary = requires { N.value; };
  }
  template <bytes N>
  constexpr void take(static_shared_memory_per_block<N>) {
    static_shared_bytes = N.count, ++times_stated[2];
  }
  template <int N>
  constexpr void take(registers_per_thread<N>) {
    registers = N, ++times_stated[3];
  }
  template <int N>
  constexpr void take(min_blocks_per_sm<N>) {
    min_blocks = N, ++times_stated[4];
  }
  template <int N>
  constexpr void take(allotype::blocks<N>) {
    block_count = N, ++times_stated[5];
  }
  template <int N>
  constexpr void take(allotype::blocks_per_cluster<N>) {
    cluster_size = N, ++times_stated[6];
  }
  template <int N>
  constexpr void take(non_portable_cluster<N>) {
    cluster_size = N, non_portable = true, ++times_stated[6];
  }
  constexpr void take(allotype::cooperative) { cooperative = true, ++times_stated[7]; }
  template <class... Names>
  constexpr void take(shared_arrays<Names...>) {
    ++times_stated[8];
    arrays_are_named = (... && (name_of_array<Names> && times_among<Names, Names...> == 1));
    if constexpr ((... && name_of_array<Names>)) array_bytes = place_among_arrays<void, Names...>();
  }
  template <class Other>
  constexpr void take(Other) {
    all_known = false;
  }

  /// CUDA's static memory has the arrays as long as they fit: their addresses are constants there.
  constexpr bool arrays_are_static() const {
    return static_shared_bytes + array_bytes <= shared_memory_without_opting_in.count;
  }
  /// The dynamic memory begins with the arrays where they do not fit.
  constexpr unsigned long long bytes_of_dynamic_arrays() const {
    return arrays_are_static() ? 0 : rounded_to(array_bytes, alignment_of_shared_memory);
  }
  constexpr unsigned long long all_shared_bytes() const {
    return shared_bytes + static_shared_bytes + (arrays_are_static() ? array_bytes : bytes_of_dynamic_arrays());
  }

  constexpr bool each_once() const {
    for (int times : times_stated) {
      if (times > 1) return false;
    }
    return true;
  }
};

template <class... Options>
constexpr block_shape shape_of_block() {
  block_shape shape;
  (shape.take(Options{}), ...);
  return shape;
}

/// The arrays among the options.
template <class... Options>
struct arrays_among {
  using type = shared_arrays<>;
};
template <class... Names, class... Others>
struct arrays_among<shared_arrays<Names...>, Others...> {
  using type = shared_arrays<Names...>;
};
template <class First, class... Others>
struct arrays_among<First, Others...> : arrays_among<Others...> {};

template <class F, int Dimensions>
inline constexpr bool takes_threads =
    Dimensions == 2 ? std::is_invocable_v<F const&, int, int> : std::is_invocable_v<F const&, int, int, int>;
template <class F>
inline constexpr bool takes_threads<F, 1> = requires(F const& f, int thread) { f(thread); };
/// The error of a function that takes other indices than a block's threads have.
template <bool Callable, int Dimensions>
struct function_of_threads {
  static_assert(
      Dimensions > 1 || Callable,
      "each_thread calls its function with the number of the thread: block.each_thread([&](int thread) { ... })");
  static_assert(Dimensions == 1 || Callable,
                "each_thread of a block of two dimensions calls its function with a row and a column, [&](int row, int "
                "column) { ... }, of three with a plane, a row and a column");
};

/// The errors of a barrier, and of the number of a thread, that a block is asked for.
template <class Block>
struct barrier_of_a_block {
  static_assert(sizeof(Block) == 0,
                "a block has no sync(): each_thread ends with a barrier, and what stands behind the barrier is another "
                "each_thread");
};
template <class Block>
struct thread_of_a_block {
  static_assert(
      sizeof(Block) == 0,
      "a block knows no number of a thread: block.each_thread([&](int thread) { ... }) calls a function with it");
};

/// What a block has in CUDA's cooperative groups. None compiles; the errors say what it has here.
class members_of_cooperative_groups {
 public:
  template <class Block = members_of_cooperative_groups>
  ALLOTYPE_FN void sync() const {
    (void)sizeof(barrier_of_a_block<Block>);
  }
  template <class Block = members_of_cooperative_groups>
  ALLOTYPE_FN void sync_threads() const {
    (void)sizeof(barrier_of_a_block<Block>);
  }
  template <class Block = members_of_cooperative_groups>
  ALLOTYPE_FN int thread() const {
    return static_cast<int>(sizeof(thread_of_a_block<Block>));
  }
  template <class Block = members_of_cooperative_groups>
  ALLOTYPE_FN int thread_index() const {
    return static_cast<int>(sizeof(thread_of_a_block<Block>));
  }
  template <class Block = members_of_cooperative_groups>
  ALLOTYPE_FN int thread_rank() const {
    return static_cast<int>(sizeof(thread_of_a_block<Block>));
  }
};

/// The error of a block that is told to wait for the others, where these may not run yet.
template <class Block>
struct grid_of_block_waits {
  static_assert(
      !std::is_same_v<Block, Block>,
      "wait_for_grid(): the blocks of this grid do not run at the same time: add at::cooperative to its options");
};

/// The error of a block that is asked for so many numbers.
template <class Number>
struct size_of_shared_memory {
  static_assert(
      sizeof(Number) == 0,
      "shared<T>(): it takes no number, and returns all of the memory: state its size in the grid's options, "
      "shared_memory_per_block<B>, or shared_memory_per_block<at_most<B>> for one that is known while running");
};

/// The error of a block that is asked for shared memory and has none. Without the check a kernel would write to memory
/// of somebody else.
template <bool Stated>
struct shared_memory_of_block {
  static_assert(
      Stated,
      "shared<T>(): the grid of this launch has no shared memory: add shared_memory_per_block<N> to its options, or "
      "static_shared_memory_per_block<N> for static_shared<T>()");
};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
