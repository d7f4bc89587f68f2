// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A reduction on a GPU without its header.
// expect: reduce: the header for this accelerator is missing: write #include <allotype/reduce.hpp>
// expect: A=allotype::A100
#ifdef TWIN
#include <allotype/reduce.hpp>
#else
#include <allotype/allotype.hpp>
#endif
namespace at = allotype;

struct one {
  ALLOTYPE_FN float operator()(int) const { return 1; }
};
float on_the_cpu(at::queue<at::cpu>& on) { return at::reduce(on, at::extents{4}, 0.f, at::plus{}, one{}); }
float on_a_gpu(at::queue<at::A100>& on) { return at::reduce(on, at::extents{4}, 0.f, at::plus{}, one{}); }  // here
