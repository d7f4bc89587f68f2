// SPDX-License-Identifier: BSL-1.0
// A launcher of one's own, which tells each process its place in the job.
// Shows: place_in_job
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

struct acme_run {
  static constexpr char name[] = "acme-run";
  static bool detect() { return std::getenv("ACME_RANK") != nullptr; }
  static at::place_in_job place() {
    at::place_in_job here;
    here.rank = std::stoi(std::getenv("ACME_RANK")), here.size = 4;
    here.main_address = "node-1", here.main_port = 29500;
    return here;
  }
};
static_assert(at::cluster_environment<acme_run>);
auto const acme_run_is_registered = at::register_part<acme_run>("acme-run", "started by acme-run");

int main() { std::printf("started by acme-run: %d\n", acme_run::detect()); }
