// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A lambda for a GPU inside the lambda of a task: it stands in a function with a name.
// flags(nvcc): --extended-lambda --expt-relaxed-constexpr
// expect: An extended __host__ __device__ lambda cannot be defined inside a generic lambda expression("operator()").
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class A>
void count(at::queue<A>& on, at::view<int, 1, A> numbers) {
  at::for_each(on, numbers.extents, [=] ALLOTYPE_FN(int i) { numbers(i) = i; });
}

constexpr auto counted = at::task<at::A100>("counted", [](auto& on, int size) {
  at::buffer<int, at::A100> numbers{on, at::extents{size}};
  auto const all = numbers.view(on);
#ifdef TWIN
  count(on, all);
#else
  at::for_each(on, all.extents, [=] ALLOTYPE_FN(int i) { all(i) = i; });  // here
#endif
});

void go() { (void)counted(8); }
