// SPDX-License-Identifier: BSL-1.0
// A thread releases what it wrote; the host that shares the memory is in its scope.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> done{on, at::extents{1}};
  at::fill(on, done, 0);
  auto const count = done.view(on);
  at::for_each(on, at::extents{100}, [=] ALLOTYPE_FN(int) {
    at::atomic<at::memory_scope::system>(count(0)).fetch_add(1, at::memory_order::release);
  });
  std::printf("%d\n", at::atomic(count(0)).load(at::memory_order::acquire));
}
