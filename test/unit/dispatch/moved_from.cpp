// SPDX-License-Identifier: BSL-1.0
// A checked build knows of queues on the CPU, too, which were moved from.
#define ALLOTYPE_CHECKED

#include "moved_from.hpp"

TEST_CASE("a queue that was moved from says so in a checked build") {
  allotype::queue<allotype::cpu> on;
  moved_from::queue_says_so(on);
}

TEST_CASE("memory that was moved from is empty") {
  allotype::queue<allotype::cpu> on;
  moved_from::memory_is_empty(on);
}

TEST_CASE("an event that was moved from has passed") {
  allotype::queue<allotype::cpu> on;
  moved_from::event_has_passed(on);
}
