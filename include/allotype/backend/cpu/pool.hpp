// SPDX-License-Identifier: BSL-1.0
/// \file
/// Memory of the host from a `std::pmr::memory_resource`.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <new>

#include <allotype/backend/cpu/memory.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

struct host_pool {
  std::pmr::memory_resource* from = nullptr;
  char const* accelerator = "the host";

  void* allocate(std::size_t bytes) const {
    try {
      return from->allocate(bytes, alignment_of_memory<serial>);
    } catch (std::bad_alloc const&) {
      throw device_error("memory_resource::allocate", static_cast<long long>(bytes), "std::bad_alloc", "out of memory",
                         accelerator);
    }
  }
  void deallocate(void* memory, std::size_t bytes) const noexcept {
    from->deallocate(memory, bytes, alignment_of_memory<serial>);
  }
};

inline host_pool pool_of(serial, host_state& state, std::pmr::memory_resource& from) {
  return {&from, state.accelerator};
}
inline host_pool pool_of(serial, host_state& state) {
  return pool_of(serial{}, state, *std::pmr::get_default_resource());
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
