// SPDX-License-Identifier: BSL-1.0
/// \file
/// `launch(queue, grid<…>{blocks}, kernel)`: blocks of threads that share memory. What a block asks for is in the type, so
/// that it is checked against the accelerator while compiling.
#pragma once

#include <allotype/core/amounts.hpp>
#include <allotype/dispatch/for_each.hpp>

namespace allotype {

/// So many blocks of `Threads` threads with `Shared` memory each.
template <class Threads, class Shared = shared_memory_per_block<bytes{0}>>
struct grid {
  static constexpr int threads = Threads::value;
  static constexpr bytes shared_memory = Shared::value;
  int blocks;
};

namespace core {

template <class A>
constexpr int most_threads() {
  if constexpr (publishes<A, fact::max_threads_per_block>) {
    return max_threads_per_block_of<A>;
  } else {
    return 0x7fffffff;
  }
}
template <class A>
constexpr bytes most_shared_memory() {
  if constexpr (publishes<A, fact::max_shared_memory_per_block>) {
    return max_shared_memory_per_block_of<A>;
  } else {
    return bytes{~0ULL};
  }
}

}  // namespace core

/// `A` takes blocks like those of `Grid`. Where no limit of `A` is published, none is checked.
template <class A, class Grid>
concept takes_blocks_of = accelerator<A> && Grid::threads <= core::most_threads<A>() &&
                          Grid::shared_memory <= core::most_shared_memory<A>();

inline namespace ALLOTYPE_MODE {

namespace detail {

template <class A, class Grid, int MostThreads, unsigned long long MostSharedBytes>
struct launch_check {
  static_assert(Grid::threads <= MostThreads,
                "launch: the grid has more threads per block than this accelerator takes; the most that it takes is "
                "MostThreads, the grid's are in its type");
  static_assert(Grid::shared_memory.count <= MostSharedBytes,
                "launch: the grid asks for more shared memory per block than this accelerator has; the most that a block "
                "can have is MostSharedBytes, the grid's are in its type");
  static constexpr bool value = Grid::threads <= MostThreads && Grid::shared_memory.count <= MostSharedBytes;
};

}  // namespace detail

/// Calls `kernel(block)` once for each block. `block.index()` and `block.threads()` tell which and how wide;
/// `block.each_thread(f)` calls `f(thread)` for each thread of the block and returns when all are done;
/// `block.shared<T>()` is the block's memory, uninitialised. Asynchronous where the backend is.
template <class A, class Threads, class Shared, class Kernel>
void launch(queue<A>& on, grid<Threads, Shared> const& over, Kernel const& kernel) {
  using shape = grid<Threads, Shared>;
  static_assert(std::is_trivially_copyable_v<Kernel>, "launch: the kernel is not trivially copyable");
  static_assert(!core::reads_elsewhere<Kernel, A>, "launch: the kernel reads memory of another accelerator than the queue's");
  if constexpr (detail::launch_check<A, shape, core::most_threads<A>(), core::most_shared_memory<A>().count>::value &&
                dispatchable<A>) {
    allotype::core::check(extents<1>{over.blocks});
    run_launch(backend_of<A>{}, on.state(), over, kernel);
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
