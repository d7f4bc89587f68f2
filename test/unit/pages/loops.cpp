// SPDX-License-Identifier: BSL-1.0
// The code of doc/loops.md does what the page says.
#include "loops.md.hpp"

#include <cstdio>
#include <stdexcept>

struct throws_at_one {
  ALLOTYPE_FN void operator()(int i) const {
#ifndef __CUDA_ARCH__
    if (i == 1) throw std::runtime_error("one");
#endif
  }
};

int main() {
  at::queue<at::cpu> on;
  bool right = blurred(on, {2, 4, 6, 8}, 2, 2) == std::vector<float>{2, 3, 6, 7};
  at::for_each(on, at::extents{0}, throws_at_one{});
  right = right && at::extents{1ll << 62, 4ll}.size() == at::extents<2, long long>::too_many;

  at::buffer<float, at::cpu> field{on, std::vector<float>{0, 1, 0, 2, 0, 3, 0, 4, 0}}, smoothed{on, at::extents{9}};
  at::fill(on, smoothed, 7.f);
  smooth_inside(on, field, smoothed, 3, 3);
  right = right && smoothed.view(on)(4) == 2.5f && smoothed.view(on)(3) == 7 && smoothed.view(on)(5) == 7;

  at::buffer<int, at::cpu> counts{on, at::extents{100}};
  divisors(on, counts.view(on, at::extents{100}));
  right = right && counts.view(on)(12) == 6 && counts.view(on)(97) == 2 && counts.view(on)(0) == 0;

  bool refused = false, thrown = false;
  try {
    at::for_each(on, at::extents{-1}, throws_at_one{});
  } catch (at::size_error const&) {
    refused = true;
  }
  try {
    at::for_each(on, at::extents{4}, throws_at_one{});
  } catch (std::runtime_error const&) {
    thrown = true;
  }
  right = right && refused && thrown;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
