// SPDX-License-Identifier: BSL-1.0
// The code of doc/reductions.md does what the page says.
#include "reductions.md.hpp"

#include <cstdio>

struct three_quarters {
  ALLOTYPE_FN double operator()(int) const { return 0.75; }
};

int main() {
  at::queue<at::cpu> on;
  bool right = dot(on, {1, 2, 3}, {4, 5, 6}) == 32;
  right = right && factorial(on, 5) == 120 && factorial(on, 0) == 1 && factorial_of_called(on, 5) == 120;
  at::extents const four{4};
  right = right && at::reduce(on, four, 0.0, at::plus{}, three_quarters{}) == 3;
  right = right && at::reduce(on, four, 10.0, at::plus{}, three_quarters{}) == 13;
  right = right && at::reduce(on, four, 7LL, at::minimum{}, one_more{}) == 1;
  right = right && at::reduce(on, four, 0LL, at::maximum{}, one_more{}) == 4;
  at::buffer<float, at::cpu> numbers{on, std::vector<float>{3, 1, 4, 1, 5}};
  right = right && index_of_smallest(on, numbers) == 1 && mean_without_extremes(on, numbers) == 8. / 3;
  right = right && fast_sum(on, numbers) == 14;
  at::buffer<float, at::cpu> none{on, at::extents{0}};
  right = right && index_of_smallest(on, none) == -1 && index_of_nearest(on, none, 1) == 0 &&
          index_of_nearest(on, numbers, 3.6f) == 2;
  at::buffer<float, at::cpu> infinities{on, std::vector<float>(4, std::numeric_limits<float>::infinity())};
  right = right && index_of_smallest(on, infinities) == 0 && index_of_nearest(on, infinities, 0) == 0;
  normalize(on, numbers);
  right = right && numbers.view(on)(0) == 3.f / 14 && numbers.view(on)(4) == 5.f / 14;
  bool refused = false;
  try {
    (void)at::reduce(on, at::extents{-1}, 0LL, at::plus{}, one_more{});
  } catch (at::size_error const&) {
    refused = true;
  }
  right = right && refused;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
