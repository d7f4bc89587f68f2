// SPDX-License-Identifier: BSL-1.0
/// \file
/// Memory of the host for queues on the CPU.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/backend/cpu/queue.hpp>
#include <allotype/dispatch/detail/element_memory.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

inline void* allocate(serial, host_state& state, std::size_t bytes) {
  return allocate_on_host(bytes, alignment_of_memory<serial>, state.accelerator);
}

inline void deallocate(serial, void* memory) noexcept { deallocate_on_host(memory, alignment_of_memory<serial>); }

inline void copy_bytes(serial, host_state&, void* to, void const* from, std::size_t bytes, direction) {
  // This is not std::memmove: every program would read <cstring> for it.
  if (bytes != 0) __builtin_memmove(to, from, bytes);
}

/// A short line of a constant size is a load and a store. A tag that derives from these has a `copy_bytes` of its own:
/// its lines go there.
template <class Tag>
  requires(std::is_same_v<Tag, serial> || std::is_same_v<Tag, openmp>)
void copy_lines(Tag, host_state&, pitched_copy const& block, direction) {
  switch (block.bytes) {
    case 4:
      return detail::each_line(block, [](void* to, void const* from) { __builtin_memmove(to, from, 4); });
    case 8:
      return detail::each_line(block, [](void* to, void const* from) { __builtin_memmove(to, from, 8); });
    case 16:
      return detail::each_line(block, [](void* to, void const* from) { __builtin_memmove(to, from, 16); });
    case 32:
      return detail::each_line(block, [](void* to, void const* from) { __builtin_memmove(to, from, 32); });
  }
  detail::each_line(block, [&](void* to, void const* from) { __builtin_memmove(to, from, block.bytes); });
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
