// SPDX-License-Identifier: BSL-1.0
// The user names an accelerator and devices, the program takes what is there: `--accelerator`, `--devices` or the
// environment. Shows: accelerator_options, devices
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

using wanted = at::any_of<at::A100, at::cpu>;

int main() {
  at::accelerator_options asked{.accelerator = "cpu"};
  asked.set("devices", "2", "run.ini");  // an entry of a configuration file
  at::devices<wanted> const chosen = at::choose<wanted>(asked);
  std::printf("%d of %s\n", chosen.size(), std::string(chosen.name()).c_str());
  try {
    (void)at::choose<wanted>(at::accelerator_options{.accelerator = "a10"});
  } catch (at::input_error const& error) {
    std::string const text = error.what();  // ends with all names that are registered
    std::puts(text.substr(0, text.rfind(';')).c_str());
  }
}
