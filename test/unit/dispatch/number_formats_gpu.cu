// SPDX-License-Identifier: BSL-1.0
// The narrow formats on the GPU of this machine have the bits that they have on the host. On a GPU all floats are
// rounded and 100 million pairs are computed with, on the tests' interpreter of device code a sample of both.
#include <algorithm>
#include <cmath>

#include "../core/number_format_classes.hpp"
#include "catch.hpp"
#include "this_gpu.hpp"

namespace at = allotype;
namespace classes = number_format_classes;

namespace {

#ifdef ALLOTYPE_TEST_ON_INTERPRETER
constexpr long long random_pairs = 500, floats = 4096;
#else
constexpr long long random_pairs = 100'000'000, floats = 1LL << 32;
#endif
constexpr long long step_of_floats = (1LL << 32) / floats;

template <class Format>
struct results {
  Format sum, difference, product, quotient, fused, opposite;
};
template <class Format>
ALLOTYPE_FN results<Format> compute(Format a, Format b, Format c) {
  return {a + b, a - b, a * b, a / b, at::fma(a, b, c), -a};
}
/// The same by the rounding that needs no instruction for the format.
template <class Format>
struct by_bits {
  static ALLOTYPE_FN Format rounded(float value) {
    unsigned const bits =
        at::detail::round_by_bits<Format::exponent_bits, Format::fraction_bits, Format::has_infinity>(value);
    return Format::from_bits(static_cast<decltype(Format{}.bits())>(bits));
  }
  static ALLOTYPE_FN float value(Format number) {
    return at::detail::value_by_bits<Format::exponent_bits, Format::fraction_bits, Format::has_infinity>(number.bits());
  }
};

template <class T>
std::vector<T> on_host(at::queue<this_gpu>& on, at::buffer<T, this_gpu> const& buffer) {
  std::vector<T> values(static_cast<std::size_t>(buffer.size()));
  at::copy(on, buffer, values);
  return values;
}

/// What a function makes of each number on the GPU, against what it makes of it here.
template <class Format, class From, class Convert>
void converts(at::queue<this_gpu>& on, std::vector<From> const& numbers, Convert convert) {
  using to = decltype(convert(numbers[0]));
  at::buffer<From, this_gpu> const in{on, numbers};
  at::buffer<to, this_gpu> out{on, at::extents{in.size()}};
  auto const from = in.view(on);
  auto const into = out.view(on);
  at::for_each(on, into.extents, [=] ALLOTYPE_FN(int i) { into(i) = convert(from(i)); });
  std::vector<to> const there = on_host(on, out);
  long long wrong = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    to const here = convert(numbers[i]);
    if (classes::same(there[i], here) || wrong++ > 0) continue;
    CAPTURE(i, numbers[i]);
    CHECK(there[i].bits() == here.bits());
  }
  CHECK(wrong == 0);
}

/// A value in a `float` that is compared by its bits.
struct widened {
  float value;
  ALLOTYPE_FN operator float() const { return value; }
  ALLOTYPE_FN unsigned bits() const { return __builtin_bit_cast(unsigned, value); }
};

template <class Format>
std::vector<Format> every_pattern() {
  std::vector<Format> all;
  for (unsigned bits = 0; bits < 1u << (8 * sizeof(Format)); ++bits) {
    all.push_back(Format::from_bits(static_cast<decltype(Format{}.bits())>(bits)));
  }
  return all;
}

/// Triples: all pairs of classes with a third number, and random ones.
template <class Format>
std::vector<Format> operands(int which) {
  std::vector<Format> const each = classes::numbers<Format>();
  std::size_t const n = each.size();
  std::vector<Format> result;
  for (std::size_t i = 0; i < n * n; ++i) {
    result.push_back(each[which == 0 ? i / n : which == 1 ? i % n : classes::mixed(i) % n]);
  }
  for (std::uint64_t i = 0; i < 2000; ++i) {
    std::uint64_t const bits = classes::mixed(i) >> 16 * which;
    result.push_back(Format::from_bits(static_cast<decltype(Format{}.bits())>(bits)));
  }
  return result;
}

template <class Format>
void computes(at::queue<this_gpu>& on) {
  std::vector<Format> const a = operands<Format>(0), b = operands<Format>(1), c = operands<Format>(2);
  at::buffer<Format, this_gpu> const a_there{on, a}, b_there{on, b}, c_there{on, c};
  at::buffer<results<Format>, this_gpu> out{on, at::extents{a_there.size()}};
  auto const x = a_there.view(on), y = b_there.view(on), z = c_there.view(on);
  auto const into = out.view(on);
  at::for_each(on, into.extents, [=] ALLOTYPE_FN(int i) { into(i) = compute<Format>(x(i), y(i), z(i)); });
  std::vector<results<Format>> const there = on_host(on, out);
  long long wrong = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    results<Format> const here = compute(a[i], b[i], c[i]);
    Format const ours[] = {here.sum, here.difference, here.product, here.quotient, here.fused, here.opposite};
    Format const theirs[] = {there[i].sum,      there[i].difference, there[i].product,
                             there[i].quotient, there[i].fused,      there[i].opposite};
    if (std::equal(ours, ours + 6, theirs, classes::same<Format>) || wrong++ > 0) continue;
    CAPTURE(a[i].bits(), b[i].bits(), c[i].bits());
    for (int operation = 0; operation < 6; ++operation) {
      CAPTURE(operation);
      if (!classes::same(ours[operation], theirs[operation])) CHECK(ours[operation].bits() == theirs[operation].bits());
    }
  }
  CHECK(wrong == 0);
}

/// Floats that the GPU's instructions round otherwise than the bits say.
template <class Format>
struct wrongly_rounded {
  ALLOTYPE_FN long long operator()(long long i) const {
    auto const value = __builtin_bit_cast(float, static_cast<unsigned>(i * step_of_floats));
    return !classes::same(Format(value), by_bits<Format>::rounded(value));
  }
};
/// Pairs for which an instruction gives another number than one rounding of float's arithmetic.
template <class Format>
struct wrongly_computed {
  ALLOTYPE_FN long long operator()(long long i) const {
    using bits = decltype(Format{}.bits());
    std::uint64_t const random = classes::mixed(static_cast<std::uint64_t>(i));
    auto const a = Format::from_bits(static_cast<bits>(random)), b = Format::from_bits(static_cast<bits>(random >> 16)),
               c = Format::from_bits(static_cast<bits>(random >> 32));
    using plain = by_bits<Format>;
    float const x = plain::value(a), y = plain::value(b), z = plain::value(c);
    results<Format> const found = compute(a, b, c);
    results<Format> const right{plain::rounded(x + y),
                                plain::rounded(x - y),
                                plain::rounded(x * y),
                                plain::rounded(x / y),
                                plain::rounded(at::detail::round_to_odd(at::detail::fused_to_odd(x, y, z))),
                                Format::from_bits(static_cast<bits>(a.bits() ^ 1u << (8 * sizeof(Format) - 1)))};
    return !classes::same(found.sum, right.sum) + !classes::same(found.difference, right.difference) +
           !classes::same(found.product, right.product) + !classes::same(found.quotient, right.quotient) +
           !classes::same(found.fused, right.fused) + !classes::same(found.opposite, right.opposite);
  }
};

}  // namespace

TEST_CASE("fma of float and double rounds once on the GPU") {
  at::queue<this_gpu> on = open_this_gpu();
  at::buffer<float, this_gpu> narrow{on, at::extents{1}};
  at::buffer<double, this_gpu> wide{on, at::extents{1}};
  auto const a = narrow.view(on);
  auto const b = wide.view(on);
  at::for_each(on, at::extents{1}, [=] ALLOTYPE_FN(int i) {
    a(i) = at::fma(0.1f, 10.f + static_cast<float>(i), -1.f);
    b(i) = at::fma(0.1, 10.0 + i, -1.0);
  });
  CHECK(on_host(on, narrow)[0] == std::fma(0.1f, 10.f, -1.f));
  CHECK(on_host(on, wide)[0] == std::fma(0.1, 10.0, -1.0));
}

TEMPLATE_TEST_CASE("narrow formats have the same bits on the GPU", "", at::float16, at::bfloat16, at::float8_e4m3,
                   at::float8_e5m2) {
  at::queue<this_gpu> on = open_this_gpu();
  SECTION("rounded from float") {
    converts<TestType>(on, classes::to_round<float>(), [] ALLOTYPE_FN(float value) { return TestType(value); });
  }
  SECTION("rounded from double") {
    converts<TestType>(on, classes::to_round<double>(), [] ALLOTYPE_FN(double value) { return TestType(value); });
  }
  SECTION("rounded from whole numbers") {
    std::vector<int> numbers{-2147483647 - 1, 2147483647};
    for (int place = 0; place < 31; ++place) {
      for (int const beside : {-129, -128, -1, 0, 1, 127, 129}) {
        numbers.push_back(static_cast<int>((1u << place) + (1u << place) / 256 + static_cast<unsigned>(beside)));
      }
    }
    converts<TestType>(on, numbers, [] ALLOTYPE_FN(int value) { return TestType(value); });
  }
  SECTION("widened") {
    converts<TestType>(on, every_pattern<TestType>(), [] ALLOTYPE_FN(TestType number) { return widened{number}; });
  }
  SECTION("computed") { computes<TestType>(on); }
  SECTION("all floats, and random pairs") {
    CHECK(at::reduce(on, at::extents<1, long long>{floats}, 0LL, at::plus{}, wrongly_rounded<TestType>{}) == 0);
    CHECK(at::reduce(on, at::extents<1, long long>{random_pairs}, 0LL, at::plus{}, wrongly_computed<TestType>{}) == 0);
  }
}
