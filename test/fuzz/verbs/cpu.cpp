// SPDX-License-Identifier: BSL-1.0
// Random calls of the verbs on the CPU, and on a backend that has a loop of one dimension and nothing else.
#include "../../memory_alone.hpp"
#include "verbs.hpp"

namespace loops {

inline namespace ALLOTYPE_MODE {

struct backend : memory_alone::backend {};
template <class Index, class Kernel>
void run_for_each(backend, memory_alone::state&, allotype::extents<1, Index> const& over, Kernel const& kernel) {
  for (Index i = 0; i < over[0]; ++i) kernel(i);
}

struct device : allotype::device<device> {
  static constexpr char name[] = "a device with a loop";
  using backend = loops::backend;
};

}  // namespace ALLOTYPE_MODE

}  // namespace loops

using fuzz_verbs::element;
using fuzz_verbs::sort_of;
template <class A, bool Launches, int... Sizes>
using tester_of = fuzz_verbs::tester<
    A, Launches, fuzz_verbs::element_sizes<Sizes...>,
    fuzz_verbs::sorts<sort_of<int, allotype::ascending>, sort_of<float, allotype::descending>,
                      sort_of<long long, fuzz_verbs::by_low_bits>, sort_of<element<1>, allotype::ascending>,
                      sort_of<element<17>, fuzz_verbs::by_low_bits>>>;
using on_cpu = tester_of<allotype::cpu, true, 1, 12, 17, 1024>;
using on_loop = tester_of<loops::device, false, 12>;

int main(int argc, char** argv) {
  constexpr long long elements = 100'000, bytes = 4 << 20, cases = 600;
  int const wrong = fuzz::run_cases("the CPU", on_cpu{elements, bytes}, argc, argv, cases);
  if (wrong != 0) return wrong;
  return fuzz::run_cases("a backend that has a loop alone", on_loop{elements, bytes}, argc, argv, cases);
}
