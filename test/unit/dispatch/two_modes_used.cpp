// SPDX-License-Identifier: BSL-1.0
#include "two_modes.hpp"

int main() {
#ifdef USES_WORKER
  return app::worker{}.work();
#elif defined(USES_FUNCTION)
  return app::opened().description().empty() ? 1 : 0;
#else
  return app::shared.description().empty() ? 1 : 0;
#endif
}
