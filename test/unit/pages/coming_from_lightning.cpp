// SPDX-License-Identifier: BSL-1.0
// The code of doc/coming_from_lightning.md does what the page says.
#include "coming_from_lightning.md.hpp"

int main() {
  float const slope = trained({1, 2, 0.5f, 1.5f}, {3, 6, 1.5f, 4.5f});
  return slope > 2.99f && slope < 3.01f ? 0 : 1;
}
