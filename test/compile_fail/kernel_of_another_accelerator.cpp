// SPDX-License-Identifier: BSL-1.0
// A kernel with a view of one accelerator's memory, run on another.
// expect: the kernel reads memory of another accelerator than the queue
// expect: acme::xpu
// expect: view<float, 1, allotype::cpu
// expect: copy it through the host
#include <allotype/allotype.hpp>
namespace at = allotype;

namespace acme {
struct xpu : allotype::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = allotype::serial;
};
}  // namespace acme

template <class View>
struct twice {
  View values;
  ALLOTYPE_FN void operator()(int i) const { values(i) *= 2; }
};
void go(at::queue<at::cpu>& on, at::queue<acme::xpu>& elsewhere, at::buffer<float, at::cpu>& numbers) {
  twice const kernel{numbers.view(on)};
  (void)elsewhere;
#ifdef TWIN
  at::for_each(on, at::extents{4}, kernel);
#else
  at::for_each(elsewhere, at::extents{4}, kernel);  // here
#endif
}
