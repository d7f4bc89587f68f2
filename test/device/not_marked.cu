// SPDX-License-Identifier: BSL-1.0
// A function that only the host can call does not become device code, whatever the verb wraps around it: nvcc would
// make a kernel without the call. VERB names the function that is not marked; 0: all are.
#include <allotype/allotype.hpp>

namespace at = allotype;

#define COUNT_IF 1
#define COPY_IF 2
#define REDUCE 3
#define BOX 4
#define FOUR 5

#if VERB == COUNT_IF
#  define OF_COUNT_IF
#else
#  define OF_COUNT_IF ALLOTYPE_FN
#endif
#if VERB == COPY_IF
#  define OF_COPY_IF
#else
#  define OF_COPY_IF ALLOTYPE_FN
#endif
#if VERB == REDUCE
#  define OF_REDUCE
#else
#  define OF_REDUCE ALLOTYPE_FN
#endif
#if VERB == BOX
#  define OF_BOX
#else
#  define OF_BOX ALLOTYPE_FN
#endif
#if VERB == FOUR
#  define OF_FOUR
#else
#  define OF_FOUR ALLOTYPE_FN
#endif

struct counted {
  OF_COUNT_IF bool operator()(double value) const { return value > 0; }
};
struct copied {
  OF_COPY_IF bool operator()(double value) const { return value > 0; }
};
struct summed {
  OF_REDUCE double operator()(int i) const { return i; }
};
struct in_a_box {
  OF_BOX void operator()(int) const {}
};
struct in_four_dimensions {
  OF_FOUR void operator()(int, int, int, int) const {}
};

double go(at::queue<at::A100>& on, at::buffer<double, at::A100>& from, at::buffer<double, at::A100>& to) {
  at::for_each(on, at::box{{1, 4}}, in_a_box{});
  at::for_each(on, at::extents{2, 2, 2, 2}, in_four_dimensions{});
  auto const counts = at::count_if(on, from, counted{}) + at::copy_if(on, from, to, copied{});
  return static_cast<double>(counts) + at::reduce(on, at::extents{4}, 0.0, at::plus{}, summed{});
}
