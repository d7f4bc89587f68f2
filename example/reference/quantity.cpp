// SPDX-License-Identifier: BSL-1.0
// Amounts and texts of a request, which are made while compiling.
// Shows: short_text, static_vector, refusal
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

using namespace at::literals;
constexpr at::quantity memory{1536_MiB}, cores = "500m";
constexpr auto labels = [] {
  at::static_vector<at::short_text, 4> made;
  made.push_back("team-a");
  made.push_back(at::short_text{"gpu-"} << 3);
  return made;
}();
constexpr at::refusal refused = [] {
  at::refusal no(false);
  if (labels.size() > 1) no("one label is enough");
  no("a later reason, which nobody is told");
  return no;
}();

int main() {
  std::printf("%s, %s\n", memory.text(), cores.text());
  for (at::short_text const& label : labels) std::printf("%s\n", label.text());
  std::printf("%s\n", refused.sentence());
}
