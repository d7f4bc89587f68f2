// SPDX-License-Identifier: BSL-1.0
/// \file
/// An accelerator of one's own, as somebody outside the library writes it: a device with a partition, and the backend
/// that runs code on it. It stands for a driver's interface: its processing elements are threads, of which the whole
/// device has four and its half two.
#pragma once

#include <allotype/allotype.hpp>
#include <cstdlib>
#include <thread>
#include <vector>

namespace acme {

using namespace allotype::literals;

/// The tag of the backend. What it does not declare, it does as `serial` does.
struct threads : allotype::serial {};

struct xpu : allotype::partitionable_device<xpu> {
  static constexpr char name[] = "acme-xpu";
  static constexpr char flyte_name[] = "acme-xpu-1";
  static constexpr allotype::bytes memory = 16_GiB;
  static constexpr int max_threads_per_block = 512;
  using backend = threads;

  struct half {
    static constexpr char name[] = "half";
    static constexpr allotype::bytes memory = 8_GiB;
  };
  using partitions = allotype::list<half>;
};

/// What a queue of this backend holds.
struct xpu_state : allotype::host_state {
  int elements;
};

/// A real one asks its driver; this one can be switched off.
inline allotype::opened<xpu_state> open_queue(threads, allotype::device_request const& asked) {
  if (std::getenv("ACME_XPU_OFF") != nullptr) return "ACME_XPU_OFF is set";
  return xpu_state{{}, asked.is_partition() ? 2 : 4};
}

inline allotype::fixed_text<240> describe_queue(threads, xpu_state const& state) {
  return allotype::fixed_text<240>{} << "XPU simulator, " << state.elements << " processing elements";
}

/// A thread stands for an element; kernels must not throw there. Two and three dimensions are left to `serial`.
template <class Index, class Kernel>
void run_for_each(threads, xpu_state& state, allotype::extents<1, Index> const& over, Kernel const& kernel) {
  std::vector<std::jthread> elements;
  for (int element = 0; element < state.elements; ++element) {
    elements.emplace_back([=, step = state.elements] {
      for (Index i = element; i < over[0]; i += step) kernel(i);
    });
  }
}

}  // namespace acme
