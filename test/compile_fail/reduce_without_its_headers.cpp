// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A reduction on a GPU with only some of the headers.
// expect: reduce: the header for this accelerator is missing: write #include <allotype/allotype.hpp>
// expect: A=allotype::A100
#ifdef TWIN
#  include <allotype/allotype.hpp>
#else
#  include <allotype/backend/cpu/reduce.hpp>
#  include <allotype/backend/cuda/queue.hpp>
#  include <allotype/catalog/cpu.hpp>
#  include <allotype/catalog/nvidia.hpp>
#  include <allotype/dispatch/reduce.hpp>
#endif
namespace at = allotype;

struct one {
  ALLOTYPE_FN float operator()(int) const { return 1; }
};
float on_the_cpu(at::queue<at::cpu>& on) { return at::reduce(on, at::extents{4}, 0.f, at::plus{}, one{}); }
float on_a_gpu(at::queue<at::A100>& on) { return at::reduce(on, at::extents{4}, 0.f, at::plus{}, one{}); }  // here
