// SPDX-License-Identifier: BSL-1.0
// What each toolchain compiles and runs: a task with a partition, limits and needs; with CUDA on a GPU as old as it
// knows, and a sort, which reads CUB behind the library's headers.
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;

template <class A>
int sum_and_smallest(at::queue<A>& on, int n) {
  int const sum = at::reduce(on, at::extents{n}, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return i; });
  at::buffer<int, A> values{on, at::extents{n}};
  auto const v = values.view(on);
  at::for_each(on, at::extents{n}, [=] ALLOTYPE_FN(int i) { v(i) = n - i; });
  at::sort(on, values);
  std::vector<int> sorted(static_cast<std::size_t>(n));
  at::copy(on, values, sorted);
  return sum * 10 + sorted[0];
}

using limits = at::limits<at::cpus<4>, at::memory<8_GiB>>;
using slice = at::A100::partition<"2g.10gb">;
static_assert(slice::memory >= 8_GiB && at::meets<slice, at::needs<at::memory<8_GiB>>>);

constexpr auto program = at::task<at::any_of<
#ifdef OLD_GPU
                                      at::OLD_GPU,
#endif
                                      slice, at::cpu>,
                                  limits>("sum", [](auto& on, int n) { return sum_and_smallest(on, n); });

int main() {
  auto const result = program(100);
  std::printf("%d on %s\n", result.value(), result.where());
}
