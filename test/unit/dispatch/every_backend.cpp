// SPDX-License-Identifier: BSL-1.0
// Each verb on each backend.
#include "atomics.hpp"
#include "backends.hpp"
#include "one_element.hpp"
#include "view_adaptors.hpp"
#include "views.hpp"
#ifndef __CUDACC__  // which may compile for GPUs that cannot do it: atomic_16_bytes_gpu.cu
#  include "atomic_16_bytes.hpp"
#endif

TEMPLATE_LIST_TEST_CASE("the verbs work", "", backends::every) {
  backends::on_each_number_of_threads();
  verbs::all<TestType>();
}

TEMPLATE_LIST_TEST_CASE("atomic operations", "", backends::every) {
  if constexpr (backends::has_blocks<TestType>) {
    backends::on_each_number_of_threads();
    atomics::all<TestType>();
#ifndef __CUDACC__
    allotype::queue<TestType> on;
    atomic_16_bytes::sums(on);
#endif
  }
}

TEMPLATE_LIST_TEST_CASE("boxes, parts of views, layouts and six dimensions", "", backends::every) {
  backends::on_each_number_of_threads();
  views::all<TestType>();
}

TEMPLATE_LIST_TEST_CASE("views of one element", "", backends::every) {
  allotype::queue<TestType> on;
  one_element::all(on);
}

TEMPLATE_LIST_TEST_CASE("columns of views, and views from the last element on", "", backends::every) {
  allotype::queue<TestType> on;
  view_adaptors::all(on);
}

#ifndef __CUDACC__
TEST_CASE("atomic operations on 16 bytes on the host") { atomic_16_bytes::on_the_host(); }
#endif

TEST_CASE("loops over views on the host") { view_adaptors::loops_on_the_host(); }
