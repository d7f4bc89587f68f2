// SPDX-License-Identifier: BSL-1.0
// doc/releases.md.
#include "releases.md.hpp"

#include <cstring>

static_assert(ALLOTYPE_VERSION ==
              ALLOTYPE_VERSION_MAJOR * 10000 + ALLOTYPE_VERSION_MINOR * 100 + ALLOTYPE_VERSION_PATCH);

int main() {
  print_version();
  char numbers[32];
  std::snprintf(numbers, sizeof numbers, "%d.%d.%d", ALLOTYPE_VERSION_MAJOR, ALLOTYPE_VERSION_MINOR,
                ALLOTYPE_VERSION_PATCH);
  return std::strcmp(numbers, ALLOTYPE_VERSION_TEXT) == 0 ? 0 : 1;
}
