// SPDX-License-Identifier: BSL-1.0
/// \file
/// From the memory of one accelerator to that of another.
#pragma once

#include <cstddef>

#include <allotype/dispatch/event.hpp>
#include <allotype/dispatch/pinned.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

/// Copies all elements of a buffer to one of another accelerator, or of another device. Work that `here` had before is done
/// first, and later work of `there` sees the data. From one CUDA device to another it is asynchronous, and later work of `here`
/// waits for it; otherwise the data is there on return. Where neither side uses the host's memory and they are of different
/// backends, the data takes two copies, through memory of the host.
/// \throws size_error if the two have different numbers of elements; device_error if a copy or work before it failed
template <class From, class To, class T>
void copy(queue<From>& here, buffer<T, From> const& from, queue<To>& there, buffer<T, To>& to) {
  using source = mode_detail::backend_of<From>;
  using target = mode_detail::backend_of<To>;
  if (from.size() != to.size()) {
    detail::sizes_differ("copy", "the buffer to copy from", from.size(), "the buffer to copy to", to.size());
  }
  if constexpr (dispatchable<From> && dispatchable<To>) {
    from.hand_to(here, false, "copy");
    to.hand_to(there, true, "copy");
    std::size_t const bytes = detail::bytes_of<T>(from.size());
    if constexpr (requires { copy_across(source{}, here.state(), there.state(), to.data(), from.data(), bytes); }) {
      there.wait_for(here);
      copy_across(source{}, here.state(), there.state(), to.data(), from.data(), bytes);
      here.wait_for(there);
    } else if constexpr (mode_detail::reads_host_memory<From>) {
      wait(here);
      copy_bytes(target{}, there.state(), to.data(), from.data(), bytes, direction::to_device);
    } else if constexpr (mode_detail::reads_host_memory<To>) {
      wait(there);
      copy_bytes(source{}, here.state(), to.data(), from.data(), bytes, direction::from_device);
      here.order().done();
    } else {
      pinned<T, From> between{here, extents<1, long long>{from.size()}};
      copy_bytes(source{}, here.state(), between.data(), from.data(), bytes, direction::from_device);
      here.order().done();
      copy_bytes(target{}, there.state(), to.data(), between.data(), bytes, direction::to_device);
    }
  }
}

/// A buffer of `To` with a copy of the elements: `copy` into memory that is allocated for it.
/// \throws size_error if it is larger than the accelerator's memory; device_error if the memory is not free, or as `copy`
template <class From, class To, class T>
buffer<T, To> transfer(queue<From>& here, buffer<T, From> const& from, queue<To>& there) {
  buffer<T, To> to{there, extents<1, long long>{from.size()}};
  copy(here, from, there, to);
  return to;
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
