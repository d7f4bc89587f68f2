// SPDX-License-Identifier: BSL-1.0
// A function that only the host can call does not become device code, whatever the verb wraps around it: nvcc would
// make a kernel without the call. A macro of those below that is empty takes the mark away.
#include <allotype/allotype.hpp>

namespace at = allotype;

#ifndef COUNT_IF
#  define COUNT_IF ALLOTYPE_FN
#endif
#ifndef COPY_IF
#  define COPY_IF ALLOTYPE_FN
#endif
#ifndef REDUCE
#  define REDUCE ALLOTYPE_FN
#endif
#ifndef BOX
#  define BOX ALLOTYPE_FN
#endif
#ifndef FOUR
#  define FOUR ALLOTYPE_FN
#endif

struct counted {
  COUNT_IF bool operator()(double value) const { return value > 0; }
};
struct copied {
  COPY_IF bool operator()(double value) const { return value > 0; }
};
struct summed {
  REDUCE double operator()(int i) const { return i; }
};
struct in_a_box {
  BOX void operator()(int) const {}
};
struct in_four_dimensions {
  FOUR void operator()(int, int, int, int) const {}
};

double go(at::queue<at::A100>& on, at::buffer<double, at::A100>& from, at::buffer<double, at::A100>& to) {
  at::for_each(on, at::box{{1, 4}}, in_a_box{});
  at::for_each(on, at::extents{2, 2, 2, 2}, in_four_dimensions{});
  auto const counts = at::count_if(on, from, counted{}) + at::copy_if(on, from, to, copied{});
  return static_cast<double>(counts) + at::reduce(on, at::extents{4}, 0.0, at::plus{}, summed{});
}
