// SPDX-License-Identifier: BSL-1.0
// The code of doc/atomics.md does what the page says.
#include "atomics.md.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

int main() {
  at::queue<at::cpu> on;
  bool right = histogram(on, {1, 2, 5, 6, 9, 4}, 4) == std::vector<int>{1, 3, 2, 0};
  right = right && product(on, {2, 3, 0.5, 7}) == 21;
  int data[4] = {1, 2, 3, 4}, ready = 0;
  using view = at::view<int, 1, at::cpu>;
  at::for_each(on, at::extents{4}, hand_over<view>{{data, {4}}, {&ready, {1}}});
  right = right && data[3] == 8 && at::atomic(ready).load(at::memory_order::acquire) == 4;

  at::buffer const numbers{on, std::vector<double>{1, 2, 6}};
  mean total{};
  at::for_each(
      on, at::extents{3},
      add_to_mean<at::view<double const, 1, at::cpu>, at::view<mean, 1, at::cpu>>{numbers.view(on), {&total, {1}}});
  right = right && total.sum == 9 && total.count == 3;
  int const ones[4] = {1, 0, 1, 1};
  int found[2] = {};
  at::for_each(on, at::extents{4}, count_in_queue<at::cpu>{{ones, {4}}, {found, {2}}});
  right = right && found[0] == 1 && found[1] == 3;

  double zero = 0, minus_zero = -0.0, nan = std::numeric_limits<double>::quiet_NaN();
  right = right && !at::atomic(zero).compare_exchange(minus_zero, 1) && !std::signbit(minus_zero);
  right = right && at::atomic(zero).fetch_max(nan) == 0 && zero == 0;
  right = right && std::isnan(at::atomic(nan).fetch_min(1)) && std::isnan(nan);
  unsigned most = ~0u;
  right = right && at::atomic(most).fetch_add(2) == ~0u && most == 1;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
