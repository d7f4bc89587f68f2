// SPDX-License-Identifier: BSL-1.0
/// \file
/// A buffer that the host reads and writes, too.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/dispatch/copy.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class A>
concept has_unified_memory = reads_host_memory<A> || requires(typename queue<A>::state_type& state, std::size_t bytes) {
  allocate_unified(backend_of<A>{}, state, bytes);
};

template <class T, class A>
given_memory<T> allocate_unified_memory(queue<A>& on, long long elements) {
  using backend = backend_of<A>;
  if constexpr (has_unified_memory<A>) {
    auto const memory =
        element_memory<T, alignment_of_memory<backend>>::of(detail::bytes_of<T>(elements), [&](std::size_t bytes) {
          auto& state = waiting::state_of(on);
          if constexpr (requires { allocate_unified(backend{}, state, bytes); }) {
            return allocate_unified(backend{}, state, bytes);
          } else {
            return allocate(backend{}, state, bytes);
          }
        });
    return {memory.elements, elements, memory.address()};
  } else {
    return {nullptr, 0};
  }
}

}  // namespace mode_detail

/// A buffer in memory that `A`'s kernels and the host use at the same address. On CUDA the driver moves its pages to
/// where they are used, and it may be larger than the GPU's memory. The host uses the elements only while no work that
/// uses them is pending: after `wait`. On a GPU without concurrent access (Windows, some embedded boards) it does not
/// touch them while any kernel runs. Verbs take it as a buffer. A backend of your own has it if its kernels run on the
/// host, or if it has `allocate_unified`; without, it does not compile. doc/kinds_of_memory.md compares the kinds.
template <class T, class A>
class ALLOTYPE_TAGGED_BY_MODE unified_buffer : public buffer<T, A> {
  static constexpr bool is_there = mode_detail::has_unified_memory<A>;
  static_assert(is_there || !dispatchable<A>,
                "unified_buffer<T, A>: this backend has no memory that its kernels and the host both use: use a buffer "
                "and copy, or "
                "give the backend a function void* allocate_unified(Tag, State&, std::size_t bytes)");

 public:
  unified_buffer() = default;

  /// Uninitialised elements, one for each index of the extents.
  /// \throws size_error, device_error as `buffer`
  template <int Dimensions, class Index>
  unified_buffer(queue<A>& on, extents<Dimensions, Index> const& over)
      : buffer<T, A>(mode_detail::allocate_unified_memory<T>(on, detail::check(over))) {}

  /// \pre 0 <= i < size()
  T& operator[](long long i) { return this->data()[i]; }
  T const& operator[](long long i) const { return this->data()[i]; }
  /// Iterators over the elements, so that it is a range of the host.
  [[nodiscard]] T* begin() noexcept { return this->data(); }
  [[nodiscard]] T const* begin() const noexcept { return this->data(); }
  /// The end: behind the last element.
  [[nodiscard]] T* end() noexcept { return this->data() + this->size(); }
  [[nodiscard]] T const* end() const noexcept { return this->data() + this->size(); }
};

namespace mode_detail {

template <class T, class A>
inline constexpr bool is_buffer<unified_buffer<T, A>> = true;
template <class T, class Owner, class A>
inline constexpr bool lies_on<unified_buffer<T, Owner>, A> = std::is_same_v<Owner, A>;

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
