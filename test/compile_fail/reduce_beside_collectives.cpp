// SPDX-License-Identifier: BSL-1.0
// The collectives bring the operations of reductions, and not what runs one on an accelerator.
// expect: reduce: the header for this accelerator is missing: write #include <allotype/reduce.hpp>
// expect(gcc): A = allotype::cpu
// expect(clang): reduce<allotype::cpu
// expect(nvcc): A=allotype::cpu
#ifdef TWIN
#include <allotype/allotype.hpp>
#else
#include <allotype/backend/cpu/queue.hpp>
#include <allotype/catalog/cpu.hpp>
#endif
#include <allotype/parallel/lone_communicator.hpp>
namespace at = allotype;

struct one {
  ALLOTYPE_FN float operator()(int) const { return 1; }
};
float use(at::queue<at::cpu>& on) { return at::reduce(on, at::extents{4}, 0.f, at::plus{}, one{}); }  // here
