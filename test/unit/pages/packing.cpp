// SPDX-License-Identifier: BSL-1.0
// The code of doc/packing.md says and does what the page says.
#include "packing.md.hpp"

#include <type_traits>

static_assert(std::is_same_v<for_embedding, at::A100::partition<"4g.20gb">>);
static_assert(on_two::gpus == 2);

int main() {
  print_all();
  return 0;
}
