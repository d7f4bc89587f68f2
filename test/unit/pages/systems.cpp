// SPDX-License-Identifier: BSL-1.0
// The code of doc/systems.md prints what the page says.
#include "systems.md.hpp"

int main() {
  print_resources();
  print_job();
  print_claims();
  print_clouds();
  print_shares();
  print_queue();
  print_ray();
  print_slurm();
  print_batch();
  print_brokers();
  print_containers();
}
