// SPDX-License-Identifier: BSL-1.0
#ifdef _OPENMP
#  include <omp.h>
#endif

#include <allotype/core/number_format.hpp>

#include "../../memory_alone.hpp"
#include "sorted_numbers.hpp"

namespace at = allotype;

namespace backwards {

/// A backend that has memory and loops, from the last index to the first.
struct backend : memory_alone::backend {};
struct machine : at::device<machine> {
  static constexpr char name[] = "backwards";
  using backend = backwards::backend;
};
template <class Index, class Kernel>
void run_for_each(backend, memory_alone::state&, at::extents<1, Index> const& over, Kernel const& kernel) {
  for (Index i = over[0]; i > 0; --i) kernel(i - 1);
}

}  // namespace backwards

TEST_CASE("a NaN is the smallest and the largest number, and -0 is less than +0, on any number of threads") {
#ifdef _OPENMP
  omp_set_num_threads(GENERATE(1, 2, 3, 5, 8));
#endif
  at::queue<at::cpu> on;
  for (int repeated = 0; repeated < 3; ++repeated) number_order::all(on);  // OpenMP takes threads, and then does not
}
TEST_CASE("sort puts a NaN at an end, on any number of threads") {
#ifdef _OPENMP
  omp_set_num_threads(GENERATE(1, 2, 3, 5, 8));
#endif
  at::queue<at::cpu> on;
  sorted_numbers::all(on);
}
TEST_CASE("a backend that has only loops has the same order of numbers") {
  at::queue<backwards::machine> on;
  number_order::all(on);
  sorted_numbers::all(on);
}

TEST_CASE("operations on two numbers have the order of numbers, also while compiling") {
  constexpr float none = number_order::nan<float>;
  static_assert(at::minimum{}(2, 1) == 1 && at::maximum{}(2, 1) == 2 && at::minimum{}(2.f, 1.f) == 1.f);
  for (auto const pair : {at::tuple{none, 1.f}, at::tuple{1.f, none}, at::tuple{none, none}}) {
    auto const [a, b] = pair;
    float const least = at::minimum{}(a, b), most = at::maximum{}(a, b);
    CHECK(least != least);
    CHECK(most != most);
  }
  for (bool const first : {false, true}) {
    double const a = first ? -0.0 : 0.0, b = first ? 0.0 : -0.0;
    CHECK(std::signbit(at::minimum{}(a, b)));
    CHECK(!std::signbit(at::maximum{}(a, b)));
    CHECK(std::signbit(at::minimum{}(static_cast<long double>(a), static_cast<long double>(b))));
  }
  using half = at::float16;
  half const none_of_16(none), one(1.f);
  CHECK(at::minimum{}(one, none_of_16).bits() == none_of_16.bits());
  CHECK(at::maximum{}(none_of_16, one).bits() == none_of_16.bits());
  CHECK(at::minimum{}(half(0.f), half(-0.f)).bits() == half(-0.f).bits());
  CHECK(at::ascending{}(one, none_of_16));
  CHECK(!at::ascending{}(none_of_16, one));
}
