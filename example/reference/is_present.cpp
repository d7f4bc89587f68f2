// SPDX-License-Identifier: BSL-1.0
// Whether a machine has an accelerator, and the reason where it has none. This asks a driver that is not there.
// Shows: is_available, can_match, matches, probe_options
#include <allotype/allotype.hpp>
#include <allotype/machine.hpp>
#include <allotype/names.hpp>

#include <cstdio>

namespace at = allotype;

static_assert(at::can_match<at::A100> && at::can_match<at::A100::partition<"2g.10gb">>);

int main() {
  at::machine const here = at::probe(at::probe_options{.nvml_library = "libno-such-driver.so"});
  std::printf("A100: %d\n", static_cast<bool>(at::is_present<at::A100>(here)));
  std::printf("code on an A100: %d\n", static_cast<bool>(at::is_available<at::A100>(here)));  // and in this file?
  std::printf("code on the CPU: %d\n", static_cast<bool>(at::is_available<at::cpu>(here)));
  for (at::found_device const& device : at::find<at::A100>(here)) {  // none here
    std::printf("%d\n", static_cast<bool>(at::matches<at::A100>(device)));
  }
}
