// SPDX-License-Identifier: BSL-1.0
// What Slurm is asked for: options, and a script.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using slice = at::A100::partition<"3g.20gb">;
using site = at::pool<"gpu", at::system<"slurm">, at::nodes<2>, at::gpus_of<at::H100_80GB, 4>,
                      at::site_type<at::H100_80GB, "h100sxm">>;
constexpr at::slurm::job_request request = at::request<at::system<"slurm">, slice>();

int main() {
  std::puts(at::slurm::to_string(request).c_str());
  for (std::string const& option : at::slurm::options_of(at::request<site, at::H100_80GB>())) std::puts(option.c_str());
  std::printf("%s", at::slurm::script(request, at::work{.name = "train", .command = {"train"}}).c_str());
}
