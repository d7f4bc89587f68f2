// SPDX-License-Identifier: BSL-1.0
// From one layout to another: what is destroyed and made, while some instances are used.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using now = at::layout<at::A100, at::at<"3g.20gb", 0>, at::at<"1g.5gb", 4>, at::at<"1g.5gb", 5>>;
using wanted = at::layout<at::A100, "3g.20gb", "2g.10gb">;
using change = at::transition<now, wanted, at::in_use<0>>;
static_assert(!at::can_transition<now, wanted, at::in_use<1>>);

int main() {
  std::printf("%d destroyed, %d made\n", change::destroyed, change::created);
  int const ids[] = {2, 11, 12};
  for (std::string const& each : at::nvidia_smi::commands_of<change>(0, ids)) std::puts(each.c_str());
}
