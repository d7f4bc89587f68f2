// SPDX-License-Identifier: BSL-1.0
// A function that returns another type on another alternative.
// expect: the task's function must return the same type on each alternative, and it does not
// expect(gcc): task_results<allotype::list<int, float> >
// expect(clang): task_results<allotype::list<int, float>>
// expect(nvcc): Results=allotype::list<int, float>
#include <allotype/allotype.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = at::serial;
};
struct answer {
  int operator()(at::queue<xpu>&) const { return 42; }
#ifdef TWIN
  int operator()(at::queue<at::cpu>&) const { return 42; }
#else
  float operator()(at::queue<at::cpu>&) const { return 42; }
#endif
};
constexpr auto answered = at::task<at::any_of<xpu, at::cpu>>("answer", answer{});
int go() { return answered().value(); }  // here
