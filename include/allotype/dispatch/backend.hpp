// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which backend runs code on which accelerator, in this file as it is being compiled.
///
/// A backend is a tag and a handful of functions, found by argument-dependent lookup on the tag. `backend_for` asks
/// whether those that every backend has are there.
///
/// | function                                                        | does                                            |
/// |-----------------------------------------------------------------|-------------------------------------------------|
/// | `opened<State> open_queue(Tag, device_request const&)`          | a queue, or why not; `State` is movable         |
/// | `fixed_text<240> describe_queue(Tag, State const&)`             | where it runs, for people                       |
/// | `void* allocate(Tag, State&, std::size_t bytes)`                | memory of the device, aligned as `malloc` does it |
/// | `void deallocate(Tag, void*) noexcept`                          | reports errors, cannot throw them               |
/// | `void copy_bytes(Tag, State&, void* to, void const* from, std::size_t bytes, direction)` | ordered in the queue   |
/// | `void copy_lines(Tag, State&, pitched_copy const&, direction)`  | the same for lines with gaps between them; need not be there |
/// | `void run_for_each(Tag, State&, extents<…> const&, F const&)`   | calls `F` once an index                         |
/// | `T run_reduce(Tag, State&, extents<…> const&, T, Op, F const&)` | the result is there on return; without it `run_for_each` does it |
/// | `void run_reduce(…, F const&, T* result)`                       | the result arrives in the device's memory; without it `reduce` waits and copies |
/// | `void run_scan(Tag, State&, long long count, Start const&, Op, In const&, Out const&)` | optional; `dispatch/scan.hpp` says what it does |
/// | `void run_sort(Tag, State&, long long count, Key*, Value*, Order const&)` | optional; `dispatch/sort.hpp` says what it does |
/// | `void run_launch(Tag, State&, Grid const&, F const&)`           | calls `F` once a block                          |
/// | `std::type_identity<Block> block_type(Tag, Grid const&)`        | the type that it is called with; declared only  |
/// | `void begin_range(Tag, char const* name)`, `void end_range(Tag)` | a named range for profilers                    |
/// | `void wait_for(Tag, State&)`                                    | until all is done; throws what went wrong       |
///
/// These are optional. Without one, what it is for is done by the functions above, or does not compile:
///
/// | function                                                        | does                                            |
/// |-----------------------------------------------------------------|-------------------------------------------------|
/// | `void run_for_each(Tag, State&, extents<…> const&, F const&, dynamic)` | where threads can take chunks of indices in turn |
/// | `void run_for_each(Tag, State&, extents<1, …> const&, F const&, indices_per_thread<N>)` | where a thread can take several indices |
/// | `State another_queue(Tag, State const&)`                        | a queue on the same device; else `State` is copied |
/// | `State another_queue(Tag, State const&, queue_priority)`        | the same where queues have priorities           |
/// | `opened<State> wrap_queue(Tag, device_request const&, Handle)`  | a queue over a handle that stays its owner's    |
/// | `Handle native_handle(Tag, State&)`                             | the queue's handle, for other libraries         |
/// | `Event record_event(Tag, State&)`                               | notes how far the queue's work goes; `Event` can be moved, and made from nothing |
/// | `void wait_for_event(Tag, Event const&)`, `bool has_passed(Tag, Event const&)` | the calling thread waits or asks; with `record_event` |
/// | `void wait_in_queue(Tag, State&, Event const&)`                 | later work of the queue waits; else the calling thread does |
/// | `void copy_bytes_async(Tag, State&, void*, void const*, std::size_t, direction)` | a copy that is not waited for |
/// | `void copy_lines_async(Tag, State&, pitched_copy const&, direction)` | the same of lines with gaps between them |
/// | `void copy_across(Tag, State& from, State& to, void*, void const*, std::size_t)` | between two devices, ordered in the queue `to` |
/// | `void copy_lines_across(Tag, State& from, State& to, pitched_copy const&)` | the same of lines with gaps between them |
/// | `void* allocate_pinned(Tag, State&, std::size_t)`, `void deallocate_pinned(Tag, void*) noexcept` | memory of the host for the device; else ordinary |
/// | `Pool pool_of(Tag, State&, …)`                                  | memory in the order of the queue's work; `dispatch/pooled_buffer.hpp` |
/// | `void* allocate_unified(Tag, State&, std::size_t)`              | memory for host and device, released by `deallocate` |
///
/// A tag that derives from `serial` or another tag has its functions, and replaces those it declares anew. A tag whose
/// blocks can form clusters says `static constexpr bool has_clusters = true`; one whose blocks can all wait for each
/// other, `static constexpr bool has_grid_barrier = true`. Without them such launches do not compile.
///
/// Whether a device is there is asked by opening a queue and closing it.
#pragma once

#include <type_traits>

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/core/detail/message.hpp>
#include <allotype/core/mode.hpp>
#include <allotype/devices/which_device.hpp>
#include <allotype/dispatch/detail/backend_functions.hpp>
#include <allotype/dispatch/opened.hpp>

#include <allotype/dispatch/detail/begin_sentences.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// What a backend is told about the accelerator that it shall open, and which of several such devices is meant.
struct device_request : accelerator_data {
  int index = 0;           ///< which of several such devices, in the backend's order
  bool by_uuid = false;    ///< the device with this UUID and no other
  device_uuid uuid{};      ///< complete where it is asked for
  bool unchecked = false;  ///< a device that is not what the type says will do; `index` counts all devices
};

/// Between which memories a backend copies. The device's memory is that of the queue's device.
enum class direction : int { to_device, from_device, on_device };

/// What a backend copies of views with gaps: planes of lines, and the distances in bytes from one line or plane to the
/// next.
struct pitched_copy {
  void* to;                                ///< where the first line goes
  void const* from;                        ///< where the first line is
  std::size_t bytes;                       ///< of a line
  long long lines, to_line, from_line;     ///< of a plane: how many, and the distances at both ends
  long long planes, to_plane, from_plane;  ///< the same of planes
};

namespace detail {

/// Calls `copy(to, from)` with the beginnings of each line.
template <class Copy>
void each_line(pitched_copy const& block, Copy const& copy) {
  for (long long plane = 0; plane < block.planes; ++plane) {
    char* to = static_cast<char*>(block.to) + plane * block.to_plane;
    char const* from = static_cast<char const*>(block.from) + plane * block.from_plane;
    for (long long line = 0; line < block.lines; ++line, to += block.to_line, from += block.from_line) copy(to, from);
  }
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// The base of the backends on the host: through it, calls find the functions in this namespace that work for them.
struct runs_on_host {};

}  // namespace mode_detail

/// The calling thread.
struct serial : mode_detail::runs_on_host {};
/// OpenMP's threads. Only loops and reductions differ from `serial`.
struct openmp : serial {};
/// CUDA's runtime. Only files compiled by nvcc have it. Not `cuda`: behind `using namespace allotype` clang would find
/// it where `cuda::std` is meant.
struct cuda_backend {
  static constexpr bool has_clusters = true;
  static constexpr bool has_grid_barrier = true;
};

namespace mode_detail {

/// Nothing here runs code on the accelerator.
struct no_backend {};

#ifdef _OPENMP
using host_backend = openmp;
#else
using host_backend = serial;
#endif

#ifdef __CUDACC__
inline constexpr bool compiled_with_cuda = true;
/// Code can run on a GPU of the same or a newer compute capability: as it is within one major version, else through
/// PTX. Whether PTX is in the binary the preprocessor does not see; the queue finds out when it opens.
constexpr bool has_code_for(compute_capability<> device) {
  for (int const architecture : {__CUDA_ARCH_LIST__}) {
    if (compute_capability{architecture / 100, architecture / 10 % 10} <= device) return true;
  }
  return false;
}
/// Clusters begin with 9.0. PTX of an older GPU runs on a newer one, and has none: what waits for a cluster is empty
/// there.
constexpr bool has_cluster_code_for(compute_capability<> device) {
  for (int const architecture : {__CUDA_ARCH_LIST__}) {
    if (architecture >= 900 && compute_capability{architecture / 100, architecture / 10 % 10} <= device) return true;
  }
  return false;
}
constexpr bool toolkit_knows(compute_capability<> device) {
#  if __CUDACC_VER_MAJOR__ >= 13
  return device >= compute_capability{7, 5};
#  else
  return device >= compute_capability{5, 0};
#  endif
}
#else
inline constexpr bool compiled_with_cuda = false;
constexpr bool has_code_for(compute_capability<>) { return false; }
constexpr bool has_cluster_code_for(compute_capability<>) { return false; }
constexpr bool toolkit_knows(compute_capability<>) { return false; }
#endif

template <class A>
concept brings_backend = requires { typename A::backend; };

/// An NVIDIA GPU of which enough is known to program it.
template <class A>
concept programmable_nvidia_gpu = detail::nvidia_gpu<A> && !request_only<A> && publishes<A, fact::compute_capability>;

template <class A>
constexpr bool cuda_toolkit_knows() {
  if constexpr (publishes<A, fact::compute_capability>) {
    return toolkit_knows(fact_of<A, fact::compute_capability>);
  } else {
    return false;
  }
}
template <class A>
constexpr bool cuda_has_code_for() {
  if constexpr (publishes<A, fact::compute_capability>) {
    return has_code_for(fact_of<A, fact::compute_capability>);
  } else {
    return false;
  }
}

template <class A>
struct backend_selector {
  using type = no_backend;
};
template <class A>
  requires brings_backend<device_of<A>>
struct backend_selector<A> {
  using type = typename device_of<A>::backend;
};
template <host_processor A>
  requires(!brings_backend<device_of<A>>)
struct backend_selector<A> {
  using type = host_backend;
};
template <programmable_nvidia_gpu A>
  requires(!brings_backend<device_of<A>> && compiled_with_cuda && cuda_toolkit_knows<A>() && cuda_has_code_for<A>())
struct backend_selector<A> {
  using type = cuda_backend;
};

/// The tag of the backend that runs code on `A`; `no_backend` where there is none.
template <accelerator A>
using backend_of = typename mode_detail::backend_selector<A>::type;

/// The tag is a backend of the library, or has the functions of one, in whichever headers they are.
template <class Tag>
concept of_this_library = std::is_base_of_v<serial, Tag> || std::is_base_of_v<cuda_backend, Tag>;
/// Such a tag has an `open_queue` of its own, which returns no `opened`.
template <class Tag>
concept opens_something_else =
    requires(Tag tag, device_request const& asked) { open_queue(tag, asked); } && !has_open_queue<Tag>;
/// Or a `describe_queue` of its own, which returns no text of the library's.
template <class Tag>
concept describes_by_something_else = has_open_queue<Tag> && requires(Tag tag, state_of_tag<Tag> const& state) {
  describe_queue(tag, state);
} && !has_describe_queue<Tag, state_of_tag<Tag>>;

/// CUDA is what would run code on `A`. A concept: nvcc asks it of a type that an error was of, and says nothing more.
template <class A>
concept is_for_cuda = programmable_nvidia_gpu<A> && !brings_backend<device_of<A>>;
template <class A>
inline constexpr bool has_backend = !request_only<A> && !std::is_same_v<backend_of<A>, no_backend>;

/// Compilers quote a constraint that fails, with its texts.
consteval bool holds(bool condition, char const* /*else_said*/) { return condition; }

/// Kernels on `A` read the host's memory.
template <class A>
inline constexpr bool reads_host_memory = std::is_base_of_v<runs_on_host, backend_of<A>>;

}  // namespace mode_detail

/// `Tag` has the functions that every backend has, which are the first table above without reductions, scans, sorts and
/// launches. The queue of an accelerator whose backend lacks one does not compile, and names the function.
template <class Tag, class A>
concept backend_for =
    accelerator<A> && ((mode_detail::of_this_library<Tag> && !mode_detail::opens_something_else<Tag> &&
                        !mode_detail::describes_by_something_else<Tag>) ||
                       mode_detail::functions_of<Tag>().first_missing() == detail::backend_function_count);

/// Code can be run on `A` from this file, as it is being compiled. Whether the device is there is another question:
/// `queue<A>::open()`.
template <class A>
concept dispatchable =
    accelerator<A> &&
    mode_detail::holds(mode_detail::has_backend<A> || mode_detail::is_for_cuda<A>, ALLOTYPE_NO_BACKEND) &&
    mode_detail::holds(mode_detail::has_backend<A> || mode_detail::compiled_with_cuda, ALLOTYPE_WITHOUT_CUDA) &&
    mode_detail::holds(mode_detail::has_backend<A> || mode_detail::cuda_toolkit_knows<A>(), ALLOTYPE_TOOLKIT_TOO_NEW) &&
    mode_detail::holds(mode_detail::has_backend<A>, ALLOTYPE_NO_CODE) && backend_for<mode_detail::backend_of<A>, A>;

namespace mode_detail {

/// The accelerator brings a backend, which lacks a function.
template <class A>
concept has_incomplete_backend = accelerator<A> && has_backend<A> && !dispatchable<A>;

}  // namespace mode_detail

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/dispatch/detail/end_sentences.hpp>
