// SPDX-License-Identifier: BSL-1.0
// What combines the values of segments on a GPU, a lambda without its mark.
// only: nvcc
// flags(nvcc): --extended-lambda
// expect: a verb on segments: the operation is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(float a, float b) { ... }, or name at::plus{}
#include <allotype/segmented_reduce.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on, at::view<int, 1, at::A100> begins, at::view<float, 1, at::A100> sums) {
#ifdef TWIN
  auto const larger = [=] ALLOTYPE_FN(float a, float b) { return a > b ? a : b; };
#else
  auto const larger = [](float a, float b) { return a > b ? a : b; };
#endif
  at::segmented_reduce(on, begins, sums, 0.f, larger, [=] ALLOTYPE_FN(int i) { return 1.f * i; });  // here
}
