// SPDX-License-Identifier: BSL-1.0
// True where the accelerator has all that is needed; else an error names all that it lacks.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;
using slice = at::A100::partition<"2g.10gb">;
static_assert(at::check_needs<slice, at::needs<at::memory<8_GiB>>>);
// static_assert(at::check_needs<slice, at::needs<at::memory<16_GiB>>>);  // does not compile: it has 9,856 MiB

int main() {
  std::printf("%d\n", at::meets<slice, at::needs<at::memory<16_GiB>>>);
}  // the same question without an error
