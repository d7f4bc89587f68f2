// SPDX-License-Identifier: BSL-1.0
// The code of doc/packing.md says and does what the page says.
#include "packing.md.hpp"

#include <type_traits>

static_assert(std::is_same_v<for_embedding, at::A100::partition<"4g.20gb">>);
static_assert(on_two::gpus == 2);

int main() {
  print_all();
  // Four tasks have a 3g.20gb that is there; the others need six GPUs.
  std::vector<at::planned_fleet::demand> const tasks(16, {"A100", "3g.20gb"});
  return gpus_for(tasks) == 6 ? 0 : 1;
}
