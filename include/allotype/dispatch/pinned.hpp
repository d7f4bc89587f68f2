// SPDX-License-Identifier: BSL-1.0
/// \file
/// Pinned memory: memory of the host that a device copies from and to while the program goes on.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/dispatch/buffer.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class A>
concept has_pinned_memory = requires(typename queue<A>::state_type& state, std::size_t bytes) {
  allocate_pinned(backend_of<A>{}, state, bytes);
};
template <class A>
constexpr std::size_t alignment_of_pinned_memory() {
  if constexpr (has_pinned_memory<A>) {
    return alignment_of_memory<backend_of<A>>;
  } else {
    return alignment_of_memory<serial>;
  }
}

template <class A>
void* allocate_pinned_memory(queue<A>& on, std::size_t bytes) {
  using backend = backend_of<A>;
  if constexpr (has_pinned_memory<A>) {
    return allocate_pinned(backend{}, waiting::state_of(on), bytes);
  } else {
    return allocate_on_host(bytes, alignment_of_memory<serial>, name_of<A>);
  }
}

template <class A>
void release_pinned_memory(void* memory) noexcept {
  using backend = backend_of<A>;
  if constexpr (requires { deallocate_pinned(backend{}, memory); }) {
    deallocate_pinned(backend{}, memory);
  } else {
    deallocate_on_host(memory, alignment_of_memory<serial>);
  }
}

/// The arguments of `pinned` in their order.
template <class... Arguments>
inline constexpr bool makes_pinned = false;
template <class First, class Second>
inline constexpr bool makes_pinned<First, Second> =
    takes_work<First> && detail::index_range<std::remove_cvref_t<Second>>;

}  // namespace mode_detail

/// Owns elements of type `T` in memory of the host which `A`'s device reads and writes directly, and releases them in
/// its destructor. It is a range of the host: `copy` takes it like a vector, and `copy_async` takes it where a vector
/// does not do. On backends without such memory it is ordinary memory: a backend of your own has other memory if it has
/// `allocate_pinned` and `deallocate_pinned`. It can be moved and not copied; one that was made from nothing, or moved
/// from, has size 0 and no address. Several threads may call const members at the same time. `copy` of the queue of
/// another accelerator takes it, and `copy_async` does not. doc/kinds_of_memory.md compares the kinds.
template <class T, class A>
class ALLOTYPE_TAGGED_BY_MODE pinned {
  static_assert(sizeof(mode_detail::checked_element<T, mode_detail::backend_of<A>>) != 0);

 public:
  using element_type = T;

  pinned() = default;

  /// Uninitialised elements, one for each index of the extents.
  /// Complexity: one call of `cudaMallocHost` or `operator new`, which also the error names.
  /// \throws size_error if a size is negative, or 64 bits cannot hold the bytes; device_error if the memory is not free
  template <int Dimensions, class Index>
  pinned(queue<A>& on, extents<Dimensions, Index> const& over) : size_(detail::check(over)) {
    if constexpr (dispatchable<A>) {
      memory_ = memory::of(detail::bytes_of<T>(size_),
                           [&](std::size_t bytes) { return mode_detail::allocate_pinned_memory(on, bytes); });
    }
  }

  /// Does not compile; it says what the arguments are.
  template <class First, class... Rest>
    requires(!std::is_same_v<std::remove_cvref_t<First>, pinned> && !mode_detail::makes_pinned<First, Rest...>)
  explicit pinned(First&&, Rest&&...) {
    constexpr bool in_order = mode_detail::makes_pinned<First, Rest...>;
    static_assert(in_order,
                  "pinned: the queue comes first, a variable that is not const, then extents: pinned<float, "
                  "A>{queue, at::extents{n}}; the elements have no values until they are written");
  }

  pinned(pinned&& other) noexcept : memory_(std::exchange(other.memory_, {})), size_(std::exchange(other.size_, 0)) {}
  pinned& operator=(pinned&& other) noexcept {
    if (this == &other) return *this;
    release();
    memory_ = std::exchange(other.memory_, {});
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~pinned() { release(); }

  /// The number of elements.
  [[nodiscard]] long long size() const noexcept { return size_; }
  /// The address of the first element, in the host's memory; null without elements.
  [[nodiscard]] T* data() noexcept { return memory_.elements; }
  [[nodiscard]] T const* data() const noexcept { return memory_.elements; }
  /// \pre 0 <= i < size()
  T& operator[](long long i) { return memory_.elements[i]; }
  T const& operator[](long long i) const { return memory_.elements[i]; }
  /// Iterators over the elements, so that it is a range of the host.
  [[nodiscard]] T* begin() noexcept { return memory_.elements; }
  [[nodiscard]] T const* begin() const noexcept { return memory_.elements; }
  /// The end: behind the last element.
  [[nodiscard]] T* end() noexcept { return memory_.elements + size_; }
  [[nodiscard]] T const* end() const noexcept { return memory_.elements + size_; }

 private:
  void release() noexcept {
    if constexpr (dispatchable<A>) {
      if (memory_.elements != nullptr) mode_detail::release_pinned_memory<A>(memory_.address());
    }
  }

  using memory = mode_detail::element_memory<T, mode_detail::alignment_of_pinned_memory<A>()>;

  memory memory_;
  long long size_ = 0;
};

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
