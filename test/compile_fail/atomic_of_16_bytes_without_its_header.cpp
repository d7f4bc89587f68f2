// SPDX-License-Identifier: BSL-1.0
// Two doubles, and the header of few programs is not there.
// only: gcc clang
// expect: atomic: for elements of 16 bytes write #include <allotype/atomic_16_bytes.hpp>
#ifdef TWIN
#  include <allotype/atomic_16_bytes.hpp>
#else
#  include <allotype/allotype.hpp>
#endif
namespace at = allotype;

struct alignas(16) sum_and_count {
  double sum;
  long long count;
};
void set(sum_and_count& totals) {
  auto const shared = at::atomic(totals);  // here
  sum_and_count now = shared.load();
  while (!shared.compare_exchange(now, {now.sum + 1, now.count + 1})) {
  }
}
