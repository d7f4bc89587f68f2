// SPDX-License-Identifier: BSL-1.0
/// \file
/// Blocks on the host processor. The blocks of a thread run one after another, and the threads of a block are a loop.
/// Options about registers and blocks of an SM have no effect. A block is marked for the device too, because kernels
/// that are marked for both call it.
#pragma once

#include <type_traits>

#include <allotype/backend/cpu/for_each.hpp>
#include <allotype/dispatch/detail/range_members.hpp>
#include <allotype/dispatch/launch.hpp>
#include <allotype/plan/block.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// Whose ranges they are; one thread runs them.
template <bool OfSubgroup>
struct host_team;

/// Where the arrays of a block are.
template <class Name>
struct place_of_array {
  typename Name::array* at = nullptr;
};
template <class Arrays>
struct places_of_arrays;
template <class... Names>
struct places_of_arrays<shared_arrays<Names...>> : place_of_array<Names>... {};

template <int Threads, bool Shared, bool StaticShared, class Arrays>
class host_block : public detail::range_members<host_team<false>>,
                   public detail::members_of_cooperative_groups,
                   places_of_arrays<Arrays> {
 public:
  ALLOTYPE_FN host_block(int index, void* shared, void* static_shared, places_of_arrays<Arrays> const& arrays)
      : places_of_arrays<Arrays>(arrays), index_(index), shared_(shared), static_shared_(static_shared) {}

  ALLOTYPE_FN int index() const { return index_; }
  ALLOTYPE_FN static constexpr int threads() { return Threads; }
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
  template <class F>
  ALLOTYPE_FN void each_thread(F const& f, char const* file = __builtin_FILE(), int line = __builtin_LINE()) const {
    run_threads("each_thread", true, f, file, line);
  }
  template <class F>
  ALLOTYPE_FN void each_thread_at_end(F const& f, char const* file = __builtin_FILE(),
                                      int line = __builtin_LINE()) const {
    run_threads("each_thread_at_end", false, f, file, line);
  }
#else
  template <class F>
  ALLOTYPE_FN void each_thread(F const& f) const {
    constexpr bool callable = detail::takes_threads<F, 1>;
    (void)sizeof(detail::function_of_threads<callable, 1>);
    for (int thread = 0; thread < Threads; ++thread) {
      if constexpr (callable) f(thread);
    }
  }
  template <class F>
  ALLOTYPE_FN void each_thread_at_end(F const& f) const {
    (void)sizeof(detail::function_of_threads<detail::takes_threads<F, 1>, 1>);  // here, for a shorter error
    each_thread(f);
  }
#endif
  /// Does not compile; no grid of this block waits.
  template <class Block = host_block>
  ALLOTYPE_FN void wait_for_grid() const {
    (void)sizeof(detail::grid_of_block_waits<Block>);
  }
  static constexpr bool has_shared_memory = Shared;
  template <class T>
  ALLOTYPE_FN T* shared() const {
    (void)sizeof(detail::shared_memory_of_block<Shared>);
    static_assert(sizeof(checked_shared<T, serial>) != 0);
    note_type<T>(false);
    return static_cast<T*>(shared_);
  }
  /// Does not compile; it says where the size stands.
  template <class T, class Number>
  ALLOTYPE_FN T* shared(Number const&) const {
    (void)sizeof(detail::size_of_shared_memory<Number>);
    return nullptr;
  }
  template <class T>
  ALLOTYPE_FN T* static_shared() const {
    (void)sizeof(detail::shared_memory_of_block<StaticShared>);
    static_assert(sizeof(checked_shared<T, serial>) != 0);
    note_type<T>(true);
    return static_cast<T*>(static_shared_);
  }
  template <class Name>
  static constexpr bool has_array = std::is_base_of_v<place_of_array<Name>, places_of_arrays<Arrays>>;
  template <class Name>
  ALLOTYPE_FN typename Name::array& named_array() const {
    static_assert(sizeof(checked_shared<typename Name::array, serial>) != 0);
    return *static_cast<place_of_array<Name> const&>(*this).at;
  }
  template <class T>
  ALLOTYPE_FN values_of_threads<T, Threads> per_thread() const {
    static_assert(sizeof(checked_element<T, serial>) != 0);
    return {};
  }

 private:
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
  template <class F>
  static void run_threads(char const* name, bool ends_with_barrier, F const& f, char const* file, int line) {
    box<1> threads;
    threads.end[0] = Threads;
    detail::running_block->run_range({name, file, line, false, ends_with_barrier, false, "thread", "threads"}, threads,
                                     f);
  }
#endif
  template <class T>
  ALLOTYPE_FN static void note_type([[maybe_unused]] bool is_static) {
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
    detail::running_block->template note_type<T>(is_static);
#endif
  }

  int index_;
  void* shared_;
  void* static_shared_;
};

/// A block whose number of threads is known while the program runs: at most `Threads`.
template <int Threads, bool Shared, bool StaticShared, class Arrays>
class sized_host_block : host_block<Threads, Shared, StaticShared, Arrays>, detail::no_ranges_of_sized_block {
  using largest = host_block<Threads, Shared, StaticShared, Arrays>;

 public:
  ALLOTYPE_FN sized_host_block(largest const& block, int threads) : largest(block), threads_(threads) {}
  using detail::no_ranges_of_sized_block::for_each, detail::no_ranges_of_sized_block::reduce;
  using largest::index, largest::shared, largest::static_shared, largest::sync, largest::sync_threads,
      largest::thread_index, largest::thread_rank, largest::has_shared_memory, largest::has_array, largest::named_array,
      largest::per_thread, largest::wait_for_grid;

  ALLOTYPE_FN int threads() const { return threads_; }
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
  template <class F>
  ALLOTYPE_FN void each_thread(F const& f, char const* file = __builtin_FILE(), int line = __builtin_LINE()) const {
    largest::each_thread(of_threads(f), file, line);
  }
  template <class F>
  ALLOTYPE_FN void each_thread_at_end(F const& f, char const* file = __builtin_FILE(),
                                      int line = __builtin_LINE()) const {
    largest::each_thread_at_end(of_threads(f), file, line);
  }
#else
  template <class F>
  ALLOTYPE_FN void each_thread(F const& f) const {
    constexpr bool callable = detail::takes_threads<F, 1>;
    (void)sizeof(detail::function_of_threads<callable, 1>);
    for (int thread = 0; thread < threads_; ++thread) {
      if constexpr (callable) f(thread);
    }
  }
  template <class F>
  ALLOTYPE_FN void each_thread_at_end(F const& f) const {
    (void)sizeof(detail::function_of_threads<detail::takes_threads<F, 1>, 1>);  // here, for a shorter error
    each_thread(f);
  }
#endif

 private:
  template <class F>
  auto of_threads(F const& f) const {
    return [&f, threads = threads_](int thread) {
      if (thread < threads) f(thread);
    };
  }

  int threads_;
};

/// A block of several dimensions. `Sizes` are its threads, or the most.
template <class Block, bool Varies, int... Sizes>
class host_block_of_dimensions : public Block {
  static constexpr int dimensions = sizeof...(Sizes);

 public:
  ALLOTYPE_FN host_block_of_dimensions(Block const& block, extents<dimensions> const& blocks,
                                       extents<dimensions> const& threads)
      : Block(block), blocks_(blocks), threads_(threads) {}

  using Block::index;
  ALLOTYPE_FN int index(int dimension) const {
    int left = index();
    for (int i = dimensions - 1; i > dimension; --i) left /= blocks_[i];
    return dimension > 0 ? left % blocks_[dimension] : left;
  }
  ALLOTYPE_FN int threads(int dimension) const {
    if constexpr (Varies) {
      return threads_[dimension];
    } else {
      return extents<dimensions>{Sizes...}[dimension];
    }
  }
  ALLOTYPE_FN int threads() const {
    int product = 1;
    for (int i = 0; i < dimensions; ++i) product *= threads(i);
    return product;
  }
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
  template <class F>
  ALLOTYPE_FN void each_thread(F const& f, char const* file = __builtin_FILE(), int line = __builtin_LINE()) const {
    observe("each_thread", true, f, file, line);
  }
  template <class F>
  ALLOTYPE_FN void each_thread_at_end(F const& f, char const* file = __builtin_FILE(),
                                      int line = __builtin_LINE()) const {
    observe("each_thread_at_end", false, f, file, line);
  }
#else
  template <class F>
  ALLOTYPE_FN void each_thread(F const& f) const {
    constexpr bool callable = detail::takes_threads<F, dimensions>;
    (void)sizeof(detail::function_of_threads<callable, dimensions>);
    for (int i = 0; i < threads(0); ++i) {
      for (int j = 0; j < threads(1); ++j) {
        if constexpr (dimensions == 2 && callable) {
          f(i, j);
        } else if constexpr (callable) {
          for (int k = 0; k < threads(2); ++k) f(i, j, k);
        }
      }
    }
  }
  template <class F>
  ALLOTYPE_FN void each_thread_at_end(F const& f) const {
    (void)sizeof(
        detail::function_of_threads<detail::takes_threads<F, dimensions>, dimensions>);  // here, for a shorter error
    each_thread(f);
  }
#endif
  template <class T>
  ALLOTYPE_FN values_of_dimensions<T, (Sizes * ...), Sizes...> per_thread() const {
    static_assert(sizeof(checked_element<T, serial>) != 0);
    return {};
  }

 private:
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
  /// Of the most threads those that the block has: a value of `per_thread` belongs to a position among the most.
  template <class F>
  void observe(char const* name, bool ends_with_barrier, F const& f, char const* file, int line) const {
    constexpr bool callable = detail::takes_threads<F, dimensions>;
    (void)sizeof(detail::function_of_threads<callable, dimensions>);
    box<dimensions> most;
    int i = 0;
    ((most.end[i++] = Sizes), ...);
    auto const of_block = [&](auto... index) {
      int dimension = 0;
      if constexpr (callable) {
        if ((... && (index < threads(dimension++)))) f(index...);
      }
    };
    detail::running_block->run_range({name, file, line, false, ends_with_barrier, false, "thread", "threads"}, most,
                                     of_block);
  }
#endif
  extents<dimensions> blocks_, threads_;
};

template <class Block, class Grid, class = std::make_integer_sequence<int, Grid::shape.dimensions>>
struct host_block_with_dimensions;
template <class Block, class Grid, int... Dimension>
struct host_block_with_dimensions<Block, Grid, std::integer_sequence<int, Dimension...>> {
  using type = host_block_of_dimensions<Block, Grid::shape.threads_vary, Grid::shape.threads_of[Dimension]...>;
};
template <class Block, class Grid>
struct host_block_with_dimensions<Block, Grid, std::integer_sequence<int, 0>> {
  using type = Block;
};

template <class Grid>
struct host_block_of {
  static constexpr bool shared = Grid::shape.shared_bytes > 0, static_shared = Grid::shape.static_shared_bytes > 0;
  using constant = host_block<Grid::threads, shared, static_shared, typename Grid::arrays>;
  using sized = sized_host_block<Grid::threads, shared, static_shared, typename Grid::arrays>;
  using in_a_line = std::conditional_t<Grid::shape.threads_vary, sized, constant>;
  using type = typename host_block_with_dimensions<in_a_line, Grid>::type;
};
template <class Grid>
using host_block_for = typename host_block_of<Grid>::type;

/// Memory for an array: a variable of its own, so that compilers know that the arrays are apart.
template <class Name>
struct memory_of_array {
  alignas(detail::alignment_of_shared_memory) unsigned char bytes[sizeof(typename Name::array)];
  memory_of_array() {}  // NOLINT(modernize-use-equals-default): the bytes are not set
  place_of_array<Name> place() { return {reinterpret_cast<typename Name::array*>(bytes)}; }
};

template <class Grid, class Kernel, class Arrays = typename Grid::arrays>
struct one_block;
template <class Grid, class Kernel, class... Names>
struct one_block<Grid, Kernel, shared_arrays<Names...>> {
  using places = places_of_arrays<shared_arrays<Names...>>;
  Kernel kernel;
  Grid over;
  void operator()(int index) const {
#ifdef ALLOTYPE_CHECKED
    detail::observed_block memory(index, static_cast<long long>(Grid::static_shared_memory.count),
                                  static_cast<long long>(over.shared_memory_of_a_block().count),
                                  {detail::observed_memory::of_array<Names>()...},
                                  detail::kernel_of_user<Kernel>::signature(), detail::accesses_followed<Kernel>);
    [[maybe_unused]] int part = detail::observed_block::first_array;
    kernel(block(index, memory.shared(), memory.static_shared(),
                 places{place_of_array<Names>{static_cast<typename Names::array*>(memory.part(part++))}...}));
    memory.end();
#else
    alignas(detail::alignment_of_shared_memory) unsigned char
        shared[Grid::shared_memory.count == 0 ? 1 : Grid::shared_memory.count];
    alignas(detail::alignment_of_shared_memory) unsigned char
        static_shared[Grid::static_shared_memory.count == 0 ? 1 : Grid::static_shared_memory.count];
    ALLOTYPE_INLINED_CALL kernel(block(index, shared, static_shared, places{memory_of_array<Names>().place()...}));
#endif
  }

 private:
  host_block_for<Grid> block(int index, void* shared, void* static_shared, places const& arrays) const {
    typename host_block_of<Grid>::constant const block(index, shared, static_shared, arrays);
    if constexpr (Grid::shape.dimensions > 1 && Grid::shape.threads_vary) {
      return {{block, over.threads_of_a_block()}, over.extents_stated, over.threads_stated};
    } else if constexpr (Grid::shape.dimensions > 1) {
      return {block, over.extents_stated, {}};
    } else if constexpr (Grid::shape.threads_vary) {
      return {block, over.threads_of_a_block()};
    } else {
      return block;
    }
  }
};

template <class Grid>
std::type_identity<host_block_for<Grid>> block_type(serial, Grid const&);

template <class Tag, class Grid, class Kernel>
  requires std::is_base_of_v<serial, Tag>
void run_launch(Tag tag, host_state& state, Grid const& over, Kernel const& kernel) {
  run_for_each(tag, state, extents<1>{over.blocks}, one_block<Grid, Kernel>{kernel, over});
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
