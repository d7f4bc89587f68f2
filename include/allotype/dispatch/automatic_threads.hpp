// SPDX-License-Identifier: BSL-1.0
/// \file
/// `grid<threads_per_block<automatic>>`: the library chooses the number of a block's threads for each accelerator,
/// while compiling.
#pragma once

#include <type_traits>

#include <allotype/dispatch/launch.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The type of `automatic`.
struct automatic_number {
  constexpr explicit operator int() const { return 1; }  ///< a block of one thread, until an accelerator is known
};
/// In a grid: the library chooses the number, `threads_per_block<automatic>`.
inline constexpr automatic_number automatic{};

/// In place of a number of blocks, where the library chooses their threads: as many blocks as have so many threads
/// together, `grid<threads_per_block<automatic>>{covering{n}}`.
struct covering {
  long long threads;  ///< at least so many
  template <class Count>
    requires std::is_integral_v<Count>
  constexpr explicit covering(Count count) : threads(static_cast<long long>(count)) {}
};

namespace detail {

template <class Option>
inline constexpr bool is_automatic = std::is_same_v<Option, threads_per_block<automatic>>;
template <class... Options>
concept with_automatic_threads = (is_automatic<Options> || ...);

template <int Threads, class... Options>
using grid_with_threads = grid<std::conditional_t<is_automatic<Options>, threads_per_block<Threads>, Options>...>;

[[noreturn]] inline void wrong_covering(long long threads) {
  throw size_error(message<2000>{} << "grid: covering{" << threads << "}; the number of threads is 0 or more");
}

/// What such a grid states while the program runs.
template <class... Options>
  requires with_automatic_threads<Options...>
struct numbers_of_grid<Options...>
    : numbers_of_grid<std::conditional_t<is_automatic<Options>, threads_per_block<1>, Options>...> {
  using of_one_thread = numbers_of_grid<std::conditional_t<is_automatic<Options>, threads_per_block<1>, Options>...>;
  using of_one_thread::of_one_thread;
  using of_one_thread::shape;

  long long covered = -1;  ///< so many threads together; -1 where the number of blocks is given

  /// \throws size_error if the number is negative; where the grid is launched, if the blocks are more than `int` holds
  template <class... Sizes>
    requires(shape.block_count == 0)
  constexpr numbers_of_grid(covering all, Sizes... each) : of_one_thread(0, each...), covered(all.threads) {
    if (covered < 0) wrong_covering(covered);
  }
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// Of a GPU's blocks those of which most threads run at the same time, and of several such the smallest; blocks that
/// the accelerator refuses are not asked. On a CPU a block is one thread; checked builds give it more, as they find
/// barriers that are missing between them.
template <class A, class... Options>
struct chosen_threads {
  static constexpr detail::block_shape shape = grid<Options...>::shape;

  template <int Threads>
  static constexpr long long at_once() {
    using asked = detail::grid_with_threads<Threads, Options...>;
    using numbers = detail::launch_numbers<A, asked, shape.registers>;
    if constexpr (numbers::broken != detail::launch_rule::none) {
      return 0;
    } else if constexpr (publishes<A, fact::sm_count> && shape.block_count > 0) {
      return Threads * static_cast<long long>(shape.block_count < numbers::room.max_at_once
                                                  ? shape.block_count
                                                  : numbers::room.max_at_once);
    } else {
      return Threads * static_cast<long long>(numbers::room.max_per_sm);
    }
  }
  template <int... Threads>
  static constexpr int best_of() {
    int const candidates[] = {Threads...};
    long long const running[] = {at_once<Threads>()...};
    int best = 0;
    for (int i = 1; i < static_cast<int>(sizeof...(Threads)); ++i) {
      if (running[i] > running[best]) best = i;
    }
    return candidates[best];
  }
  static constexpr int choose() {
    if constexpr (std::is_base_of_v<serial, backend_of<A>>) {
#ifdef ALLOTYPE_CHECKED
      return 128;
#else
      return 1;
#endif
    } else if constexpr (occupancy_known<A>) {
      return best_of<128, 256, 512, 1024>();
    } else {
      return 256;
    }
  }
  static constexpr int value = choose();
};

template <class A, class... Options>
  requires detail::with_automatic_threads<Options...>
struct grid_for<A, grid<Options...>> {
  using type = detail::grid_with_threads<chosen_threads<A, Options...>::value, Options...>;
};

}  // namespace mode_detail

/// The grid that `launch` runs on `A` where this one is given: its `threads` and `blocks` are chosen. Any other grid is
/// returned as it is.
/// \throws size_error if the blocks that cover the threads are more than `int` holds
template <accelerator A, class... Options>
[[nodiscard]] constexpr auto grid_on(grid<Options...> const& over) {
  using chosen = typename mode_detail::grid_for<A, grid<Options...>>::type;
  constexpr detail::block_shape shape = chosen::shape;
  if constexpr (!detail::with_automatic_threads<Options...>) {
    return over;
  } else if constexpr (shape.block_count > 0 && shape.shared_bytes_vary) {
    return chosen{over.shared_memory_of_a_block()};
  } else if constexpr (shape.block_count > 0) {
    return chosen{};
  } else {
    constexpr int cluster = shape.cluster_size > 1 ? shape.cluster_size : 1;
    constexpr long long of_a_cluster = static_cast<long long>(cluster) * shape.threads;
    long long const blocks = over.covered < 0
                                 ? over.blocks
                                 : (over.covered / of_a_cluster + (over.covered % of_a_cluster > 0 ? 1 : 0)) * cluster;
    if constexpr (shape.shared_bytes_vary) {
      return chosen{blocks, over.shared_memory_of_a_block()};
    } else {
      return chosen{blocks};
    }
  }
}

/// `launch` of a grid whose threads the library chooses.
template <class A, class... Options, class Kernel>
  requires detail::with_automatic_threads<Options...>
void launch(queue<A>& on, grid<Options...> const& over, Kernel const& kernel) {
  launch(on, grid_on<A>(over), kernel);
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
