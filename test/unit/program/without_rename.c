// SPDX-License-Identifier: BSL-1.0
// A mount on which no name changes, as a mounted bucket: for LD_PRELOAD.
#include <errno.h>

int rename(char const* from, char const* to) {
  (void)from;
  (void)to;
  errno = ENOSYS;
  return -1;
}
