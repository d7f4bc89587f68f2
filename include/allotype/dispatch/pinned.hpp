// SPDX-License-Identifier: BSL-1.0
/// \file
/// Pinned memory: memory of the host that a device copies from and to while the program goes on.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <allotype/dispatch/buffer.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// For the widest vector instructions.
inline constexpr std::align_val_t alignment_of_pinned_memory{64};

template <class A>
void* allocate_pinned_memory(queue<A>& on, std::size_t bytes) {
  using backend = backend_of<A>;
  if constexpr (requires { allocate_pinned(backend{}, waiting::state_of(on), bytes); }) {
    return allocate_pinned(backend{}, waiting::state_of(on), bytes);
  } else {
    void* const memory = ::operator new(bytes, alignment_of_pinned_memory, std::nothrow);
    if (memory == nullptr) {
      throw device_error("operator new", static_cast<long long>(bytes), "std::bad_alloc", "out of memory", name_of<A>);
    }
    return memory;
  }
}

template <class A>
void release_pinned_memory(void* memory) noexcept {
  using backend = backend_of<A>;
  if constexpr (requires { deallocate_pinned(backend{}, memory); }) {
    deallocate_pinned(backend{}, memory);
  } else {
    ::operator delete(memory, alignment_of_pinned_memory);
  }
}

}  // namespace mode_detail

/// Owns elements of type `T` in memory of the host which `A`'s device reads and writes directly, and releases them in its
/// destructor. It is a range of the host: `copy` takes it like a vector, and `copy_async` takes it where a vector does not do.
/// On backends without such memory it is ordinary memory. It can be moved and not copied; one that was made from nothing, or
/// moved from, has size 0.
template <class T, class A>
class ALLOTYPE_TAGGED_BY_MODE pinned {
  static_assert(std::is_trivially_copyable_v<T>, "pinned<T, A>: T must be trivially copyable, its bytes are moved");

 public:
  using element_type = T;

  pinned() = default;

  /// Uninitialised elements, one for each index of the extents.
  /// \throws size_error if a size is negative, or 64 bits cannot hold the bytes; device_error if the memory is not free
  template <int Rank, class Index>
  pinned(queue<A>& on, extents<Rank, Index> const& over) : size_(detail::check(over)) {
    if constexpr (dispatchable<A>) {
      elements_ = static_cast<T*>(mode_detail::allocate_pinned_memory(on, detail::bytes_of<T>(size_)));
    }
  }

  pinned(pinned&& other) noexcept
      : elements_(std::exchange(other.elements_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  pinned& operator=(pinned&& other) noexcept {
    if (this == &other) return *this;
    release();
    elements_ = std::exchange(other.elements_, nullptr);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~pinned() { release(); }

  /// The number of elements.
  long long size() const { return size_; }
  /// The address of the first element, in the host's memory; null without elements.
  T* data() { return elements_; }
  T const* data() const { return elements_; }
  /// \pre 0 <= i < size()
  T& operator[](long long i) { return elements_[i]; }
  T const& operator[](long long i) const { return elements_[i]; }
  /// Iterators over the elements, so that it is a range of the host.
  T* begin() { return elements_; }
  T const* begin() const { return elements_; }
  /// Behind the last element.
  T* end() { return elements_ + size_; }
  T const* end() const { return elements_ + size_; }

 private:
  void release() noexcept {
    if constexpr (dispatchable<A>) {
      if (elements_ != nullptr) mode_detail::release_pinned_memory<A>(elements_);
    }
  }

  T* elements_ = nullptr;
  long long size_ = 0;
};

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
