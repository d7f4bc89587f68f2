// SPDX-License-Identifier: BSL-1.0
// Elements on the GPU of this machine, and CUDA's own vector types among them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "backends.hpp"
#include "elements.hpp"

namespace at = allotype;

namespace {

using backends::this_gpu;

template <class Pair>
struct add_pairs {
  ALLOTYPE_FN Pair operator()(Pair const& a, Pair const& b) const { return Pair(a.x + b.x, a.y + b.y); }
};

template <class Pair>
void adds_pairs(at::queue<this_gpu>& on) {
  auto const as_float = [](auto number) { return static_cast<float>(number); };
  Pair const pair(1.5f, 2.f);
  at::buffer<Pair, this_gpu> pairs{on, at::extents{100}};
  at::fill(on, pairs, Pair(0.5f, 0.f));
  auto const all = pairs.view(on);
  at::for_each(on, at::extents{100}, [all, pair] ALLOTYPE_FN(int i) { all(i) = add_pairs<Pair>{}(all(i), pair); });
  auto const on_host = elements::on_host(on, pairs);
  CHECK(as_float(on_host[99].x) == 2.f);
  CHECK(as_float(on_host[99].y) == 2.f);
  Pair const sum = at::reduce(on, at::extents{100}, Pair(0.f, 0.f), add_pairs<Pair>{}, elements::value_of_element{all});
  CHECK(as_float(sum.x) == 200.f);
  CHECK(as_float(sum.y) == 200.f);
  at::inclusive_scan(on, pairs, pairs, add_pairs<Pair>{});
  CHECK(as_float(elements::on_host(on, pairs)[99].y) == 200.f);
}

/// Each element is the sum of itself and of what is added.
template <class T, class Add>
std::vector<T> added(at::queue<this_gpu>& on, T first, Add const& add) {
  at::buffer<T, this_gpu> numbers{on, at::extents{100}};
  at::fill(on, numbers, first);
  auto const all = numbers.view(on);
  at::for_each(on, at::extents{100}, [all, add] ALLOTYPE_FN(int i) { all(i) = add(all(i)); });
  return elements::on_host(on, numbers);
}

struct with_sum {
  int count;
  long double sum;
};
static_assert(at::element_for<__half, this_gpu> && at::element_for<__nv_bfloat16, this_gpu>);
static_assert(at::element_for<float4, this_gpu> && at::element_for<std::array<__half2, 4>, this_gpu>);
static_assert(!at::element_for<long double, this_gpu> && !at::element_for<long double[2], this_gpu>);
static_assert(!at::element_for<std::array<long double, 2>, this_gpu> && !at::element_for<with_sum, this_gpu>);
static_assert(!at::element_for<at::tuple<int, long double>, this_gpu> && !at::element_for<with_sum[2], this_gpu>);
static_assert(at::element_for<long double, at::cpu> && at::element_for<with_sum, at::cpu>);
static_assert(at::element_for<elements::aligned<256>, this_gpu> && !at::element_for<elements::aligned<512>, this_gpu>);

}  // namespace

TEST_CASE("elements on the GPU are aligned, and copied where that is stated") {
  at::queue<this_gpu> on;
  elements::all(on);
  SECTION("shared memory") { elements::has_aligned_shared_memory<elements::aligned_pair>(on); }
}

TEST_CASE("CUDA's pairs of 16-bit numbers are elements") {
  at::queue<this_gpu> on;
  SECTION("__half2") { adds_pairs<__half2>(on); }
  SECTION("__nv_bfloat162") { adds_pairs<__nv_bfloat162>(on); }
}

TEST_CASE("CUDA's numbers of 16 bits and its vectors are elements") {
  at::queue<this_gpu> on;
  CHECK(static_cast<float>(added(on, __half(1.5f), [] ALLOTYPE_FN(__half x) { return x + __half(2.f); })[99]) == 3.5f);
  CHECK(static_cast<float>(added(on, __nv_bfloat16(1.5f),
                                 [] ALLOTYPE_FN(__nv_bfloat16 x) { return x + __nv_bfloat16(2.f); })[99]) == 3.5f);
  float4 const sum = added(on, float4{1, 2, 3, 4},
                           [] ALLOTYPE_FN(float4 x) { return float4{x.x + 1, x.y + 2, x.z + 3, x.w + 4}; })[99];
  CHECK(sum.x == 2);
  CHECK(sum.w == 8);
}
