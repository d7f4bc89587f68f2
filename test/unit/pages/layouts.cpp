// SPDX-License-Identifier: BSL-1.0
// The code of doc/layouts.md says and does what the page says.
#include "layouts.md.hpp"

int main() {
  print();
  bool const right_numbers = largest() == 7 && balanced::left.memory_mib == 640;
  std::puts(right_numbers ? "right" : "wrong");
  return right_numbers ? 0 : 1;
}
