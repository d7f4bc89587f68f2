// SPDX-License-Identifier: BSL-1.0
// The code of doc/checked_builds.md prints what the page says.
#define ALLOTYPE_CHECKED
#include "checked_builds.md.hpp"

int main() {
  at::queue<at::cpu> on;
  add_neighbours(on, {1, 2, 3});
}
