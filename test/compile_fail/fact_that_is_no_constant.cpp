// SPDX-License-Identifier: BSL-1.0
// A fact as a variable, in a device of one's own.
// expect: a fact is a static constant of its accelerator: static constexpr int sm_count = 8;
#include <allotype/allotype.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
#ifdef TWIN
  static constexpr int sm_count = 8;
#else
  static inline int sm_count = 8;
#endif
};
static_assert(at::fact_of<xpu, at::fact::sm_count> == 8);  // here
