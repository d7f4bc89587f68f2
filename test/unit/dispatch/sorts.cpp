// SPDX-License-Identifier: BSL-1.0
// Sorting on each backend but the GPU: sorts_gpu.cu sorts in each of CUB's ways once, because each takes nvcc seconds.
#include "sorts.hpp"
#include "backends.hpp"

TEMPLATE_LIST_TEST_CASE("numbers are sorted", "", backends::every) {
  backends::on_each_number_of_threads();
  allotype::queue<TestType> on;
  sorts::all(on);
}
