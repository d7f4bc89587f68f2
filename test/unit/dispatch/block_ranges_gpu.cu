// SPDX-License-Identifier: BSL-1.0
// Ranges inside a block on the GPU of this machine.
#include "automatic_threads.hpp"
#include "backends.hpp"
#include "block_ranges.hpp"
#include "block_sort.hpp"
#include "multi_reduce.hpp"
#include "segmented_reduce.hpp"
#include "segments.hpp"
#include "view_adaptors.hpp"

TEST_CASE("ranges in a block and in its subgroups give on the GPU what plain loops give") {
  allotype::queue<backends::this_gpu> on;
  block_ranges::all(on);
}

TEST_CASE("values are combined into many results on the GPU") { multi_reductions::all<backends::this_gpu>(); }

TEST_CASE("segments are combined on the GPU") { segmented_reductions::all<backends::this_gpu>(); }

TEST_CASE("blocks whose threads the library chooses on the GPU") {
  allotype::queue<backends::this_gpu> on;
  automatic_threads::all(on);
}

TEST_CASE("elements are sorted inside a block on the GPU") {
  allotype::queue<backends::this_gpu> on;
  block_sorts::all(on);
}

TEST_CASE("segments are scanned and sorted, and indices by a function, on the GPU") {
  segments::all<backends::this_gpu>();
}

TEST_CASE("columns of views, and views from the last element on, on the GPU") {
  allotype::queue<backends::this_gpu> on;
  view_adaptors::all(on);
}
