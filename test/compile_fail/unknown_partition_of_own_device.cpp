// SPDX-License-Identifier: BSL-1.0
// A partition that a user's own device does not list.
// expect(gcc): acme-xpu has no partition
// expect(gcc): acme-xpu has no partition \"third\"; it has half, quarter
// expect(clang): acme-xpu has no partition
// expect(clang): \"third\"; it has half, quarter
// expect(nvcc): this device has no such partition; the error lists those it has
// expect(nvcc): xpu
// expect(nvcc): "third"
// expect(nvcc): half
// expect(nvcc): quarter
#include <allotype/allotype.hpp>

namespace acme {
struct xpu : allotype::partitionable_device<xpu> {
  static constexpr char name[] = "acme-xpu";
  struct half {
    static constexpr char name[] = "half";
  };
  struct quarter {
    static constexpr char name[] = "quarter";
  };
  using partitions = allotype::list<half, quarter>;
};
}  // namespace acme

#ifdef TWIN
using wanted = acme::xpu::partition<"half">;
#else
using wanted = acme::xpu::partition<"third">;  // here
#endif
