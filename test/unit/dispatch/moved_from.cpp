// SPDX-License-Identifier: BSL-1.0
// A checked build knows of queues on the CPU, too, which were moved from.
#define ALLOTYPE_CHECKED

#include "moved_from.hpp"

TEMPLATE_LIST_TEST_CASE("a queue that was moved from says so in a checked build", "", backends::every) {
  allotype::queue<TestType> on;
  moved_from::queue_says_so(on);
}

TEMPLATE_LIST_TEST_CASE("memory that was moved from is empty", "", backends::every) {
  allotype::queue<TestType> on;
  moved_from::memory_is_empty(on);
}

TEMPLATE_LIST_TEST_CASE("an event that was moved from has passed", "", backends::every) {
  allotype::queue<TestType> on;
  moved_from::event_has_passed(on);
}
