// SPDX-License-Identifier: BSL-1.0
// What is left of queues, memory and events that were moved from, on an accelerator, whichever.
#pragma once

#include <allotype/allotype.hpp>

#include <string>
#include <utility>
#include <vector>

#include "backends.hpp"

namespace moved_from {

namespace at = allotype;

/// On CUDA, and in checked builds.
template <class A>
void queue_says_so(at::queue<A>& on) {
  std::string const says =
      at::name_of<A> + std::string(": the queue was moved from: assign another queue to it before it is used again");
  std::vector<int> numbers(10, 1);
  at::buffer<int, A> buffer{on, numbers};
  auto const refused = [&](at::queue<A>& moved) {
    CHECK_THROWS_WITH(moved.wait(), says);
    CHECK_THROWS_WITH(moved.another(), says);
    CHECK_THROWS_WITH((void)moved.record(), says);
    CHECK_THROWS_WITH(on.wait_for(moved), says);
    CHECK_THROWS_WITH(moved.wait_for(on), says);
    CHECK_THROWS_WITH(at::fill(moved, buffer, 3), says);
    CHECK_THROWS_WITH(at::copy(moved, buffer, numbers), says);
    CHECK_THROWS_WITH(at::copy(moved, numbers, buffer), says);
    CHECK_THROWS_WITH((at::buffer<int, A>{moved, at::extents{10}}), says);
    CHECK_THROWS_WITH((at::buffer<int, A>{moved, numbers}), says);
    if constexpr (backends::has_blocks<A>)
      CHECK_THROWS_WITH((at::unified_buffer<int, A>{moved, at::extents{10}}), says);
    CHECK_THROWS_WITH(at::inclusive_scan(moved, buffer, buffer), says);
  };
  at::queue<A> first = on.another();
  at::queue<A> second{std::move(first)};
  refused(first);
  second.wait();
  first = on.another();
  first.wait();
  second = std::move(first);  // over a queue that is open
  refused(first);
  second.wait();
  auto& itself = second;
  second = std::move(itself);
  second.wait();
  on.wait_for(second);
}

/// In every build.
template <class A>
void memory_is_empty(at::queue<A>& on) {
  auto const is_moved = [&]<class Memory>(Memory one, Memory other) {
    auto* const address = one.data();
    Memory constructed{std::move(one)};
    CHECK(constructed.data() == address);
    CHECK(one.size() == 0);
    CHECK(one.data() == nullptr);
    other = std::move(constructed);  // releases what it had
    CHECK(other.data() == address);
    CHECK(constructed.size() == 0);
    CHECK(constructed.data() == nullptr);
    auto& itself = other;
    other = std::move(itself);
    CHECK(other.data() == address);
    constructed = std::move(other);  // what was moved from gets another
    CHECK(constructed.data() == address);
    CHECK(constructed.size() == 10);
    return other;
  };
  at::extents const ten{10}, twenty{20};
  at::buffer<int, A> const buffer = is_moved(at::buffer<int, A>{on, ten}, at::buffer<int, A>{on, twenty});
  CHECK(buffer.view(on).size() == 0);
  is_moved(at::pinned<int, A>{on, ten}, at::pinned<int, A>{on, twenty});
  if constexpr (backends::has_blocks<A>) {
    is_moved(at::unified_buffer<int, A>{on, ten}, at::unified_buffer<int, A>{on, twenty});
  }
  at::buffer<int, A> memory{on, ten};
  is_moved(at::borrowed_buffer(on, memory.data(), ten), at::buffer<int, A>{on, twenty});
  // A view owns nothing: moved from, it is what it was.
  auto from = memory.view(on);
  auto const to{std::move(from)};
  CHECK(from.data() == to.data());
  CHECK(from.size() == 10);
}

template <class A>
void event_has_passed(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, at::extents{10}};
  at::fill(on, buffer, 3);
  at::event<A> first = on.record();
  at::event<A> second{std::move(first)};
  CHECK(first.is_done());
  at::fill(on, buffer, 3);
  first = on.record();
  second = std::move(first);
  CHECK(first.is_done());  // not what `second` was
  on.wait_for(first);
  second.wait();
  CHECK(second.is_done());
}

}  // namespace moved_from
