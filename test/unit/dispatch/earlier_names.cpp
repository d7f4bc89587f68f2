// SPDX-License-Identifier: BSL-1.0
// What 0.2 called otherwise and no text can tell still compiles, with a warning.
#define ALLOTYPE_CHECKED

#include <allotype/allotype.hpp>
#include <allotype/devices/device_choice.hpp>

#include <vector>

#include "catch.hpp"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace at = allotype;

TEST_CASE("the function wait is the member of a queue and of an event") {
  at::queue<at::cpu> on, other;
  at::buffer<int, at::cpu> buffer{on, std::vector<int>(10, 1)};
  CHECK_THROWS_AS(buffer.view(other), at::order_error);
  wait(on);
  CHECK_NOTHROW(buffer.view(other));
  at::fill(other, buffer, 2);
  at::event<at::cpu> const filled = other.record();
  CHECK_THROWS_AS(buffer.view(on), at::order_error);
  wait(filled);
  CHECK_NOTHROW(buffer.view(on));
}

TEST_CASE("count of devices is size") {
  CHECK(at::device_choice("0,1").count() == at::device_choice("0,1").size());
  CHECK(at::device_choice(3).count() == 3);
}

TEST_CASE("count of extents is size, sizes of a box are extents, and rank is dimensions") {
  at::extents const range{2, 3};
  at::box const inside{{1, 2}, {1, 3}};
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> buffer{on, std::vector<int>(6, 1)};
  CHECK(range.count() == 6);
  CHECK(inside.sizes() == at::extents{1, 2});
  CHECK(range.rank + inside.rank + buffer.view(on, range).rank() == 6);
}
