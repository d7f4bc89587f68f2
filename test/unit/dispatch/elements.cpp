// SPDX-License-Identifier: BSL-1.0
#include "elements.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "backends.hpp"

namespace at = allotype;

/// A backend whose memory is aligned as little as a backend's may be: no address is a multiple of 32.
namespace odd_addresses {

struct backend {};
struct machine : allotype::device<machine> {
  static constexpr char name[] = "odd addresses";
  using backend = odd_addresses::backend;
};
struct state {};

inline constexpr std::size_t front = 16;
inline int allocations = 0;

inline allotype::opened<state> open_queue(backend, allotype::device_request const&) { return state{}; }
inline allotype::fixed_text<240> describe_queue(backend, state const&) { return "odd addresses"; }
inline void* allocate(backend, state&, std::size_t bytes) {
  ++allocations;
  return static_cast<char*>(std::aligned_alloc(4096, (bytes + front + 4095) / 4096 * 4096)) + front;
}
inline void deallocate(backend, void* memory) noexcept {
  --allocations;
  std::free(static_cast<char*>(memory) - front);
}
inline void* allocate_pinned(backend, state& on, std::size_t bytes) { return allocate(backend{}, on, bytes); }
inline void deallocate_pinned(backend, void* memory) noexcept { deallocate(backend{}, memory); }
inline void* allocate_unified(backend, state& on, std::size_t bytes) { return allocate(backend{}, on, bytes); }
inline void copy_bytes(backend, state&, void* to, void const* from, std::size_t bytes, allotype::direction) {
  if (bytes != 0) std::memcpy(to, from, bytes);
}
inline void wait_for(backend, state&) {}
inline void begin_range(backend, char const*) {}
inline void end_range(backend) {}
template <class Index, class Kernel>
void run_for_each(backend, state&, allotype::extents<1, Index> const& over, Kernel const& kernel) {
  for (Index i = over[0]; i > 0; --i) kernel(i - 1);
}

}  // namespace odd_addresses

namespace {

/// A value of many bytes, and how it is added up.
template <int N>
struct histogram {
  double bins[N];
};
template <int N>
struct add_histograms {
  histogram<N> operator()(histogram<N> const& a, histogram<N> const& b) const {
    histogram<N> sum = a;
    for (int i = 0; i < N; ++i) sum.bins[i] += b.bins[i];
    return sum;
  }
};
template <int N>
struct one_bin {
  histogram<N> operator()(int i) const {
    histogram<N> result{};
    result.bins[i % N] = 1;
    return result;
  }
};

template <int N, class A>
void adds_histograms(at::queue<A>& on, int count) {
  auto const sum = std::make_unique<histogram<N>>(
      at::reduce(on, at::extents{count}, histogram<N>{}, add_histograms<N>{}, one_bin<N>{}));
  auto const as_well = std::make_unique<histogram<N>>(
      at::reduce(on, at::extents{count}, histogram<N>{}, at::reassociated{add_histograms<N>{}}, one_bin<N>{}));
  double found = 0, found_as_well = 0;
  for (int i = 0; i < N; ++i) found += sum->bins[i], found_as_well += as_well->bins[i];
  CHECK(found == count);
  CHECK(found_as_well == count);
  at::buffer<histogram<N>, A> each{on, at::extents{count}};
  at::for_each(on, at::extents{count}, [each = each.view(on)](int i) { each(i) = one_bin<N>{}(i); });
  at::inclusive_scan(on, each, each, add_histograms<N>{});
  CHECK(std::memcmp(&each.view(on)(count - 1), sum.get(), sizeof(histogram<N>)) == 0);
}

static_assert(at::element_for<float, at::cpu> && at::element_for<long double, at::cpu>);
static_assert(!at::element_for<std::string, at::cpu> && !at::element_for<std::string, at::A100>);
static_assert(!at::element_for<std::string&, at::cpu> && !at::element_for<void, at::cpu>);
static_assert(!at::can_copy<at::cpu, at::view<std::string, 1, at::cpu>, at::view<std::string, 1, at::cpu>>);

}  // namespace

TEMPLATE_LIST_TEST_CASE("elements are aligned, and copied where that is stated", "", backends::every) {
  at::queue<TestType> on;
  elements::all(on);
  SECTION("pages") {
    elements::has_aligned_memory<4096>(on);
    elements::combines_aligned_values<4096>(on);
  }
  if constexpr (backends::has_blocks<TestType>) {
    SECTION("shared memory") { elements::has_aligned_shared_memory<elements::aligned_pair>(on); }
    SECTION("unified memory") {
      at::unified_buffer<elements::aligned<4096>, TestType> const memory{on, at::extents{3}};
      CHECK(elements::is_aligned(memory.data()));
    }
  }
}

TEST_CASE("elements on a backend that aligns little are aligned, and its memory is given back") {
  {
    at::queue<odd_addresses::machine> on;
    elements::all(on);
    elements::has_aligned_memory<4096>(on);
    at::unified_buffer<elements::aligned<64>, odd_addresses::machine> const memory{on, at::extents{3}};
    CHECK(elements::is_aligned(memory.data()));
    adds_histograms<2000>(on, 100);
  }
  CHECK(odd_addresses::allocations == 0);
}

TEST_CASE("values of many bytes are combined without large stacks") {
  at::queue<at::cpu> on;
  adds_histograms<50>(on, 1000);
  adds_histograms<4000>(on, 1000);
  adds_histograms<20000>(on, 100);
}
