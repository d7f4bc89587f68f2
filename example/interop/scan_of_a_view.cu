// SPDX-License-Identifier: BSL-1.0
// An algorithm of Thrust on a view, in the queue's stream. On the CPU the standard library's does the same.
#include <allotype/allotype.hpp>

#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include <cstdio>
#include <numeric>
#include <vector>

namespace at = allotype;

namespace {

using here = at::any_of<at::H200, at::H100, at::cpu>;

template <class A>
void running_sums(at::queue<A>& on, at::view<int, 1, A> values) {
  int* const begin = values.data();
  int* const end = begin + values.extents[0];
  if constexpr (!std::is_same_v<A, at::cpu>) {
    thrust::inclusive_scan(thrust::cuda::par_nosync.on(on.native()), begin, end, begin);
  } else {
    std::inclusive_scan(begin, end, begin);
  }
}

constexpr auto added_up = at::task<here>("added up", []<class A>(at::queue<A>& on, int count) {
  at::buffer<int, A> values{on, at::extents{count}};
  at::fill(on, values, 3);
  running_sums(on, values.view(on));
  std::vector<int> sums(static_cast<std::size_t>(count));
  at::copy(on, values, sums);
  return sums;
});

}  // namespace

int main() {
  auto const result = added_up(100000);
  int next = 0;
  bool right = true;
  for (int const sum : result.value()) right = right && sum == (next += 3);
  std::printf("%s: the running sums of threes are %s\n", result.where(), right ? "3, 6, 9, ..." : "wrong");
  return right ? 0 : 1;
}
