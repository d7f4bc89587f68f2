// SPDX-License-Identifier: BSL-1.0
// The command that cuts a GPU.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
using smi = at::nvidia_smi::options;
using form = at::nvidia_smi::instance_form;

int main() {
  std::puts(at::nvidia_smi::create<halves>);
  std::puts(at::nvidia_smi::create<halves, smi{form::name_and_start, 3}>);
}
