// SPDX-License-Identifier: BSL-1.0
// Compiled twice, in two modes: as PART=first and as PART=second. The first has main.
#include "mixed_modes.hpp"

#include <cstdio>
#include <cstring>

int first();
int second();

// 0 where the class is the one of this file.
int PART() {
  mixed::filter<ACCELERATOR> filter;
  bool right = filter.mode() == MIXED_EXPANDED(ALLOTYPE_MODE) && filter.size() == sizeof filter;
#ifdef OPENS_QUEUE
#  ifdef _OPENMP
  right = right && filter.where().find("OpenMP") == 0;
#  else
  right = right && filter.where().find("OpenMP") != 0;
#  endif
#endif
  std::printf("%s is compiled as %s, and its class as %s\n", MIXED_EXPANDED(PART), MIXED_EXPANDED(ALLOTYPE_MODE),
              filter.mode().c_str());
  return right ? 0 : 1;
}

#ifdef HAS_MAIN
int main() {
#  ifdef CALLS_SHARED
  return mixed::shared({}) == sizeof(mixed::filter<ACCELERATOR>) ? 0 : 1;
#  else
  return first() + second();
#  endif
}
#else
std::size_t mixed::shared(at::view<float, 1, ACCELERATOR>) { return sizeof(filter<ACCELERATOR>); }
#endif
