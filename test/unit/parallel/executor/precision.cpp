// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <vector>

#include <allotype/allotype.hpp>
#include <allotype/dispatch/precision_view.hpp>
#include <allotype/parallel/executor/precision.hpp>

#include "catch.hpp"

namespace at = allotype;

namespace {

template <class X, class Y>
struct scaled_sum {
  X x;
  Y y;
  ALLOTYPE_FN void operator()(long long i) const { y(i) = 3 * static_cast<typename Y::accumulate>(x(i)) + y(i); }
};
template <class X>
struct product_with_itself {
  X x;
  ALLOTYPE_FN auto operator()(long long i) const {
    using accumulate = typename X::accumulate;
    return static_cast<accumulate>(x(i)) * static_cast<accumulate>(x(i));
  }
};

template <class P>
void check_verbs() {
  using storage = typename P::storage;
  using compute = typename P::compute;
  using accumulate = typename P::accumulate;
  std::vector<storage> x, y;
  for (int i = 0; i < 200; ++i) {
    x.push_back(static_cast<storage>(0.013 * i - 1.1));
    y.push_back(static_cast<storage>(1.7 - 0.007 * i));
  }
  at::queue<at::cpu> on;
  at::buffer<storage, at::cpu> const from{on, x};
  at::buffer<storage, at::cpu> to{on, y};
  at::extents<1, long long> const all{200};
  auto const in = at::with_precision<P>(from.view(on));
  auto const out = at::with_precision<P>(to.view(on));
  at::for_each(on, all, scaled_sum{in, out});
  auto const sum = at::reduce(on, all, accumulate{}, at::plus{},
                              product_with_itself<decltype(at::with_precision<P>(from.view(on)))>{in});
  std::vector<storage> result(200);
  at::copy(on, to, result);

  accumulate expected_sum{};
  bool all_equal = true;
  for (std::size_t i = 0; i < 200; ++i) {
    auto const loaded = static_cast<accumulate>(static_cast<compute>(x[i]));
    auto const before = static_cast<accumulate>(static_cast<compute>(y[i]));
    all_equal =
        all_equal && static_cast<double>(result[i]) == static_cast<double>(static_cast<storage>(3 * loaded + before));
    expected_sum += loaded * loaded;
  }
  CAPTURE(P::name);
  CHECK(all_equal);
  CHECK(static_cast<double>(sum) == static_cast<double>(expected_sum));
}

}  // namespace

TEST_CASE("verbs compute in every precision: loads round to compute, stores to storage, sums are kept wide") {
  check_verbs<at::fp64_true>();
  check_verbs<at::fp32_true>();
  check_verbs<at::fp16_true>();
  check_verbs<at::bf16_true>();
  check_verbs<at::fp16_mixed>();
  check_verbs<at::bf16_mixed>();
  check_verbs<at::fp8_mixed>();
  check_verbs<at::fp8_mixed_float16>();
}

TEST_CASE("elements of a view can be read, written and changed") {
  using element_of_view = at::precision_view<at::bf16_mixed, at::view<float, 1, at::cpu>>::reference;
  float stored = 1.00390625f;  // half-way between two bfloat16
  element_of_view const element(&stored);
  CHECK(element == 1.f);
  element = 1.00390625f;
  CHECK(stored == 1.00390625f);  // memory keeps float
  element += 2.f;
  CHECK(stored == 3.f);  // read as 1
  element *= 2.f;
  element -= 1.f;
  element /= 5.f;
  CHECK(stored == 1.f);
  float other = 7;
  element_of_view const target(&other);
  target = element;
  CHECK(other == 1.f);
}

TEST_CASE("names that are no precision are refused with the list") {
  CHECK(at::detail::index_of_precision(at::detail::precisions{}, "32-true") == 1);
  CHECK(at::detail::index_of_precision(at::detail::precisions{}, "bf16") ==
        at::detail::index_of_precision(at::detail::precisions{}, "bf16-mixed"));
  for (char const* name : {"1", "16.0", "", "BF16-MIXED", "32-True", " 32-true", "fp32"}) {
    CAPTURE(name);
    CHECK_THROWS_WITH(at::detail::index_of_precision(at::detail::precisions{}, name),
                      contains("is not known; known are: 64-true, 32-true, 16-true, bf16-true, 16-mixed, bf16-mixed"));
  }
}
