// SPDX-License-Identifier: BSL-1.0
// Which devices a command line means: a number of them, indices, UUIDs, or all.
#include <allotype/allotype.hpp>
#include <allotype/devices.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::device_choice const two = at::device_choice::of_text("0,2");
  std::printf("%s\n", to_string(two).text());
  try {
    (void)at::device_choice::of_text("-3");
  } catch (at::device_selection_error const& error) {
    std::printf("%s\n", error.what());
  }
}
