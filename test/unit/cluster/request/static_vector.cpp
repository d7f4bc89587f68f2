// SPDX-License-Identifier: BSL-1.0
#include <allotype/cluster/request/static_vector.hpp>

#include <vector>

#include "catch.hpp"

namespace at = allotype;

TEST_CASE("a vector of fixed room has what was added") {
  constexpr auto made = [] {
    at::static_vector<int, 3> values{4, 5};
    values.push_back(6);
    for (int& each : values) each *= 2;
    return values;
  }();
  STATIC_REQUIRE(made.size() == 3);
  CHECK(std::vector<int>(made.begin(), made.end()) == std::vector<int>{8, 10, 12});
  CHECK(made[1] == 10);
  CHECK(at::static_vector<int, 3>{}.empty());
}
