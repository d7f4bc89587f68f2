// SPDX-License-Identifier: BSL-1.0
// Events, several queues, and memory of several kinds, on an accelerator, whichever.
#pragma once

#include <allotype/allotype.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace verbs {

namespace at = allotype;

template <class A>
void add_to_all(at::queue<A>& on, at::buffer<int, A>& buffer, int more) {
  auto const values = buffer.view(on);
  at::for_each(on, values.extents, [=] ALLOTYPE_FN(long long i) { values(i) += more; });
}

template <class A>
void waits_for_events(at::queue<A>& on) {
  at::event<A> of_nothing;
  CHECK(of_nothing.is_done());
  of_nothing.wait();
  on.wait_for(of_nothing);

  at::queue<A> other = on.another();
  at::buffer<int, A> buffer{on, std::vector<int>(10000, 1)};
  for (int i = 0; i < 5; ++i) {
    add_to_all(on, buffer, 1);
    other.wait_for(on);
    add_to_all(other, buffer, 10);
    at::event<A> const added = other.record();
    on.wait_for(added);
  }
  add_to_all(on, buffer, 1000);
  at::event<A> done = on.record();
  at::event<A> moved{std::move(done)};
  moved.wait();
  CHECK(moved.is_done());
  std::vector<int> numbers(10000);
  at::copy(on, buffer, numbers);
  CHECK(numbers == std::vector<int>(10000, 1056));
}

template <class A>
void copies_while_the_program_goes_on(at::queue<A>& on) {
  at::pinned<int, A> from{on, at::extents{5000}}, to{on, at::extents{5000}};
  CHECK(from.size() == 5000);
  std::iota(from.begin(), from.end(), 7);
  at::buffer<int, A> first{on, at::extents{5000}}, second{on, at::extents{5000}};
  at::event<A> const sent = at::copy_async(on, from, first);
  (void)at::copy_async(on, first, second);
  at::event<A> const arrived = at::copy_async(on, second, to);
  sent.wait();
  from[0] = -1;  // nothing reads it any more
  arrived.wait();
  CHECK(to[0] == 7);
  CHECK(to[4999] == 5006);

  at::extents const plane{50, 100};
  auto const edge = first.view(on, plane).part(at::box{{0, 50}, {99, 100}});
  at::pinned<int, A> column{on, at::extents{50}};
  at::copy_async(on, edge, column).wait();
  CHECK(column[0] == 7 + 99);
  CHECK(column[49] == 7 + 4999);
  (void)at::copy_async(on, column, second.view(on, plane).part(at::box{{0, 50}, {0, 1}}));
  (void)at::copy_async(on, edge, second.view(on, plane).part(at::box{{0, 50}, {1, 2}}));
  at::copy(on, second, to);
  CHECK(to[4900] == 7 + 4999);
  CHECK(to[4901] == 7 + 4999);
  CHECK(to[4902] == 7 + 4902);
  CHECK_THROWS_WITH(
      at::copy_async(on, edge, second.view(on, plane)),
      "copy_async: the view to copy from has the extents 50 x 1 and the view to copy to has 50 x 100; both need "
      "the same");
  at::copy_async(on, first, second);

  at::copy(on, second, from);  // pinned memory is a range of the host
  CHECK(from[0] == 7);
  at::pinned<int, A> moved{std::move(from)};
  CHECK(from.size() == 0);
  from = std::move(moved);
  CHECK(moved.size() == 0);
  CHECK(from[4999] == 5006);
  at::pinned<int, A> empty;
  CHECK(empty.size() == 0);

  at::pinned<int, A> shorter{on, at::extents{3}};
  CHECK_THROWS_WITH(
      at::copy_async(on, first, shorter),
      "copy_async: the buffer to copy from has 5000 elements and the pinned memory has 3; both need the same number");
  CHECK_THROWS_AS((at::pinned<int, A>{on, at::extents{-1}}), at::size_error);
}

template <class A>
void shares_memory_with_the_host(at::queue<A>& on) {
  at::unified_buffer<int, A> numbers{on, at::extents{1000}};
  std::iota(numbers.begin(), numbers.end(), 0);
  add_to_all(on, numbers, 5);
  on.wait();
  CHECK(numbers[0] == 5);
  CHECK(numbers[999] == 1004);
  at::buffer<int, A> copied{on, at::extents{1000}};
  at::copy(on, numbers, copied);
  at::fill(on, numbers, 3);
  at::copy(on, copied, numbers);
  on.wait();
  CHECK(std::as_const(numbers)[7] == 12);
  at::unified_buffer<int, A> moved;
  moved = std::move(numbers);
  CHECK(numbers.size() == 0);
  CHECK(moved.end() - moved.begin() == 1000);
}

/// To and from the host processor, and to another queue of the same accelerator.
template <class A>
void transfers(at::queue<A>& on) {
  at::queue<at::cpu> host;
  at::queue<A> other = on.another();
  std::vector<int> numbers(4000);
  std::iota(numbers.begin(), numbers.end(), 1);
  at::buffer<int, at::cpu> const on_the_host{host, numbers};
  at::buffer<int, A> const there = at::transfer(host, on_the_host, on);
  at::buffer<int, A> further = at::transfer(on, there, other);
  add_to_all(other, further, 1);
  at::buffer<int, at::cpu> back = at::transfer(other, further, host);
  add_to_all(host, back, 1);
  std::vector<int> result(4000);
  at::copy(host, back, result);
  CHECK(result.front() == 3);
  CHECK(result.back() == 4002);

  at::buffer<int, at::cpu> shorter{host, at::extents{3}};
  CHECK_THROWS_WITH(at::copy(on, there, host, shorter), contains("has 4000 elements and the buffer to copy to has 3"));
}

/// A box of a block with gaps, from one place to another: to and from the host processor, and another queue.
template <class A>
void transfers_parts(at::queue<A>& on) {
  at::queue<at::cpu> host;
  at::queue<A> other = on.another();
  at::extents const size{3, 4, 5};
  at::box const inner{{1, 3}, {1, 3}, {2, 5}}, corner{{0, 2}, {0, 2}, {0, 3}};
  std::vector<int> numbers(60), result(60);
  std::iota(numbers.begin(), numbers.end(), 0);
  at::buffer<int, at::cpu> on_the_host{host, numbers};
  at::buffer<int, A> here{on, at::extents{60}}, there{other, at::extents{60}};
  at::fill(on, here, -1);
  at::fill(other, there, -1);
  at::fill(host, on_the_host, -1);
  at::copy(host, numbers, on_the_host);
  auto const all_here = here.view(on, size), all_there = there.view(other, size);
  auto const all_on_the_host = on_the_host.view(host, size);

  at::copy(host, all_on_the_host.part(inner), on, all_here.part(corner));
  at::copy(on, std::as_const(here).view(on, size).part(corner), other, all_there.part(inner));
  at::copy(other, there, result);
  std::vector<int> expected(60, -1), packed;
  for (int const plane : {1, 2}) {
    for (int const row : {1, 2}) {
      for (int const column : {2, 3, 4}) {
        int const position = (plane * 4 + row) * 5 + column;
        expected[static_cast<std::size_t>(position)] = position;
        packed.push_back(position);
      }
    }
  }
  CHECK(result == expected);

  // A buffer at one end has the elements without gaps.
  at::buffer<int, at::cpu> dense{host, at::extents{12}};
  at::copy(on, all_here.part(corner), host, dense);
  CHECK(std::vector<int>(dense.data(), dense.data() + 12) == packed);
  at::buffer<int, A> moved = at::transfer(other, all_there.part(inner), on);
  std::vector<int> of_moved(12);
  at::copy(on, moved, of_moved);
  CHECK(of_moved == packed);

  CHECK_THROWS_WITH(at::copy(on, all_here.part(corner), host, all_on_the_host),
                    "copy: the view to copy from has the extents 2 x 2 x 3 and the view to copy to has 3 x 4 x 5; both "
                    "need the same");
}

template <class A>
void reads_constant_tables(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, at::extents{1000}};
  auto const values = buffer.view(on);
  at::constant_table const table{3, 1, 4, 1, 5};
  static_assert(std::is_same_v<decltype(table), at::constant_table<int, 5> const>);
  at::for_each(on, values.extents,
               [=] ALLOTYPE_FN(long long i) { values(i) = table[static_cast<int>(i % table.size())]; });
  std::vector<int> numbers(1000), expected(1000);
  at::copy(on, buffer, numbers);
  for (int i = 0; i < 1000; ++i) expected[static_cast<std::size_t>(i)] = table[i % 5];
  CHECK(numbers == expected);
}

/// The device's random numbers are the host's, bit for bit.
template <class A>
void draws_random_numbers(at::queue<A>& on) {
  constexpr int count = 3000;
  at::buffer<unsigned, A> words{on, at::extents{4 * count}};
  at::buffer<float, A> floats{on, at::extents{count}};
  at::buffer<double, A> doubles{on, at::extents{count}};
  auto const to_words = words.view(on, at::extents{count, 4});
  auto const to_floats = floats.view(on, at::extents{count});
  auto const to_doubles = doubles.view(on, at::extents{count});
  constexpr unsigned long long first = 0xfffffc00, sequence = 0x123456789abcdef0;  // the counter passes 32 bits
  at::philox const random{42};
  at::for_each(on, at::extents{count}, [=] ALLOTYPE_FN(int i) {
    auto const drawn = random(first + static_cast<unsigned>(i), sequence);
    for (int word = 0; word < 4; ++word) to_words(i, word) = drawn[word];
    to_floats(i) = drawn.uniform_float(3);
    to_doubles(i) = drawn.uniform_double(1);
  });
  std::vector<unsigned> word_of(4 * count), expected_words;
  std::vector<float> float_of(count), expected_floats;
  std::vector<double> double_of(count), expected_doubles;
  at::copy(on, words, word_of);
  at::copy(on, floats, float_of);
  at::copy(on, doubles, double_of);
  for (unsigned i = 0; i < count; ++i) {
    auto const drawn = random(first + i, sequence);
    for (int word = 0; word < 4; ++word) expected_words.push_back(drawn[word]);
    expected_floats.push_back(drawn.uniform_float(3));
    expected_doubles.push_back(drawn.uniform_double(1));
  }
  // A logarithm, a sine and a cosine round differently.
  at::for_each(on, at::extents{count}, [=] ALLOTYPE_FN(int i) {
    auto const drawn = random(static_cast<unsigned>(i));
    to_floats(i) = drawn.normal_float(i % 4) + drawn.exponential_float(i % 4);
    to_doubles(i) = drawn.normal_double(i % 2) + drawn.exponential_double(i % 2);
  });
  std::vector<float> near_float_of(count);
  std::vector<double> near_double_of(count);
  at::copy(on, floats, near_float_of);
  at::copy(on, doubles, near_double_of);
  double float_error = 0, double_error = 0;
  for (int i = 0; i < count; ++i) {
    auto const drawn = random(static_cast<unsigned>(i));
    auto const at_i = static_cast<std::size_t>(i);
    float const wanted_float = drawn.normal_float(i % 4) + drawn.exponential_float(i % 4);
    double const wanted_double = drawn.normal_double(i % 2) + drawn.exponential_double(i % 2);
    float_error = std::max(float_error, std::abs(double{near_float_of[at_i]} - double{wanted_float}));
    double_error = std::max(double_error, std::abs(near_double_of[at_i] - wanted_double));
  }
  CHECK(float_error < 1e-5);
  CHECK(double_error < 1e-14);
  CHECK(word_of == expected_words);
  CHECK(std::memcmp(float_of.data(), expected_floats.data(), count * sizeof(float)) == 0);
  CHECK(std::memcmp(double_of.data(), expected_doubles.data(), count * sizeof(double)) == 0);
}

#ifdef ALLOTYPE_CHECKED

/// In checked builds queues that use a buffer must wait for each other.
template <class A>
void checks_order(at::queue<A>& on) {
  at::queue<A> other = on.another();
  at::buffer<int, A> buffer{on, std::vector<int>(10, 1)};
  std::vector<int> numbers(10);

  // Work is pending: what the constructor copied.
  CHECK_THROWS_AS(buffer.view(other), at::order_error);
  CHECK_THROWS_WITH(buffer.view(other), contains("view: queue ") &&
                                            contains(" gets a buffer that pending work of queue ") &&
                                            contains("first call wait_for(the other queue)"));
  CHECK_THROWS_WITH(at::fill(other, buffer, 3), contains("fill: queue "));
  CHECK_THROWS_WITH(at::copy(other, numbers, buffer), contains("copy: queue "));
  CHECK_THROWS_WITH(at::copy(other, buffer, numbers), contains("copy: queue "));
  other.wait_for(on);
  add_to_all(other, buffer, 1);
  CHECK_THROWS_AS(buffer.view(on), at::order_error);
  on.wait_for(other.record());
  add_to_all(on, buffer, 1);
  CHECK_THROWS_AS(buffer.view(other), at::order_error);

  // The host has waited, in each of the ways.
  on.wait();
  add_to_all(other, buffer, 1);
  at::copy(other, buffer, numbers);
  add_to_all(on, buffer, 1);
  on.record().wait();
  add_to_all(other, buffer, 1);
  at::event<A> const added = other.record();
  other.wait();
  CHECK(added.is_done());
  at::copy(on, buffer, numbers);

  // An event from before the work is not enough.
  at::event<A> const early = on.record();
  add_to_all(on, buffer, 1);
  other.wait_for(early);
  CHECK_THROWS_AS(buffer.view(other), at::order_error);
  other.wait_for(on);

  // Two queues read it; who writes waits for both.
  auto const& read_only = buffer;
  (void)read_only.view(on);
  (void)read_only.view(other);
  at::buffer<int, A> result{on, at::extents{10}};
  at::copy(on, read_only, result);
  CHECK_THROWS_AS(at::fill(other, buffer, 3), at::order_error);
  other.wait_for(on);
  at::fill(other, buffer, 3);

  // Views for two queues, before there is work; and a queue that waits for one that has waited.
  on.wait(), other.wait();
  auto const of_on = buffer.view(on);
  CHECK_NOTHROW(buffer.view(other));
  CHECK_NOTHROW(buffer.view(on));
  at::for_each(on, of_on.extents, [=] ALLOTYPE_FN(long long i) { of_on(i) = 1; });
  at::queue<A> third = on.another();
  other.wait_for(on);
  third.wait_for(other);
  CHECK_NOTHROW(buffer.view(third));

  // A queue that is gone has no pending work, and a buffer takes its order along.
  {
    at::queue<A> short_lived = on.another();
    short_lived.wait_for(third);
    add_to_all(short_lived, buffer, 1);
    at::buffer<int, A> moved = std::move(buffer);
    CHECK_THROWS_AS(moved.view(third), at::order_error);
    buffer = std::move(moved);
    CHECK_THROWS_AS(buffer.view(third), at::order_error);
  }
  CHECK_NOTHROW(buffer.view(third));

  // Who takes an address is not checked.
  add_to_all(on, result, 1);
  CHECK_NOTHROW(at::view_of(third, result.data(), at::extents{10}));

  // Views take the order of their buffer along, and so do parts of them.
  on.wait(), third.wait();
  at::extents const size{2, 5};
  at::box const column{{0, 2}, {3, 4}};
  at::buffer<int, A> moved_later{on, at::extents{10}};
  auto const early_view = moved_later.view(on, size);
  at::buffer<int, A> const source = std::move(moved_later);
  at::fill(on, early_view, 2);
  std::vector<int> two(2);
  CHECK_THROWS_WITH(at::copy(third, early_view.part(column), two), contains("copy: queue "));
  CHECK_THROWS_WITH(at::fill(third, early_view.part(column), 3), contains("fill: queue "));
  at::view<int const, 2, A> const read_only_view = early_view;
  CHECK_THROWS_WITH(at::copy(third, read_only_view, result.view(on, size)), contains("copy: queue "));
  third.wait_for(on);
  at::copy(third, early_view.part(column), two);
  // What only reads needs no order among readers; who writes does.
  at::copy(on, early_view.part(column), two);
  at::fill(third, result, 0);
  CHECK_THROWS_WITH(at::copy(on, result.view(third), numbers), contains("copy: queue "));
  auto const line = result.view(third);
  CHECK_THROWS_WITH(at::inclusive_scan(on, line, line, at::plus{}), contains("inclusive_scan: queue "));
  CHECK_NOTHROW(at::copy(on, at::view_of(on, result.data(), size).part(column), two));
}

/// Two queues copy from and to parts of the same two buffers: lines, columns and boxes that have no element in common.
template <class A>
void exchanges_parts(at::queue<A>& on) {
  at::queue<A> other = on.another();
  at::extents const size{4, 6};
  at::buffer<int, A> low{on, std::vector<int>(24, 1)}, high{other, std::vector<int>(24, 2)};
  on.wait_for(other);
  other.wait_for(on);
  auto const all_low = low.view(on, size), all_high = high.view(other, size);
  auto const exchange = [&](at::box<2> const& from_low, at::box<2> const& to_high, at::box<2> const& from_high,
                            at::box<2> const& to_low) {
    at::copy(on, all_low.part(from_low), all_high.part(to_high));
    at::copy(other, all_high.part(from_high), all_low.part(to_low));
    on.wait_for(other);
    other.wait_for(on);
  };
  CHECK_NOTHROW(exchange({{2, 3}, {0, 6}}, {{0, 1}, {0, 6}}, {{1, 2}, {0, 6}}, {{3, 4}, {0, 6}}));  // lines
  CHECK_NOTHROW(exchange({{0, 4}, {4, 5}}, {{0, 4}, {0, 1}}, {{0, 4}, {1, 2}}, {{0, 4}, {5, 6}}));  // columns
  CHECK_NOTHROW(exchange({{0, 2}, {3, 6}}, {{2, 4}, {0, 3}}, {{0, 2}, {0, 3}}, {{2, 4}, {3, 6}}));  // boxes
  CHECK_NOTHROW(
      exchange({{0, 4}, {0, 1}}, {{0, 4}, {5, 6}}, {{0, 4}, {0, 1}}, {{0, 4}, {5, 6}}));  // neighbours in memory
  std::vector<int> row(6);
  at::copy(on, all_low.part(at::box{{0, 1}, {0, 6}}), row);
  CHECK_THROWS_AS(exchange({{0, 4}, {4, 5}}, {{0, 4}, {0, 1}}, {{0, 4}, {0, 1}}, {{0, 4}, {5, 6}}), at::order_error);
  on.wait(), other.wait();
  CHECK_THROWS_AS(exchange({{0, 2}, {3, 6}}, {{2, 4}, {0, 3}}, {{0, 2}, {0, 3}}, {{1, 3}, {3, 6}}), at::order_error);
  on.wait(), other.wait();
  // One row, columns first: both dimensions have the distance of one element.
  auto const row_low = low.view(on, at::extents{1, 24}, at::column_major{});
  auto const row_high = high.view(other, at::extents{1, 24}, at::column_major{});
  at::copy(on, row_low.part(at::box{{0, 1}, {0, 8}}), row_high.part(at::box{{0, 1}, {0, 8}}));
  CHECK_THROWS_AS(at::copy(other, row_high.part(at::box{{0, 1}, {5, 9}}), row_low.part(at::box{{0, 1}, {20, 24}})),
                  at::order_error);
  CHECK_NOTHROW(at::copy(other, row_high.part(at::box{{0, 1}, {8, 12}}), row_low.part(at::box{{0, 1}, {20, 24}})));
  on.wait(), other.wait();
  // A kernel may use all of the buffer.
  at::copy(on, all_low.part(at::box{{0, 1}, {0, 6}}), all_high.part(at::box{{3, 4}, {0, 6}}));
  CHECK_THROWS_AS(high.view(other), at::order_error);
}

#endif

}  // namespace verbs
