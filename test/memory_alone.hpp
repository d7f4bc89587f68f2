// SPDX-License-Identifier: BSL-1.0
/// \file
/// A backend that has memory and no loop. Tests derive their tags from its tag, and add the loop that they are about.
#pragma once

#include <allotype/allotype.hpp>

#include <cstdlib>
#include <cstring>

namespace memory_alone {

struct backend {};
struct state {};

inline allotype::opened<state> open_queue(backend, allotype::device_request const&) { return state{}; }
inline allotype::fixed_text<240> describe_queue(backend, state const&) { return "memory of the host"; }
inline void* allocate(backend, state&, std::size_t bytes) { return std::malloc(bytes == 0 ? 1 : bytes); }
inline void deallocate(backend, void* memory) noexcept { std::free(memory); }
inline void copy_bytes(backend, state&, void* to, void const* from, std::size_t bytes, allotype::direction) {
  if (bytes != 0) std::memmove(to, from, bytes);
}
inline void wait_for(backend, state&) {}
inline void begin_range(backend, char const*) {}
inline void end_range(backend) {}

}  // namespace memory_alone
