// SPDX-License-Identifier: BSL-1.0
#include "two_modes.hpp"

int main() {
#ifdef USES_WORKER
  return app::worker{}.work();
#elif defined(USES_FUNCTION)
  return to_string(app::opened()).empty() ? 1 : 0;
#else
  return to_string(app::shared).empty() ? 1 : 0;
#endif
}
