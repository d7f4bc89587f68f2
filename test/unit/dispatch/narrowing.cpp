// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <functional>

#include <allotype/core/number_format.hpp>

#include "backends.hpp"
#include "narrowing.hpp"

namespace at = allotype;

namespace {

using at::detail::narrows;

static_assert(narrows<double, float> && narrows<long double, double> && !narrows<float, double> &&
              !narrows<double const&, double>);
static_assert(narrows<float, int> && narrows<double, long long> && narrows<float, bool>);
static_assert(narrows<long long, int> && narrows<int, short> && narrows<int, bool> && !narrows<bool, int>);
static_assert(narrows<int, unsigned> && narrows<unsigned, int> && narrows<int, unsigned long long> &&
              !narrows<unsigned, long long>);
static_assert(narrows<long long, float> && !narrows<int, float> && !narrows<long long, double>);
enum plain { of_plain };
enum class scoped { of_scoped };
static_assert(narrows<plain, bool> && !narrows<plain, long long> && !narrows<scoped, scoped>);
static_assert(narrows<at::float16, int> && !narrows<at::float16, float>);
static_assert(narrows<double, std::complex<float>> && !narrows<float, std::complex<float>> &&
              !narrows<int, std::complex<float>>);

struct as_double {
  ALLOTYPE_FN double operator()(double a, double b) const { return a + b; }
};
static_assert(at::reduction_over<as_double, double> && !at::reduction_over<as_double, float> &&
              !at::reduction_over<as_double, int>);
// What integer promotion makes of two operands is theirs.
static_assert(at::reduction_over<std::plus<>, short> && at::reduction_over<std::plus<>, unsigned char>);
static_assert(at::reduction_over<at::elementwise<at::plus, as_double>, at::tuple<float, double>>);
static_assert(!at::reduction_over<at::elementwise<at::plus, as_double>, at::tuple<float, float>>);

}  // namespace

TEMPLATE_LIST_TEST_CASE("a number that is passed is converted if nothing is lost", "", backends::every) {
  at::queue<TestType> on;
  narrowing::all(on);
}
