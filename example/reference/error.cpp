// SPDX-License-Identifier: BSL-1.0
// What goes wrong is an exception, and tells the input and what is right.
// Shows: not_available
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, at::extents{3}};
  try {
    at::copy(on, std::vector<int>{1, 2}, numbers);
  } catch (at::size_error const& error) {  // each is an at::error
    std::printf("%s\n", error.what());
  }
  try {
    at::queue<at::cpu> second{1};
  } catch (at::error const& error) {
    std::printf("%s\n", error.what());
  }
}
