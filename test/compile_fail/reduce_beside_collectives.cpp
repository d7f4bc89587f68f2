// SPDX-License-Identifier: BSL-1.0
// A reduction with only the header of the collectives. They bring the operations, and not the code for an accelerator.
// expect: reduce: the header for this accelerator is missing: write #include <allotype/allotype.hpp>
// expect(gcc): A = allotype::cpu
// expect(clang): reduce<allotype::cpu
// expect(nvcc): A=allotype::cpu
#ifdef TWIN
#  include <allotype/allotype.hpp>
#else
#  include <allotype/backend/cpu/queue.hpp>
#  include <allotype/catalog/cpu.hpp>
#endif
#include <allotype/parallel/transport/detail/lone_communicator.hpp>
namespace at = allotype;

struct one {
  ALLOTYPE_FN float operator()(int) const { return 1; }
};
float use(at::queue<at::cpu>& on) { return at::reduce(on, at::extents{4}, 0.f, at::plus{}, one{}); }  // here
