// SPDX-License-Identifier: BSL-1.0
// A call of a task without an argument that its function takes after the queue. Code that uses the result brings no
// second error.
// expect: the task's function cannot be called on this alternative with these arguments
// expect: It takes the alternative's queue first, (queue<A>& on, ...) or (auto& on, ...)
// expect: task_call<
// expect(gcc): std::vector<float>
// expect(gcc): Arguments = {}
// expect(gcc): allotype::cpu
// expect(clang): (lambda at
// expect(clang): allotype::cpu
// expect(nvcc): std::vector<float
// expect(nvcc): Arguments=<>
// expect(nvcc): Alternative=allotype::mig_partition<allotype::A100, allotype::mig::_2g_10gb>
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

constexpr auto doubled = at::task<at::any_of<at::A100::partition<"2g.10gb">, at::cpu>>(
    "doubled", []<class A>(at::queue<A>&, std::vector<float> numbers) {
      for (float& number : numbers) number *= 2;
      return numbers;
    });
float sum() {
#ifdef TWIN
  auto const result = doubled(std::vector<float>{1, 2, 3});
#else
  auto const result = doubled();  // here
#endif
  float of_all = 0;
  for (float number : result.value()) of_all += number;
  return *result.where() == 'c' ? of_all : 0;
}
