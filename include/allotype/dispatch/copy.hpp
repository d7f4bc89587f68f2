// SPDX-License-Identifier: BSL-1.0
/// \file
/// Moving data: `copy(queue, from, to)` between the host and the queue's accelerator, or within the accelerator.
#pragma once

#include <allotype/dispatch/buffer.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace detail {

template <class A, class T>
void copy_elements(queue<A>& on, T const* from, long long from_size, T* to, long long to_size, direction which) {
  if (from_size != to_size) core::sizes_differ("copy", from_size, to_size);
  if constexpr (dispatchable<A>) {
    copy_bytes(backend_of<A>{}, on.state(), to, from, static_cast<std::size_t>(from_size) * sizeof(T), which);
  }
}

}  // namespace detail

/// Host to accelerator. The range may be changed as soon as this returns.
template <class A, host_range Range, class T, class Owner>
void copy(queue<A>& on, Range const& from, buffer<T, Owner>& to) {
  if constexpr (detail::same_accelerator<Owner, A>::value) {
    detail::copy_elements<A, T>(on, from.data(), static_cast<long long>(from.size()), to.data(), to.size(),
                              direction::to_device);
  }
}

/// Accelerator to host. The range holds the data when this returns: it waits for the work before it in the queue.
template <class A, class T, class Owner, host_range Range>
void copy(queue<A>& on, buffer<T, Owner> const& from, Range&& to) {
  if constexpr (detail::same_accelerator<Owner, A>::value) {
    detail::copy_elements<A, T>(on, from.data(), from.size(), to.data(), static_cast<long long>(to.size()),
                              direction::from_device);
  }
}

/// Within the accelerator.
template <class A, class T, class From, class To>
void copy(queue<A>& on, buffer<T, From> const& from, buffer<T, To>& to) {
  if constexpr (detail::same_accelerator<From, A>::value && detail::same_accelerator<To, A>::value) {
    detail::copy_elements<A, T>(on, from.data(), from.size(), to.data(), to.size(), direction::on_device);
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
