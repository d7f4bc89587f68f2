// SPDX-License-Identifier: BSL-1.0
// A struct with four bytes that belong to no member.
// only: gcc clang
// expect: atomic: the struct has padding, whose bits nobody sets and compare_exchange compares: make its members fill its size
#include <allotype/atomic_16_bytes.hpp>
namespace at = allotype;

struct alignas(16) sum_and_count {
  double sum;
#ifdef TWIN
  long long count;
#else
  int count;
#endif
};
void set(sum_and_count& totals) {
  at::atomic(totals).store({});  // here
}
