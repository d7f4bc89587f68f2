// SPDX-License-Identifier: BSL-1.0
// The partitions of a device are a list of this library.
// expect(gcc): the partitions of xpu are a list: using partitions = allotype::list<half, quarter>;
// expect(clang): the partitions of xpu are a
// expect(nvcc): the partitions of a device are a list: using partitions = allotype::list<half, quarter>;
#include <allotype/allotype.hpp>
#include <tuple>
namespace at = allotype;
struct xpu : at::partitionable_device<xpu> {
  static constexpr char name[] = "xpu";
  struct half {
    static constexpr char name[] = "half";
  };
#ifdef TWIN
  using partitions = at::list<half>;
#else
  using partitions = std::tuple<half>;
#endif
};
using half = xpu::partition<"half">;  // here
