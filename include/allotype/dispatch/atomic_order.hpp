// SPDX-License-Identifier: BSL-1.0
/// \file
/// What an atomic operation orders, and for which threads it is atomic.
#pragma once

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// What an atomic operation says about the other reads and writes of its thread. `acquire`: those behind it happen
/// after it. `release`: those before it happen before it, as seen by who acquires the element's value.
enum class memory_order {
  relaxed = __ATOMIC_RELAXED,  ///< nothing
  acquire = __ATOMIC_ACQUIRE,
  release = __ATOMIC_RELEASE,
  acquire_release = __ATOMIC_ACQ_REL
};

/// Which threads an atomic operation is atomic for. On the CPU `device` and `system` are all of them, and one thread
/// runs a block: there an operation of its scope is a plain read and write.
enum class memory_scope {
  block,   ///< of the same block of a launch
  device,  ///< of the same GPU
  system   ///< of all devices and the host
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
