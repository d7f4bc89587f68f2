// SPDX-License-Identifier: BSL-1.0
// What is published about an accelerator.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  using slice = at::A100::partition<"2g.10gb">;
  std::printf("%s: %s, %d SMs\n", at::name_of<slice>, to_string(at::fact_of<slice, at::fact::memory>).text(),
              at::fact_of<slice, at::fact::sm_count>);
  std::printf("published for a B300's slice: %d\n", at::publishes<at::B300::partition<"2g.67gb">, at::fact::sm_count>);
}
