// SPDX-License-Identifier: BSL-1.0
// Ranges inside a block on each backend that has blocks; block_ranges_gpu.cu has those of the GPU.
#include "block_ranges.hpp"
#include "automatic_threads.hpp"
#include "backends.hpp"
#include "block_sort.hpp"
#include "multi_reduce.hpp"
#include "segmented_reduce.hpp"
#include "segments.hpp"

TEMPLATE_LIST_TEST_CASE("ranges in a block and in its subgroups give what plain loops give", "", backends::every) {
  if constexpr (backends::has_blocks<TestType>) {
    backends::on_each_number_of_threads();
    allotype::queue<TestType> on;
    block_ranges::all(on);
  }
}

TEMPLATE_LIST_TEST_CASE("values are combined into many results", "", backends::every) {
  if constexpr (backends::has_blocks<TestType>) {
    backends::on_each_number_of_threads();
    multi_reductions::all<TestType>();
  }
}

TEMPLATE_LIST_TEST_CASE("segments are combined", "", backends::every) {
  if constexpr (backends::has_blocks<TestType>) {
    backends::on_each_number_of_threads();
    segmented_reductions::all<TestType>();
  }
}

TEMPLATE_LIST_TEST_CASE("blocks whose threads the library chooses", "", backends::every) {
  if constexpr (backends::has_blocks<TestType>) {
    backends::on_each_number_of_threads();
    allotype::queue<TestType> on;
    automatic_threads::all(on);
  }
}

TEMPLATE_LIST_TEST_CASE("elements are sorted inside a block", "", backends::every) {
  if constexpr (backends::has_blocks<TestType>) {
    backends::on_each_number_of_threads();
    allotype::queue<TestType> on;
    block_sorts::all(on);
  }
}

TEMPLATE_LIST_TEST_CASE("segments are scanned and sorted, and indices by a function", "", backends::every) {
  if constexpr (backends::has_blocks<TestType>) {
    backends::on_each_number_of_threads();
    segments::all<TestType>();
  }
}
