// SPDX-License-Identifier: BSL-1.0
// How numbers are stored and computed.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;
using mixed = at::precision<"bf16-mixed">;
static_assert(std::is_same_v<mixed, at::bf16_mixed>);
using every = at::list<at::fp64_true, at::fp32_true, at::fp16_true, at::bf16_true, at::fp16_mixed, at::bf16_mixed,
                       at::fp8_mixed, at::fp8_mixed_float16>;

int main() {
  std::printf("%d of %zu bytes are computed with; scaled: %d\n", static_cast<int>(sizeof(mixed::compute)),
              sizeof(mixed::storage), at::scales_gradients<at::fp16_mixed>);
}
