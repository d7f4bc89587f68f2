// SPDX-License-Identifier: BSL-1.0
/// \file
/// Graphs: verbs that are recorded once and replayed often, on every backend.
#pragma once

#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>
#include <allotype/multi_reduce.hpp>
#include <allotype/segmented_reduce.hpp>
#include <allotype/segmented_scan.hpp>
#include <allotype/segmented_sort.hpp>
#include <allotype/sort.hpp>
#include <allotype/sort_indices.hpp>

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace graphs {

namespace at = allotype;

template <class T, class A>
std::vector<T> on_host(at::queue<A>& on, at::buffer<T, A> const& from) {
  std::vector<T> found(static_cast<std::size_t>(from.size()));
  at::copy(on, from, found);
  return found;
}

/// A function of a program that gives work to a queue or to a recorder.
template <class Queue, class To, class From>
void add_to(Queue& on, To const& to, From const& from) {
  at::for_each(on, to.extents, [=] ALLOTYPE_FN(int i) { to(i) += from(i); });
}

template <class A>
void run_only_when_replayed(at::queue<A>& on) {
  at::buffer<int, A> numbers{on, at::extents{100}}, others{on, at::extents{100}};
  at::fill(on, numbers, 1);
  at::fill(on, others, 0);
  int step = 2;
  auto const both = at::record(on, [&](at::recorder<A>& recorder) {
    auto const to = others.view(recorder);
    auto const from = std::as_const(numbers).view(recorder, at::extents{100});
    add_to(recorder, to, from);
    at::for_each(recorder, to.extents, [=] ALLOTYPE_FN(int i) { to(i) *= step; });
    at::copy(recorder, others, numbers);
  });
  step = 1000;  // was copied with the kernel
  CHECK(both.size() == 3);
  CHECK(on_host(on, numbers) == std::vector<int>(100, 1));
  CHECK(on_host(on, others) == std::vector<int>(100, 0));
  at::replay(on, both);  // others 2, numbers 2
  at::replay(on, both);  // others 8, numbers 8
  CHECK(on_host(on, numbers) == std::vector<int>(100, 8));
  CHECK(on_host(on, others) == std::vector<int>(100, 8));
  at::fill(on, numbers, 1);
  at::fill(on, others, 3);
  at::replay(on, both);
  CHECK(on_host(on, numbers) == std::vector<int>(100, 8));
}

template <class A>
struct mark {
  at::view<int, 1, A> of;
  template <class Block>
  ALLOTYPE_FN void operator()(Block block) const {
    block.each_thread([&](int thread) { of(32 * block.index() + thread) = thread; });
  }
};

template <class A>
void have_each_verb(at::queue<A>& on) {
  constexpr int n = 5000;
  at::buffer<int, A> from{on, at::extents{n}}, sums{on, at::extents{n}}, before{on, at::extents{n}};
  at::buffer<int, A> sorted{on, at::extents{n}}, values{on, at::extents{n}}, order{on, at::extents{n}};
  at::buffer<int, A> total{on, at::extents{1}}, most{on, at::extents{1}}, groups{on, at::extents{4}},
      marked{on, at::extents{64}};
  at::buffer<int, A> const begins{on, std::vector<int>{0, 1000, n}};
  at::buffer<int, A> parts{on, at::extents{2}}, running{on, at::extents{n}}, before_parts{on, at::extents{n}};
  at::buffer<int, A> sorted_parts{on, at::extents{n}}, keys_of_parts{on, at::extents{n}}, moved{on, at::extents{n}};
  auto const all = at::record(on, [&](at::recorder<A>& recorder) {
    auto const x = from.view(recorder), y = values.view(recorder);
    at::inclusive_scan(recorder, from, sums);
    at::exclusive_scan(recorder, x, before, 10);
    at::copy(recorder, from, sorted);
    at::sort(recorder, sorted, at::descending{});
    at::for_each(recorder, x.extents, [=] ALLOTYPE_FN(int i) { y(i) = i; });
    at::copy(recorder, x, order);
    at::sort_by_key(recorder, order, values);
    at::reduce(recorder, x.extents, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return x(i); }, total);
    at::reduce(recorder, x.extents, -1, at::maximum{}, [=] ALLOTYPE_FN(int i) { return x(i); }, most.view(recorder));
    at::multi_reduce(recorder, x.extents, groups, at::plus{},
                     [=] ALLOTYPE_FN(int i) { return at::indexed{1, x(i) % 4}; });
    at::segmented_reduce(recorder, begins, parts, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return x(i); });
    at::segmented_inclusive_scan(recorder, begins, running, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return x(i); });
    at::segmented_exclusive_scan(recorder, begins, before_parts, 0, at::plus{},
                                 [=] ALLOTYPE_FN(int i) { return x(i); });
    at::copy(recorder, from, sorted_parts);
    at::segmented_sort(recorder, begins, sorted_parts);
    at::launch(recorder, at::grid<at::threads_per_block<32>>{2}, mark<A>{marked.view(recorder)});
  });
  for (int const seed : {1, 7}) {
    std::vector<int> numbers(n);
    for (int i = 0; i < n; ++i) numbers[static_cast<std::size_t>(i)] = i * 37 * seed % 1009;
    at::copy(on, numbers, from);
    at::fill(on, groups, 0);
    at::replay(on, all);
    std::vector<int> expected(numbers);
    std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
    CHECK(on_host(on, sums) == expected);
    CHECK(on_host(on, total).front() == expected.back());
    CHECK(on_host(on, parts) == std::vector<int>{expected[999], expected.back() - expected[999]});
    CHECK(on_host(on, running)[999] == expected[999]);
    CHECK(on_host(on, running)[n - 1] == expected.back() - expected[999]);
    CHECK(on_host(on, before_parts)[1000] == 0);
    std::exclusive_scan(numbers.begin(), numbers.end(), expected.begin(), 10);
    CHECK(on_host(on, before) == expected);
    expected = numbers;
    std::sort(expected.rbegin(), expected.rend());
    CHECK(on_host(on, sorted) == expected);
    CHECK(on_host(on, most).front() == expected.front());
    std::reverse(expected.begin(), expected.end());
    CHECK(on_host(on, order) == expected);
    CHECK(numbers[static_cast<std::size_t>(on_host(on, values)[n / 2])] == expected[n / 2]);
    int odd = 0;
    for (int const one : numbers) odd += one % 4 == 1;
    CHECK(on_host(on, groups)[1] == odd);
    expected = numbers;
    std::sort(expected.begin(), expected.begin() + 1000);
    std::sort(expected.begin() + 1000, expected.end());
    CHECK(on_host(on, sorted_parts) == expected);
    CHECK(on_host(on, marked)[63] == 31);
  }
}

template <class A>
void replay_on_another_queue(at::queue<A>& on) {
  at::buffer<int, A> numbers{on, at::extents{10}};
  at::fill(on, numbers, 0);
  at::queue<A> other = on.another();
  {
    auto one = at::record(on, [&](at::recorder<A>& recorder) {
      auto const x = numbers.view(recorder);
      at::for_each(recorder, x.extents, [=] ALLOTYPE_FN(int i) { x(i) += i; });
    });
    auto const moved = std::move(one);
    at::replay(on, moved);
    other.wait_for(on);
    at::replay(other, moved);
    on.wait_for(other);
  }  // the work may be pending
  CHECK(on_host(on, numbers)[9] == 18);
}

template <class A>
void pass_on_what_the_function_throws(at::queue<A>& on) {
  CHECK_THROWS_WITH((void)at::record(on, [](auto&) { throw std::runtime_error("not today"); }), "not today");
  at::buffer<int, A> numbers{on, at::extents{3}};
  at::fill(on, numbers, 4);
  CHECK(on_host(on, numbers) == std::vector<int>(3, 4));
  CHECK(at::record(on, [](auto&) {}).size() == 0);
}

#ifdef ALLOTYPE_CHECKED
template <class A>
void find_what_is_gone(at::queue<A>& on) {
  auto numbers = std::make_unique<at::buffer<int, A>>(on, at::extents{10});
  auto const by_view = at::record(on, [&](at::recorder<A>& recorder) {
    auto const x = numbers->view(recorder);
    at::for_each(recorder, x.extents, [=] ALLOTYPE_FN(int i) { x(i) = i; });
  });
  auto const by_verb = at::record(on, [&](at::recorder<A>& recorder) { at::fill(recorder, *numbers, 1); });
  at::replay(on, by_view);
  at::replay(on, by_verb);
  on.wait();
  numbers.reset();
  CHECK_THROWS_AS(at::replay(on, by_view), at::access_error);
  CHECK_THROWS_WITH(at::replay(on, by_verb), contains("buffer"));
}

template <class A>
void find_an_index_outside(at::queue<A>& on) {
  at::buffer<int, A> numbers{on, at::extents{10}};
  auto const past_the_end = at::record(on, [&](at::recorder<A>& recorder) {
    auto const x = numbers.view(recorder);
    at::for_each(recorder, at::extents{11}, [=] ALLOTYPE_FN(int i) { x(i) = i; });
  });
  CHECK_THROWS_AS(at::replay(on, past_the_end), at::index_error);
  CHECK_THROWS_AS(at::replay(on, past_the_end), at::index_error);
}

template <class A>
void find_queues_without_order(at::queue<A>& on) {
  at::buffer<int, A> numbers{on, at::extents{10}};
  auto const one = at::record(on, [&](at::recorder<A>& recorder) { at::fill(recorder, numbers, 1); });
  at::queue<A> other = on.another();
  at::fill(other, numbers, 2);
  CHECK_THROWS_AS(at::replay(on, one), at::order_error);
  on.wait_for(other);
  at::replay(on, one);
  CHECK(on_host(on, numbers)[0] == 1);
}
#endif

}  // namespace graphs
