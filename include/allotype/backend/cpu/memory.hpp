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

/// Lines of `Bytes` bytes: the compiler makes a load and a store of each.
template <std::size_t Bytes>
void copy_short_lines(copied_lines const& block) {
  for (long long plane = 0; plane < block.planes; ++plane) {
    char* to = static_cast<char*>(block.to) + plane * block.to_plane;
    char const* from = static_cast<char const*>(block.from) + plane * block.from_plane;
    for (long long line = 0; line < block.lines; ++line, to += block.to_line, from += block.from_line) {
      __builtin_memmove(to, from, Bytes);
    }
  }
}
inline void copy_lines(serial tag, host_state& state, copied_lines const& block, direction which) {
  switch (block.bytes) {
    case 4:
      return copy_short_lines<4>(block);
    case 8:
      return copy_short_lines<8>(block);
    case 16:
      return copy_short_lines<16>(block);
    case 32:
      return copy_short_lines<32>(block);
  }
  for (long long plane = 0; plane < block.planes; ++plane) {
    char* to = static_cast<char*>(block.to) + plane * block.to_plane;
    char const* from = static_cast<char const*>(block.from) + plane * block.from_plane;
    for (long long line = 0; line < block.lines; ++line, to += block.to_line, from += block.from_line) {
      copy_bytes(tag, state, to, from, block.bytes, which);
    }
  }
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype
