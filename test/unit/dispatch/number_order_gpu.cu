// SPDX-License-Identifier: BSL-1.0
// NaN, zeros and numbers of another type on the GPU of this machine.
#include "narrowing.hpp"
#include "number_order.hpp"
#include "this_gpu.hpp"

TEST_CASE("a NaN is the smallest and the largest number, and -0 is less than +0, on the GPU") {
  auto on = open_this_gpu();
  number_order::all(on);
}

TEST_CASE("a number that is passed to a verb of the GPU is converted if nothing is lost") {
  auto on = open_this_gpu();
  narrowing::all(on);
}
