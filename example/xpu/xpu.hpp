// SPDX-License-Identifier: BSL-1.0
/// \file
/// An accelerator as its maker writes it, outside the library: what it is, the backend that runs code on it, what it
/// says about its devices, and its name on command lines. It stands for a driver's interface: four devices, each with
/// two processing elements, which are threads. ACME_XPU_DEVICES is another number of devices; 0: none.
#pragma once

#include <boost/hana/adapt_struct.hpp>

#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/registry.hpp>
#include <allotype/parallel/statistics/statistics.hpp>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

namespace acme {

using namespace allotype::literals;

/// What stands for the vendor's driver.
namespace driver {

inline int device_count() {
  char const* const devices = std::getenv("ACME_XPU_DEVICES");
  return devices == nullptr ? 4 : std::atoi(devices);
}
/// What kernels of this program did on each device.
inline std::atomic<long long> kernels_run[allotype::devices_present::most];

}  // namespace driver

/// What an XPU reports; a figure that it does not know is absent.
struct xpu_statistics {
  std::optional<allotype::bytes> memory_total;
  std::optional<allotype::measured<"celsius">> temperature;
};

}  // namespace acme

BOOST_HANA_ADAPT_STRUCT(acme::xpu_statistics, memory_total, temperature);

namespace acme {

/// The tag of the backend. What it does not declare, it does as `serial` does.
struct threads : allotype::serial {};

struct xpu : allotype::device<xpu> {
  static constexpr char name[] = "acme-xpu-1";
  static constexpr allotype::bytes memory = 16_GiB;
  using backend = threads;

  /// Which devices there are: what `--devices` counts.
  static allotype::devices_present devices_here() { return {"XPU", driver::device_count()}; }
  /// How many `--devices auto` is.
  static int auto_device_count() { return driver::device_count(); }
  /// How `--devices` is read; it could be left out, as this is what it would be.
  static allotype::device_choice parse_devices(std::string_view text) { return allotype::device_choice::of_text(text); }
  /// The XPU has no thermometer.
  static xpu_statistics statistics_of(int) { return {memory, {}}; }
};

/// Its name for people, and its place among what `auto` considers: in every program that includes this file.
auto const xpu_is_registered = allotype::register_accelerator<xpu>("xpu", "XPU of ACME, simulated by threads", 400);

/// What a queue of this backend holds.
struct xpu_state : allotype::host_state {
  int device;
};

/// The queue, or why there is none.
inline allotype::opened<xpu_state> open_queue(threads, allotype::device_request const& asked) {
  if (asked.index < driver::device_count()) return xpu_state{{}, asked.index};
  return allotype::answer("the driver has ") << driver::device_count() << " XPUs";
}

inline allotype::fixed_text<240> describe_queue(threads, xpu_state const& state) {
  return allotype::fixed_text<240>{} << "XPU " << state.device;
}

/// A thread stands for a processing element; kernels must not throw there. Two and three dimensions are left to
/// `serial`.
template <class Index, class Kernel>
void run_for_each(threads, xpu_state& state, allotype::extents<1, Index> const& over, Kernel const& kernel) {
  constexpr int elements = 2;
  std::vector<std::jthread> running;
  for (int element = 0; element < elements; ++element) {
    running.emplace_back([=] {
      for (Index i = element; i < over[0]; i += elements) kernel(i);
    });
  }
  ++driver::kernels_run[state.device];
}

}  // namespace acme
