// SPDX-License-Identifier: BSL-1.0
/// \file
/// Indices of views in checked builds (ALLOTYPE_CHECKED): one outside the extents is an `index_error` with the kernel.
/// In other builds nothing is checked.
///
/// On the CPU the check throws, and the verb adds the kernel's name. A thread on a GPU notes index and extents in
/// memory of the queue and ends; the next wait of the host finds the note. Where the queue's memory is, a kernel's
/// threads write into two words of their block's shared memory before they do anything else.
#pragma once

#include <allotype/dispatch/detail/folded.hpp>
#include <allotype/dispatch/detail/kernel_indices.hpp>
#include <allotype/dispatch/detail/reversed_indices.hpp>

#ifdef ALLOTYPE_CHECKED
#  include <cstring>
#endif

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

#ifdef ALLOTYPE_CHECKED

/// How many buffers had this before. Views of a buffer that is gone have a smaller number.
struct age_of_buffer {
  unsigned age = 0;
  unsigned now() const { return __atomic_load_n(&age, __ATOMIC_ACQUIRE); }
};
/// \throws access_error if the buffer of the view is gone
template <class View>
void check_buffer_is_there(View const& of, char const* accelerator) {
  if (of.uses != nullptr && of.uses->now() != of.age) {
    throw access_error(message<2000>{} << accelerator
                                       << ": view: its buffer is gone, and the memory with it: keep the buffer as long "
                                          "as its views, in a variable of its own");
  }
}

struct outside_index {
  int dimensions;
  long long index[6], sizes[6];
};

/// The kernel that a user wrote.
template <class Kernel>
struct kernel_of_user {
  /// The compiler's text with the kernel's name in it.
  static char const* signature() { return __PRETTY_FUNCTION__; }
};
template <class Result, class F, int Dimensions, class Index>
struct kernel_of_user<shifted<Result, F, Dimensions, Index>> : kernel_of_user<F> {};
template <class F, int Dimensions, class Index, class Position>
struct kernel_of_user<folded<F, Dimensions, Index, Position>> : kernel_of_user<F> {};
template <class Result, class F, class... Parameter>
struct kernel_of_user<converting_indices<Result, F, Parameter...>> : kernel_of_user<F> {};
template <class Result, class F>
struct kernel_of_user<called_once<Result, F>> : kernel_of_user<F> {};
template <class F>
struct kernel_of_user<reversed_indices<F>> : kernel_of_user<F> {};

[[gnu::cold]] inline message<2000> to_string(outside_index const& where) {
  message<2000> text;
  text << "view: the index (";
  for (int i = 0; i < where.dimensions; ++i) text << (i == 0 ? "" : ", ") << where.index[i];
  text << ") is outside the extents ";
  for (int i = 0; i < where.dimensions; ++i) text << (i == 0 ? "" : " x ") << where.sizes[i];
  return text;
}
/// Adds NAME, as a program writes it: without the version's namespace.
/// \param signature "… [with Kernel = NAME]"
[[gnu::cold]] inline void add_name(message<2000>& text, char const* signature) {
  char const *begin = signature, *end = signature;
  for (; *end != '\0'; ++end) {
    if (*end == '=' && *begin != '=') begin = end;
  }
  constexpr char version[] = ALLOTYPE_TEXT_EXPANDED(ALLOTYPE_VERSION_NAMESPACE) "::";
  for (begin += 2; begin < end - 1; ++begin) {
    if (std::strncmp(begin, version, sizeof(version) - 1) == 0) begin += sizeof(version) - 1;
    char const character[] = {*begin, '\0'};
    text << character;
  }
}
[[gnu::cold]] inline message<2000> to_string(outside_index const& where, char const* signature) {
  message<2000> text = to_string(where);
  text << "; in the kernel ";
  add_name(text, signature);
  return text;
}

/// Thrown by the check itself, which does not know the kernel.
class index_error_somewhere : public index_error {
 public:
  explicit index_error_somewhere(outside_index const& at) : index_error(to_string(at)), where(at) {}
  outside_index where;
};

/// Calls `work`, which calls a `Kernel` on the host.
template <class Kernel, class Work>
decltype(auto) naming_kernel(Work const& work) {
  try {
    return work();
  } catch (index_error_somewhere const& error) {
    throw index_error(to_string(error.where, kernel_of_user<Kernel>::signature()));
  }
}

/// A queue's memory on a GPU for the first index outside.
struct noted_index {
  unsigned long long is_there;
  outside_index where;
  char const* signature;  ///< in the host's memory
};

#  ifdef __CUDACC__

/// The host uses what lies there. It may use pinned and unified memory.
[[gnu::noinline]] inline void check_host_access(void const* memory, char const* accelerator) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
    cudaGetLastError();
  } else if (attributes.type == cudaMemoryTypeHost || attributes.type == cudaMemoryTypeManaged) {
    return;
  }
  throw access_error(
      message<2000>{} << accelerator
                      << ": view: code of the host uses an element of the accelerator's memory: copy the elements to "
                         "the host, or keep them in a unified_buffer");
}

/// Where the block's kernel notes an index, with a mark that kernels of others do not leave there; and the kernel's
/// signature.
__device__ inline unsigned long long* words_of_block() {
  __shared__ unsigned long long words[2];
  return words;
}
inline constexpr unsigned long long mark_of_note = 0xa110ull << 48, bits_of_mark = 0xffffull << 48;

/// Every thread writes the same.
__device__ inline void begin_checks(noted_index* note, char const* signature) {
  unsigned long long volatile* const words = words_of_block();
  words[0] = reinterpret_cast<unsigned long long>(note) | mark_of_note;
  words[1] = reinterpret_cast<unsigned long long>(signature);
}

/// Barriers of blocks and clusters do not wait for a thread that has ended.
__device__ inline void end_thread() { asm volatile("exit;"); }

#    ifdef __CUDA_ARCH__
__device__ inline noted_index* note_of_block() {
  unsigned long long const word = *static_cast<unsigned long long volatile*>(&words_of_block()[0]);
  if ((word & bits_of_mark) != mark_of_note) __trap();  // a view in a kernel that is not started by a verb
  return reinterpret_cast<noted_index*>(word & ~bits_of_mark);
}
/// Some thread of the kernel has ended early, so the others do not wait for it.
__device__ inline bool a_thread_has_ended() { return atomicAdd(&note_of_block()->is_there, 0ull) != 0; }

template <int Dimensions>
__device__ __noinline__ void note_outside_index(long long const* index, long long const* sizes) {
  noted_index* const note = note_of_block();
  if (atomicCAS(&note->is_there, 0ull, 1ull) == 0) {
    note->where.dimensions = Dimensions;
    for (int i = 0; i < Dimensions; ++i) note->where.index[i] = index[i], note->where.sizes[i] = sizes[i];
    note->signature = reinterpret_cast<char const*>(*static_cast<unsigned long long volatile*>(&words_of_block()[1]));
  }
  end_thread();
}
#    endif

#  endif

template <int Dimensions, class Index, class... I>
ALLOTYPE_FN constexpr void check_index(extents<Dimensions, Index> const& over, I... index) {
  int dimension = 0;
  bool inside = true;
  ((inside = inside & (index >= 0) & (index < over[dimension]), ++dimension), ...);
  if (inside) return;
#  ifdef __CUDA_ARCH__
  long long const indices[] = {index...};
  long long sizes[Dimensions];
  for (int i = 0; i < Dimensions; ++i) sizes[i] = over[i];
  note_outside_index<Dimensions>(indices, sizes);
#  else
  outside_index where{Dimensions, {index...}, {}};
  for (int i = 0; i < Dimensions; ++i) where.sizes[i] = over[i];
  throw index_error_somewhere(where);
#  endif
}

#else

template <class Kernel, class Work>
constexpr decltype(auto) naming_kernel(Work const& work) {
  return work();
}

#endif

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

#include <allotype/core/detail/end_macros.hpp>
