// SPDX-License-Identifier: BSL-1.0
// Accelerators by short names.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::accelerator_registry registry;
  at::register_accelerator<at::cpu>(registry, "host", "the processor");
  try {
    at::register_accelerator<at::A100>(registry, "host", "a GPU");
  } catch (at::error const& error) {
    std::puts(error.what());
  }
  std::puts(std::string{registry.at("host").type}.c_str());
}
