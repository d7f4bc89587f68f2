// SPDX-License-Identifier: BSL-1.0
// A device's only partition, outside a list.
// expect(gcc): the partitions of xpu are a list: using partitions = allotype::list<half, quarter>;
// expect(clang): the partitions of xpu are a
// expect(nvcc): the partitions of a device are a list: using partitions = allotype::list<half, quarter>;
#include <allotype/allotype.hpp>
namespace at = allotype;
struct xpu : at::partitionable_device<xpu> {
  static constexpr char name[] = "xpu";
  struct half {
    static constexpr char name[] = "half";
  };
#ifdef TWIN
  using partitions = at::list<half>;
#else
  using partitions = half;
#endif
};
using half_of_it = xpu::partition<"half">;  // here
