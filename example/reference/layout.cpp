// SPDX-License-Identifier: BSL-1.0
// Instances on one GPU: where each lies, and what is left.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using balanced = at::layout<at::A100, at::at<"3g.20gb", 4>, "2g.10gb", at::at<"1g.5gb", 2>>;
static_assert(!at::can_layout<at::A100, "4g.20gb", "4g.20gb">);
static_assert(at::takes_another<balanced, at::A100::partition<"1g.5gb">>);

int main() {
  for (at::placement const& each : balanced::placements) std::printf("%s at %d\n", each.profile, each.start);
  std::printf("left: %d SMs\n", balanced::left.sm_count);
}
