// SPDX-License-Identifier: BSL-1.0
// Random calls of the verbs on the CPU, and on a backend that has a loop of one dimension and nothing else.
#include "verbs.hpp"

namespace loops {

inline namespace ALLOTYPE_MODE {

struct backend {};
struct state {};
inline allotype::opened<state> open_queue(backend, allotype::device_request const&) { return state{}; }
inline allotype::description_text describe_queue(backend, state const&) { return "a loop"; }
inline void* allocate(backend, state&, std::size_t bytes) { return ::operator new(bytes); }
inline void deallocate(backend, void* memory) noexcept { ::operator delete(memory); }
inline void copy_bytes(backend, state&, void* to, void const* from, std::size_t bytes, allotype::direction) {
  if (bytes != 0) std::memmove(to, from, bytes);
}
template <class Index, class Kernel>
void run_for_each(backend, state&, allotype::extents<1, Index> const& over, Kernel const& kernel) {
  for (Index i = 0; i < over[0]; ++i) kernel(i);
}
inline void wait_for(backend, state&) {}
inline void begin_range(backend, char const*) {}
inline void end_range(backend) {}

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
  int const wrong = fuzz_verbs::run_cases("the CPU", on_cpu{elements, bytes}, argc, argv, cases);
  if (wrong != 0) return wrong;
  return fuzz_verbs::run_cases("a backend that has a loop alone", on_loop{elements, bytes}, argc, argv, cases);
}
