// SPDX-License-Identifier: BSL-1.0
#include "overlaps.hpp"

#include <allotype/sort.hpp>

#include "backends.hpp"

namespace at = allotype;

TEMPLATE_LIST_TEST_CASE("a copy between ends that overlap is an error", "", backends::every) {
  at::queue<TestType> on;
  overlaps::of_copies(on);
}

TEMPLATE_LIST_TEST_CASE("a copy between a range and a buffer over it is an error", "", backends::every) {
  at::queue<TestType> on;
  std::vector<int> numbers(100);
  if constexpr (backends::has_blocks<TestType>) {  // its code reads the host's memory
    auto over = at::borrowed_buffer(on, numbers);
    CHECK_THROWS_AS(at::copy(on, over, numbers), at::overlap_error);
    CHECK_THROWS_AS(at::copy(on, numbers, over), at::overlap_error);
  }
}

TEMPLATE_LIST_TEST_CASE("a scan and copy_if whose ends overlap are an error, but for a scan in place", "",
                        backends::every) {
  at::queue<TestType> on;
  overlaps::of_scans(on);
}

TEMPLATE_LIST_TEST_CASE("keys and values that overlap are an error", "", backends::every) {
  at::queue<TestType> on;
  overlaps::one_buffer<TestType> in{on};
  CHECK_THROWS_WITH(at::sort_by_key(on, in.buffer, in.buffer),
                    "sort_by_key: the keys and the values overlap; each must be memory of its own");
  CHECK_THROWS_AS(at::sort_by_key(on, in.part(0, 50), in.part(49, 99)), at::overlap_error);
  CHECK_NOTHROW(at::sort_by_key(on, in.part(0, 50), in.part(50, 100)));
}
