// SPDX-License-Identifier: BSL-1.0
/// \file
/// Memory for elements, aligned as their type asks, from backends that know bytes alone.
#pragma once

#include <cstddef>
#include <new>

#include <allotype/core/error.hpp>
#include <allotype/dispatch/element.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Memory of the host. \throws device_error if there is none
inline void* allocate_on_host(std::size_t bytes, std::size_t alignment, char const* accelerator) {
  void* const memory = ::operator new(bytes, std::align_val_t{alignment}, std::nothrow);
  if (memory == nullptr) {
    throw device_error("operator new", static_cast<long long>(bytes), "std::bad_alloc", "out of memory", accelerator);
  }
  return memory;
}
inline void deallocate_on_host(void* memory, std::size_t alignment) noexcept {
  ::operator delete(memory, std::align_val_t{alignment});
}

/// Where elements begin, and the address that is given back. `Alignment` is that of the memory.
template <class T, std::size_t Alignment>
struct element_memory {
  T* elements = nullptr;
  void* address() const { return elements; }

  static element_memory at(void* address, T* elements) {
    (void)address;
    return {elements};
  }
  /// `allocate(bytes)` returns an address.
  template <class Allocate>
  static element_memory of(std::size_t bytes, Allocate const& allocate) {
    return {static_cast<T*>(allocate(bytes))};
  }
};
/// The elements ask for more, so some bytes are left out in front of them.
template <class T, std::size_t Alignment>
  requires(alignof(T) > Alignment)
struct element_memory<T, Alignment> {
  T* elements = nullptr;
  void* allocated = nullptr;
  void* address() const { return allocated; }

  static element_memory at(void* address, T* elements) { return {elements, address}; }
  template <class Allocate>
  static element_memory of(std::size_t bytes, Allocate const& allocate) {
    void* const address = allocate(bytes + alignof(T) - Alignment);
    std::size_t const left_out = -reinterpret_cast<std::size_t>(address) % alignof(T);
    return {reinterpret_cast<T*>(static_cast<char*>(address) + left_out), address};
  }
};

/// A device's memory for `count` elements, without values, while a verb works.
template <class Backend, class T>
class lent_elements {
 public:
  template <class State>
  lent_elements(State& state, long long count)
      : memory_(memory::of(static_cast<std::size_t>(count) * sizeof(T),
                           [&](std::size_t bytes) { return allocate(Backend{}, state, bytes); })) {}
  lent_elements(lent_elements const&) = delete;
  ~lent_elements() { deallocate(Backend{}, memory_.address()); }
  T* first() const { return memory_.elements; }

 private:
  using memory = element_memory<T, alignment_of_memory<Backend>>;
  memory memory_;
};

/// Room for `count` values on the host, at most `Most`, `OnStack` or not. It constructs and destroys none.
template <class T, int Most, bool OnStack>
class room_for_values {
 public:
  explicit room_for_values(int) {}
  T* first() { return reinterpret_cast<T*>(bytes_); }

 private:
  alignas(T) unsigned char bytes_[Most * sizeof(T)];
};
template <class T, int Most>
class room_for_values<T, Most, false> {
 public:
  explicit room_for_values(int count)
      : first_(static_cast<T*>(allocate_on_host(static_cast<std::size_t>(count) * sizeof(T), alignof(T), "the host"))) {
  }
  room_for_values(room_for_values const&) = delete;
  ~room_for_values() { deallocate_on_host(first_, alignof(T)); }
  T* first() { return first_; }

 private:
  T* first_;
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
