// SPDX-License-Identifier: BSL-1.0
/// \file
/// Blocks on a GPU. The grid's type has the bounds of the launch: threads, registers, blocks of an SM.
#pragma once

#include <type_traits>

#include <allotype/backend/cuda/marked_function.hpp>
#include <allotype/backend/cuda/queue.hpp>
#include <allotype/catalog/nvidia_compute_capability.hpp>
#include <allotype/dispatch/detail/range_members.hpp>
#include <allotype/dispatch/launch.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {
/// `Sizes` are those of the dimensions of a block of several.
template <int Threads, int... Sizes>
struct threads_of_the_block;

/// Where the arrays of a block are: in static memory, or at the beginning of the dynamic one.
template <class Arrays, unsigned long long StaticBytes>
struct places_of_cuda_arrays;
template <class... Names, unsigned long long StaticBytes>
struct places_of_cuda_arrays<shared_arrays<Names...>, StaticBytes> {
  static constexpr detail::block_shape shape = [] {
    detail::block_shape result = detail::shape_of_block<shared_arrays<Names...>>();
    result.static_shared_bytes = StaticBytes;
    return result;
  }();
  static constexpr bool are_static = shape.arrays_are_static();
  static constexpr unsigned long long bytes_in_front = shape.bytes_of_dynamic_arrays();
  template <class Name>
  static constexpr bool has = detail::times_among<Name, Names...> > 0;
  template <class Name>
  static constexpr unsigned long long place_of = detail::place_among_arrays<Name, Names...>();
};
}  // namespace mode_detail

/// Marked for the host too, because kernels that are marked for both call it. It runs only on the device.
template <int Threads, unsigned long long StaticBytes = 0, int Cluster = 1, bool Shared = false,
          class Arrays = shared_arrays<>, int... Sizes>
class cuda_block : public detail::range_members<mode_detail::threads_of_the_block<Threads, Sizes...>>,
                   public detail::members_of_cooperative_groups {
 public:
  ALLOTYPE_FN int index() const {
#ifdef __CUDA_ARCH__
    return static_cast<int>(blockIdx.x);
#else
    return 0;
#endif
  }
  ALLOTYPE_FN static constexpr int threads() { return Threads; }
  template <class F>
  ALLOTYPE_FN void each_thread(F const& f) const {
    cuda_block::each_thread_at_end(f);
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
  }
  template <class F>
  ALLOTYPE_FN void each_thread_at_end([[maybe_unused]] F const& f) const {
#ifdef __CUDA_ARCH__
    constexpr bool callable = detail::takes_threads<F, 1>;
    (void)sizeof(detail::function_of_threads<callable, 1>);
    if constexpr (callable) f(static_cast<int>(threadIdx.x));
#endif
  }
  static constexpr bool has_shared_memory = Shared;
  template <class T>
  ALLOTYPE_FN T* shared() const {
    (void)sizeof(detail::shared_memory_of_block<Shared>);
    static_assert(sizeof(mode_detail::checked_shared<T, cuda_backend>) != 0);
    return reinterpret_cast<T*>(dynamic_memory() + arrays::bytes_in_front);
  }
  /// Does not compile; it says where the size stands.
  template <class T, class Number>
  ALLOTYPE_FN T* shared(Number const&) const {
    (void)sizeof(detail::size_of_shared_memory<Number>);
    return nullptr;
  }
  template <class T>
  ALLOTYPE_FN T* static_shared() const
    requires(StaticBytes > 0)
  {
    static_assert(sizeof(mode_detail::checked_shared<T, cuda_backend>) != 0);
    return static_cast<T*>(static_memory());
  }
  template <class Name>
  static constexpr bool has_array = mode_detail::places_of_cuda_arrays<Arrays, StaticBytes>::template has<Name>;
  template <class Name>
  ALLOTYPE_FN typename Name::array& named_array() const {
    static_assert(sizeof(mode_detail::checked_shared<typename Name::array, cuda_backend>) != 0);
    void* memory = nullptr;
    if constexpr (arrays::are_static) {
      memory = memory_of_array<Name>();
    } else {
      memory = dynamic_memory() + arrays::template place_of<Name>;
    }
    return *static_cast<typename Name::array*>(memory);
  }
  template <class T>
  ALLOTYPE_FN mode_detail::values_of_threads<T, 1> per_thread() const {
    static_assert(sizeof(mode_detail::checked_element<T, cuda_backend>) != 0);
    return {};
  }

  ALLOTYPE_FN static constexpr int cluster_size()
    requires(Cluster > 1)
  {
    return Cluster;
  }
  /// Does not compile; only blocks of a cooperative grid have it.
  template <class Block = cuda_block>
  ALLOTYPE_FN void wait_for_grid() const {
    (void)sizeof(detail::grid_of_block_waits<Block>);
  }
  ALLOTYPE_FN int index_in_cluster() const
    requires(Cluster > 1)
  {
    return index() % Cluster;
  }
  /// A barrier for all threads of all blocks of the cluster. Their earlier writes are visible after it.
  ALLOTYPE_FN void wait_for_cluster() const
    requires(Cluster > 1)
  {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
#endif
  }
  /// The `shared<T>()` of the block at `index` of this cluster.
  template <class T>
  ALLOTYPE_FN T* shared_of([[maybe_unused]] int index) const
    requires(Cluster > 1)
  {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    return static_cast<T*>(__cluster_map_shared_rank(shared<T>(), static_cast<unsigned>(index)));
#else
    return nullptr;
#endif
  }

 private:
  using arrays = mode_detail::places_of_cuda_arrays<Arrays, StaticBytes>;
  ALLOTYPE_FN static unsigned char* dynamic_memory() {
#ifdef __CUDA_ARCH__
    extern __shared__ __align__(detail::alignment_of_shared_memory) unsigned char memory_of_the_block[];
    return memory_of_the_block;
#else
    return nullptr;
#endif
  }
  // A variable for each array: of one struct of all, the compiler would not know that they are apart.
  template <class Name>
  ALLOTYPE_FN static void* memory_of_array() {
#ifdef __CUDA_ARCH__
    constexpr int alignment = static_cast<int>(detail::alignment_of_array<typename Name::array>);
    __shared__ __align__(alignment) unsigned char memory[sizeof(typename Name::array)];
    return memory;
#else
    return nullptr;
#endif
  }
  // This is no template of T: there is one array for all types of elements.
  ALLOTYPE_FN static void* static_memory() {
#ifdef __CUDA_ARCH__
    __shared__ __align__(detail::alignment_of_shared_memory) unsigned char memory[StaticBytes];
    return memory;
#else
    return nullptr;
#endif
  }
};

/// A block of a grid whose blocks all run at the same time.
template <int Threads, unsigned long long StaticBytes, int Cluster, bool Shared, class Arrays>
class cooperative_cuda_block : public cuda_block<Threads, StaticBytes, Cluster, Shared, Arrays> {
 public:
  ALLOTYPE_FN explicit cooperative_cuda_block(unsigned* arrived) : arrived_(arrived) {}

  /// A barrier for all threads of all blocks. Their earlier writes are visible after it.
  ///
  /// Each block adds to a counter: the first block a number with which the sum flips the highest bit as soon as all
  /// others have added 1. Each block waits for the flip. The lower bits are 0 again then, so the counter can be used
  /// for the next barrier.
  ALLOTYPE_FN void wait_for_grid() const {
#ifdef __CUDA_ARCH__
    constexpr unsigned highest_bit = 0x80000000u;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      unsigned const own = blockIdx.x == 0 ? highest_bit - (gridDim.x - 1) : 1;
      unsigned const before = atomicAdd(arrived_, own);
      while (((before ^ *static_cast<unsigned volatile*>(arrived_)) & highest_bit) == 0) {
#  ifdef ALLOTYPE_CHECKED
        if (detail::a_thread_has_ended()) detail::end_thread();
#  endif
      }
      __threadfence();
    }
    __syncthreads();
#endif
  }

 private:
  unsigned* arrived_;
};

/// A block whose number of threads is known while the program runs: at most `Threads`.
template <int Threads, unsigned long long StaticBytes, bool Shared, class Arrays>
class sized_cuda_block : cuda_block<Threads, StaticBytes, 1, Shared, Arrays>, detail::no_ranges_of_sized_block {
  using largest = cuda_block<Threads, StaticBytes, 1, Shared, Arrays>;

 public:
  using detail::no_ranges_of_sized_block::for_each, detail::no_ranges_of_sized_block::reduce;
  using largest::index, largest::each_thread, largest::each_thread_at_end, largest::shared, largest::static_shared,
      largest::sync, largest::sync_threads, largest::thread_index, largest::thread_rank, largest::has_shared_memory,
      largest::has_array, largest::named_array, largest::per_thread, largest::wait_for_grid;

  ALLOTYPE_FN int threads() const {
#ifdef __CUDA_ARCH__
    return static_cast<int>(blockDim.x);
#else
    return Threads;
#endif
  }
};

/// A block of several dimensions. `Block` has its `Sizes`, which are its threads, or the most.
template <class Block, bool Varies, int... Sizes>
class cuda_block_of_dimensions : public Block {
  static constexpr int dimensions = sizeof...(Sizes);

 public:
  ALLOTYPE_FN int index() const {
#ifdef __CUDA_ARCH__
    return static_cast<int>((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x);
#else
    return 0;
#endif
  }
  ALLOTYPE_FN int index([[maybe_unused]] int dimension) const {
#ifdef __CUDA_ARCH__
    return static_cast<int>(of_dimension(blockIdx, dimension));
#else
    return 0;
#endif
  }
  ALLOTYPE_FN int threads([[maybe_unused]] int dimension) const {
#ifdef __CUDA_ARCH__
    if constexpr (Varies) return static_cast<int>(of_dimension(blockDim, dimension));
#endif
    return extents<dimensions>{Sizes...}[dimension];
  }
  ALLOTYPE_FN int threads() const {
    int product = 1;
    for (int i = 0; i < dimensions; ++i) product *= threads(i);
    return product;
  }
  template <class F>
  ALLOTYPE_FN void each_thread(F const& f) const {
    each_thread_at_end(f);
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
  }
  template <class F>
  ALLOTYPE_FN void each_thread_at_end([[maybe_unused]] F const& f) const {
    constexpr bool callable = detail::takes_threads<F, dimensions>;
    (void)sizeof(detail::function_of_threads<callable, dimensions>);
#ifdef __CUDA_ARCH__
    [[maybe_unused]] int const column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
    if constexpr (dimensions == 2 && callable) {
      f(row, column);
    } else if constexpr (callable) {
      f(static_cast<int>(threadIdx.z), row, column);
    }
#endif
  }
  template <class T>
  ALLOTYPE_FN mode_detail::values_of_dimensions<T, 1, Sizes...> per_thread() const {
    static_assert(sizeof(mode_detail::checked_element<T, cuda_backend>) != 0);
    return {};
  }

 private:
  /// The last dimension is x.
  template <class Numbers>
  ALLOTYPE_FN static unsigned of_dimension(Numbers const& of, int dimension) {
    return dimension == dimensions - 1 ? of.x : dimension == dimensions - 2 ? of.y : of.z;
  }
};

namespace mode_detail {

template <class Grid, class = std::make_integer_sequence<int, Grid::shape.dimensions>>
struct block_with_dimensions;
template <class Grid, int... Dimension>
struct block_with_dimensions<Grid, std::integer_sequence<int, Dimension...>> {
  static constexpr detail::block_shape shape = Grid::shape;
  static constexpr bool shared = shape.shared_bytes > 0;
  using block = cuda_block<shape.threads, shape.static_shared_bytes, 1, shared, typename Grid::arrays,
                           shape.threads_of[Dimension]...>;
  using sized = sized_cuda_block<shape.threads, shape.static_shared_bytes, shared, typename Grid::arrays>;
  using type = cuda_block_of_dimensions<std::conditional_t<shape.threads_vary, sized, block>, shape.threads_vary,
                                        shape.threads_of[Dimension]...>;
};

template <class Grid>
struct block_for {
  static constexpr detail::block_shape shape = Grid::shape;
  static constexpr int cluster = shape.cluster_size < 1 ? 1 : shape.cluster_size;
  static constexpr bool shared = shape.shared_bytes > 0;
  using arrays = typename Grid::arrays;
  using constant = cuda_block<shape.threads, shape.static_shared_bytes, cluster, shared, arrays>;
  using cooperative = cooperative_cuda_block<shape.threads, shape.static_shared_bytes, cluster, shared, arrays>;
  using sized = sized_cuda_block<shape.threads, shape.static_shared_bytes, shared, arrays>;
  using type =
      std::conditional_t<shape.cooperative, cooperative, std::conditional_t<shape.threads_vary, sized, constant>>;
};

template <class Grid>
  requires(Grid::shape.dimensions > 1)
struct block_for<Grid> : block_with_dimensions<Grid> {};

template <class Block, int Threads, int MinBlocks, class Kernel>
__global__ void __launch_bounds__(Threads, MinBlocks) launch_kernel(Kernel const kernel) {
  if (false) needs_ALLOTYPE_FN{}(kernel, Block{});
  kernel(Block{});
}
template <class Block, int Threads, int MinBlocks, class Kernel>
__global__ void __launch_bounds__(Threads, MinBlocks) launch_large_kernel(ALLOTYPE_GRID_CONSTANT Kernel const kernel) {
  if (false) needs_ALLOTYPE_FN{}(kernel, Block{});
  kernel(Block{});
}
template <class Block, int Threads, int MinBlocks, class Kernel>
__global__ void __launch_bounds__(Threads, MinBlocks)
    cooperative_kernel(ALLOTYPE_GRID_CONSTANT Kernel const kernel, unsigned* arrived) {
  if (false) needs_ALLOTYPE_FN{}(kernel, Block{arrived});
  kernel(Block{arrived});
}

#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1204
inline constexpr bool can_bound_registers = true;
// nvcc does not accept bounds of registers and of launches together. If the grid's type has both, `launch` has checked
// that the registers leave room for the blocks.
template <class Block, int Registers, class Kernel>
__global__ void __maxnreg__(Registers) launch_kernel_with_registers(ALLOTYPE_GRID_CONSTANT Kernel const kernel) {
  if (false) needs_ALLOTYPE_FN{}(kernel, Block{});
  kernel(Block{});
}
template <class Block, int Registers, class Kernel>
__global__ void __maxnreg__(Registers)
    cooperative_kernel_with_registers(ALLOTYPE_GRID_CONSTANT Kernel const kernel, unsigned* arrived) {
  if (false) needs_ALLOTYPE_FN{}(kernel, Block{arrived});
  kernel(Block{arrived});
}
#else
inline constexpr bool can_bound_registers = false;
#endif

/// The kernel's function with the bounds of `Grid`.
template <class Grid, class Kernel>
constexpr auto function_of() {
  constexpr detail::block_shape shape = Grid::shape;
  using block = typename block_for<Grid>::type;
  constexpr int registers = detail::registers_stated<Grid, Kernel>();
  static_assert(registers == 0 || can_bound_registers, "registers_per_thread needs nvcc of CUDA 12.4 or newer");
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1204
  if constexpr (registers > 0 && shape.cooperative) {
    return &cooperative_kernel_with_registers<block, registers, Kernel>;
  } else if constexpr (registers > 0) {
    return &launch_kernel_with_registers<block, registers, Kernel>;
  } else
#endif
      if constexpr (shape.cooperative) {
    return &cooperative_kernel<block, shape.threads, shape.min_blocks, Kernel>;
  } else if constexpr (is_large_kernel<Kernel>) {
    return &launch_large_kernel<block, shape.threads, shape.min_blocks, Kernel>;
  } else {
    return &launch_kernel<block, shape.threads, shape.min_blocks, Kernel>;
  }
}

/// CUDA's x is the last dimension.
template <int Dimensions>
dim3 dimensions_of(extents<Dimensions> const& of) {
  return dim3(static_cast<unsigned>(of[Dimensions - 1]), static_cast<unsigned>(of[Dimensions - 2]),
              Dimensions == 3 ? static_cast<unsigned>(of[0]) : 1);
}
template <class Grid>
auto threads_of(Grid const& over) {
  if constexpr (Grid::shape.threads_vary) {
    return over.threads_stated;
  } else {
    extents<Grid::shape.dimensions> constant;
    for (int i = 0; i < Grid::shape.dimensions; ++i) constant.sizes[i] = Grid::shape.threads_of[i];
    return constant;
  }
}

/// CUDA refused a cooperative grid because its blocks do not all run at the same time: throws an error with the number
/// that do.
template <class Function>
[[noreturn, gnu::cold, gnu::noinline]] void refused_cooperative_grid(cuda_state const& state, Function function,
                                                                     int blocks, int threads,
                                                                     std::size_t shared_bytes) {
  cudaGetLastError();
  int of_an_sm = 0, sms = 0;
  state.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_an_sm, function, threads, shared_bytes),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  state.check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, state.device()), "cudaDeviceGetAttribute");
  detail::too_many_blocks_at_once(state.accelerator(), blocks, of_an_sm * sms);
}

}  // namespace mode_detail

template <class Grid>
std::type_identity<typename mode_detail::block_for<Grid>::type> block_type(cuda_backend, Grid const&);

template <class Grid, class Kernel>
void run_launch(cuda_backend, cuda_state& state, Grid const& over, Kernel const& kernel) {
  if (over.blocks == 0) return;
  state.activate();
  constexpr detail::block_shape shape = Grid::shape;
  auto const& launched = mode_detail::launched(state, kernel);
  constexpr auto function = mode_detail::function_of<Grid, std::remove_cvref_t<decltype(launched)>>();
  constexpr unsigned long long arrays = shape.bytes_of_dynamic_arrays(), most = shape.shared_bytes + arrays;
  std::size_t const dynamic_bytes = over.shared_memory_of_a_block().count + arrays;
  // The limit without opting in counts both kinds of shared memory; opting in is for the dynamic kind.
  if constexpr (most > 0 && shape.all_shared_bytes() > shared_memory_without_opting_in.count) {
    state.check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(most)),
                "cudaFuncSetAttribute");
  }
  if constexpr (shape.non_portable) {
    state.check(cudaFuncSetAttribute(function, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
                "cudaFuncSetAttribute");
  }
  if constexpr (shape.dimensions > 1) {
    function<<<mode_detail::dimensions_of(over.extents_stated),
               mode_detail::dimensions_of(mode_detail::threads_of(over)), dynamic_bytes, state.stream()>>>(launched);
    state.check(cudaGetLastError(), "launch of a grid");
  } else if constexpr (shape.cluster_size < 2 && !shape.cooperative) {
    function<<<over.blocks, over.threads_of_a_block(), dynamic_bytes, state.stream()>>>(launched);
    state.check(cudaGetLastError(), "launch of a grid");
  } else {
    cudaLaunchAttribute attributes[2];
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3(static_cast<unsigned>(over.blocks));
    configuration.blockDim = dim3(shape.threads);
    configuration.dynamicSmemBytes = dynamic_bytes;
    configuration.stream = state.stream();
    configuration.attrs = attributes;
    if constexpr (shape.cluster_size > 1) {
      cudaLaunchAttribute& attribute = attributes[configuration.numAttrs++];
      attribute.id = cudaLaunchAttributeClusterDimension;
      attribute.val.clusterDim = {static_cast<unsigned>(shape.cluster_size), 1, 1};
    }
    if constexpr (shape.cooperative) {
      cudaLaunchAttribute& attribute = attributes[configuration.numAttrs++];
      attribute.id = cudaLaunchAttributeCooperative;
      attribute.val.cooperative = 1;
      cudaError_t const code = cudaLaunchKernelEx(&configuration, function, launched, state.grid_barrier());
      if (code == cudaErrorCooperativeLaunchTooLarge) {
        mode_detail::refused_cooperative_grid(state, function, over.blocks, shape.threads, most);
      }
      state.check(code, "launch of a cooperative grid");
    } else {
      state.check(cudaLaunchKernelEx(&configuration, function, launched), "launch of a grid of clusters");
    }
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
