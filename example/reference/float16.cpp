// SPDX-License-Identifier: BSL-1.0
// Numbers of 16 and of 8 bits: rounded to nearest where they are made.
#include <allotype/allotype.hpp>
#include <allotype/core/number_format.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::float16 const third(1.f / 3);
  at::float16 const fused = at::fma(third, third, third);  // rounded once
  at::bfloat16 const shorter(1.f / 3);
  std::printf("%.6f %.6f %.6f\n", double(float(third)), double(float(fused)), double(float(shorter)));
  std::printf("%g %g\n", double(float(at::float8_e4m3(0.3f))), double(float(at::float8_e5m2(0.3f))));
  static_assert(std::is_same_v<at::accumulation_t<at::float16>, float>);
}
