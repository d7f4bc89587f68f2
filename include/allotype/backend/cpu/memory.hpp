// SPDX-License-Identifier: BSL-1.0
/// \file
/// Memory of the host for queues on the CPU.
#pragma once

#include <cstddef>
#include <new>

#include <allotype/backend/cpu/queue.hpp>
#include <allotype/core/error.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// For the widest vector instructions.
inline constexpr std::align_val_t host_alignment{64};

inline void* allocate(serial, host_state& state, std::size_t bytes) {
  void* const memory = ::operator new(bytes, host_alignment, std::nothrow);
  if (memory == nullptr) {
    throw device_error("operator new", static_cast<long long>(bytes), "std::bad_alloc", "out of memory", state.accelerator);
  }
  return memory;
}

inline void deallocate(serial, void* memory) noexcept { ::operator delete(memory, host_alignment); }

inline void copy_bytes(serial, host_state&, void* to, void const* from, std::size_t bytes, direction) {
  // Not std::memmove: every program would read <cstring> for it.
  if (bytes != 0) __builtin_memmove(to, from, bytes);
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype
