// SPDX-License-Identifier: BSL-1.0
// What is an accelerator, and of which kind: a device, a partition, one that can only be asked for.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

static_assert(at::accelerator<at::A100> && at::accelerator_partition<at::A100::partition<"2g.10gb">> &&
              at::host_processor<at::cpu>);
static_assert(at::offers<at::A100, "2g.10gb"> && !at::offers<at::L4, "2g.10gb">);
static_assert(at::request_only<at::A100::unlisted_partition<"1g.4gb">>);
static_assert(std::is_same_v<at::device_of<at::A100::partition<"2g.10gb">>, at::A100>);
static_assert(std::is_same_v<at::device_named<"T4">, at::T4> && at::known_device<"T4"> && !at::known_device<"T5">);

int main() {
  std::printf("%s, %s\n", at::name_of<at::A100::partition<"2g.10gb">>, at::name_of<at::unlisted_gpu<"acme-x1">>);
}
