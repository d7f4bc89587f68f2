// SPDX-License-Identifier: BSL-1.0
// The code of doc/queues.md does what the page says.
#include "queues.md.hpp"

#include <cstring>

int main() {
  bool right = fill_with_ones<at::cpu>(10);
  auto const second = at::queue<at::cpu>::open(1);  // the CPU is one device
  right = right && !second && std::strstr(second.reason().text(), "index is 0") != nullptr;
  auto const unchecked = at::queue<at::cpu>::open_unchecked();
  right = right && unchecked && unchecked.reason().text()[0] == '\0';
  bool thrown = false;
  try {
    at::queue<at::cpu> const negative(-1);
  } catch (at::not_available const&) {
    thrown = true;
  }
  at::queue<at::cpu> first;
  at::queue<at::cpu> const moved = std::move(first);
  right = right && thrown && std::strlen(to_string(moved).text()) > 0;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
