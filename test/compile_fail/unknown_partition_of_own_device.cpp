// SPDX-License-Identifier: BSL-1.0
// A partition that a user's own device does not list.
// expect: this device has no such partition; the error lists those it has
// expect: xpu
// expect: "third"
// expect: half
// expect: quarter
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
