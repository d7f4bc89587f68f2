// SPDX-License-Identifier: BSL-1.0
// What a program may share between files that are compiled in different ways, and hold queues with.
#pragma once

#include <allotype/allotype.hpp>

namespace app {

namespace at = allotype;

// A class that holds a queue is another class in each mode.
#ifdef IN_ONE_MODE
inline namespace ALLOTYPE_MODE {
#endif
struct worker {
  at::queue<at::cpu> on;
  int work();
};
#ifdef IN_ONE_MODE
}
#endif

at::queue<at::cpu> opened();
extern at::queue<at::cpu> shared;

}  // namespace app
