// SPDX-License-Identifier: BSL-1.0
// A claim of dynamic resource allocation, and a class for all boards with such partitions.
// Shows: dra::claim_request
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using slice = at::A100::partition<"2g.10gb">;
constexpr auto request = at::request<at::system<"dra">, slice>();

int main() {
  using namespace at::literals;
  at::work const work{.name = "clean"};
  std::printf("%s\n", to_yaml(at::dra::claim_template(request, work)).c_str());
  std::printf("%s\n", to_json(at::dra::claim(request, work)).c_str());
  std::printf("%s\n", to_json(at::dra::to_document(request)).c_str());
  std::printf("%s\n", to_json(at::dra::device_class<slice>()).c_str());
  constexpr at::dra::class_options of_any_board{.exclusive = false, .selects_product = false};
  std::printf("%s\n", to_json(at::dra::device_class<slice>(of_any_board)).c_str());
  std::printf("%s\n", to_json(at::dra::devices_by_memory(20_GiB, 2)).c_str());
}
