// SPDX-License-Identifier: BSL-1.0
/// \file
/// Random calls of the verbs, compared with plain loops over vectors of the host. A case is known by its number: the
/// same number is the same call, on every backend.
#pragma once

#include <allotype/sort.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "../affine.hpp"
#include "../cases.hpp"
#include "elements.hpp"

namespace fuzz_verbs {

using fuzz::affine;
using fuzz::one_after_another;

namespace at = allotype;

// ---- kernels

template <class View>
struct write_keys {
  View to;
  template <class... I>
  ALLOTYPE_FN void operator()(I... index) const {
    to(index...) = element_of<typename View::element_type>(key_of(index...));
  }
};
template <class T>
struct key_at {
  template <class... I>
  ALLOTYPE_FN T operator()(I... index) const {
    return element_of<T>(key_of(index...));
  }
};
/// Small enough that the sum of all does not overflow.
struct rest_of_key {
  template <class... I>
  ALLOTYPE_FN long long operator()(I... index) const {
    return key_of(index...) % 1'000'003;
  }
};
template <class View>
struct count_into_bins {
  View bins;
  ALLOTYPE_FN void operator()(int i) const {
    at::atomic(bins(static_cast<int>(key_of(i) % bins.extent(0)))).fetch_add(1);
  }
};
template <class T>
struct first_byte_below {
  int limit;
  ALLOTYPE_FN bool operator()(T const& of) const { return of.bytes[0] < limit; }
};
/// Turns each block's share around, through the block's memory.
template <class View>
struct turn_around {
  View values;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto const held = block.template shared<int>();
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = values(first + thread); });
    block.each_thread([&](int thread) { values(first + thread) = held[block.threads() - 1 - thread]; });
  }
};
struct by_low_bits {
  template <class T>
  ALLOTYPE_FN bool operator()(T const& a, T const& b) const {
    if constexpr (requires { a.bytes; }) {
      return (a.bytes[0] & 3) < (b.bytes[0] & 3);
    } else {
      return static_cast<long long>(a) % 4 < static_cast<long long>(b) % 4;
    }
  }
};

// ---- where the elements of a part are

/// Elements of a vector: the first one, the sizes, and the distances between neighbours.
template <int Dimensions>
struct region {
  long long begin = 0;
  std::array<long long, std::size_t{Dimensions}> size{}, stride{};

  region(at::extents<Dimensions> const& of, bool first_runs_fastest) {
    long long distance = 1;
    for (int i = 0; i < Dimensions; ++i) {
      auto const dimension = static_cast<std::size_t>(first_runs_fastest ? i : Dimensions - 1 - i);
      size[dimension] = of[static_cast<int>(dimension)];
      stride[dimension] = distance;
      distance *= size[dimension];
    }
  }
  void cut(at::box<Dimensions> const& to) {
    for (std::size_t i = 0; i < Dimensions; ++i) {
      begin += to.begin[i] * stride[i];
      size[i] = to.end[i] - to.begin[i];
    }
  }
  /// Calls `f(position, index)` for each element, the last index or the first one fastest.
  template <class F>
  void each(bool first_runs_fastest, F const& f) const {
    std::array<long long, std::size_t{Dimensions}> index{};
    for (long long const n : size) {
      if (n == 0) return;
    }
    for (;;) {
      long long position = begin;
      for (std::size_t i = 0; i < Dimensions; ++i) position += index[i] * stride[i];
      f(static_cast<std::size_t>(position), index);
      int moved = 0;
      for (; moved < Dimensions; ++moved) {
        auto const dimension = static_cast<std::size_t>(first_runs_fastest ? moved : Dimensions - 1 - moved);
        if (++index[dimension] < size[dimension]) break;
        index[dimension] = 0;
      }
      if (moved == Dimensions) return;
    }
  }
};

template <class T, std::size_t Dimensions>
T element_at(std::array<long long, Dimensions> const& index) {
  return element_of<T>(std::apply([](auto... i) { return key_of(i...); }, index));
}

// ---- the cases

/// Sizes of elements, in bytes.
template <int... Sizes>
struct element_sizes {};

/// Keys, and the order by which they are sorted.
template <class Key, class Order>
struct sort_of {
  using key = Key;
  using order = Order;
};
template <class... Sorts>
struct sorts {};

/// \tparam A where the verbs run
/// \tparam Launches its backend runs blocks
template <class A, bool Launches, class Sizes, class Sorts>
class tester;
template <class A, bool Launches, int... Sizes, class... Sorts>
class tester<A, Launches, element_sizes<Sizes...>, sorts<Sorts...>> {
 public:
  /// \param most_elements of a buffer
  /// \param most_bytes of a buffer
  tester(long long most_elements, long long most_bytes) : most_elements_(most_elements), most_bytes_(most_bytes) {}

  /// \throws fuzz::failed_case which says what is wrong
  void run(unsigned long long number) {
    random_ = fuzz::random_source{number};
    switch (random_.below(10)) {
      case 0:
        return with_element([&]<class T>() { round_trip<T>(); });
      case 1:
      case 2:
        return with_element([&]<class T>() { with_rank([&]<int Dimensions>() { parts<T, Dimensions>(); }); });
      case 3:
        return with_rank([&]<int Dimensions>() { loop_over_box<Dimensions>(); });
      case 4:
        return with_element([&]<class T>() { reduction<T>(); });
      case 5:
        return with_element([&]<class T>() { scan<T>(random_elements<T>(random_, size_of<T>()), T{}, at::plus{}); });
      case 6:
        return scan_in_order();
      case 7:
        return with_element([&]<class T>() { condition<T>(); });
      case 8:
        return sorted();
      default:
        return random_.coin() ? histogram() : blocks();
    }
  }

 private:
  template <class F>
  void with_element(F const& f) {
    long long chosen = random_.below(sizeof...(Sizes));
    ((chosen-- == 0 ? f.template operator()<element<Sizes>>() : void()), ...);
  }
  template <class F>
  void with_rank(F const& f) {
    long long const chosen = random_.below(6);
    [&]<int... Less>(std::integer_sequence<int, Less...>) {
      ((chosen == Less ? f.template operator()<Less + 1>() : void()), ...);
    }(std::make_integer_sequence<int, 6>{});
  }
  template <class T>
  long long size_of() {
    return random_.size(std::min(most_elements_, most_bytes_ / static_cast<long long>(sizeof(T))));
  }
  /// Sizes whose product is at most so many.
  template <int Dimensions>
  at::extents<Dimensions> random_extents(long long most) {
    at::extents<Dimensions> sizes;
    for (int i = 0; i < Dimensions; ++i) {
      sizes.sizes[i] = static_cast<int>(random_.size(most));
      if (sizes[i] > 1) most /= sizes[i];
    }
    for (int i = Dimensions - 1; i > 0; --i) std::swap(sizes.sizes[i], sizes.sizes[random_.below(i + 1)]);
    return sizes;
  }
  template <int Dimensions>
  at::box<Dimensions> random_box(at::extents<Dimensions> const& inside) {
    at::box<Dimensions> result;
    for (int i = 0; i < Dimensions; ++i) {
      auto const a = static_cast<int>(random_.below(inside[i] + 1)), b = static_cast<int>(random_.below(inside[i] + 1));
      result.begin[i] = std::min(a, b), result.end[i] = std::max(a, b);
    }
    return result;
  }
  template <class T>
  std::vector<T> on_host(at::buffer<T, A> const& of) {
    std::vector<T> result(static_cast<std::size_t>(of.size()));
    at::copy(on_, of, result);
    return result;
  }
  template <class T>
  void compare(std::string const& call, std::vector<T> const& seen, std::vector<T> const& expected) {
    if (seen.size() != expected.size()) {
      throw fuzz::failed_case(call + ": " + std::to_string(seen.size()) + " elements, and not " +
                              std::to_string(expected.size()));
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!(seen[i] == expected[i])) {
        throw fuzz::failed_case(call + " of " + std::to_string(seen.size()) + " elements of " +
                                std::to_string(sizeof(T)) + " bytes: element " + std::to_string(i) + " is wrong");
      }
    }
  }

  template <class T>
  void round_trip() {
    auto const numbers = random_elements<T>(random_, size_of<T>());
    at::buffer<T, A> const first{on_, numbers};
    at::buffer<T, A> second{on_, at::extents{numbers.size()}};
    at::copy(on_, first, second);
    compare("copy", on_host(second), numbers);
  }

  /// Fills, reads, writes and copies a part, or a part of a part.
  template <class T, int Dimensions>
  void parts() {
    if (random_.coin()) {
      parts_of<T, Dimensions>(at::row_major{});
    } else {
      parts_of<T, Dimensions>(at::column_major{});
    }
  }
  template <class T, int Dimensions, class Layout>
  void parts_of(Layout layout) {
    constexpr bool first_runs_fastest = std::is_same_v<Layout, at::column_major>;
    auto const sizes =
        random_extents<Dimensions>(std::min(most_elements_, most_bytes_ / static_cast<long long>(sizeof(T))));
    auto expected = random_elements<T>(random_, sizes.size());
    at::buffer<T, A> whole{on_, expected};
    region<Dimensions> where{sizes, first_runs_fastest};
    auto const inside = random_box(sizes);
    auto part = whole.view(on_, sizes, layout).part(inside);
    where.cut(inside);
    if (random_.coin()) {
      auto const further = random_box(part.extents);
      part = part.part(further);
      where.cut(further);
    }
    auto const count = part.size();
    switch (random_.below(5)) {
      case 0: {
        T const value = element_of<T>(random_.below(1 << 20));
        at::fill(on_, part, value);
        where.each(first_runs_fastest, [&](std::size_t position, auto const&) { expected[position] = value; });
        return compare("fill of a part", on_host(whole), expected);
      }
      case 1: {
        std::vector<T> read(static_cast<std::size_t>(count)), in_place;
        at::copy(on_, part, read);
        where.each(first_runs_fastest,
                   [&](std::size_t position, auto const&) { in_place.push_back(expected[position]); });
        return compare("copy of a part to the host", read, in_place);
      }
      case 2: {
        auto const numbers = random_elements<T>(random_, count);
        at::copy(on_, numbers, part);
        std::size_t next = 0;
        where.each(first_runs_fastest,
                   [&](std::size_t position, auto const&) { expected[position] = numbers[next++]; });
        return compare("copy from the host to a part", on_host(whole), expected);
      }
      case 3: {
        auto larger = part.extents;
        for (int i = 0; i < Dimensions; ++i) larger.sizes[i] += static_cast<int>(random_.below(3));
        auto const others = random_elements<T>(random_, larger.size());
        at::buffer<T, A> const source{on_, others};
        at::box<Dimensions> of_source;
        for (int i = 0; i < Dimensions; ++i) {
          of_source.begin[i] = static_cast<int>(random_.below(larger[i] - part.extents[i] + 1));
          of_source.end[i] = of_source.begin[i] + part.extents[i];
        }
        at::copy(on_, source.view(on_, larger, layout).part(of_source), part);
        region<Dimensions> from{larger, first_runs_fastest};
        from.cut(of_source);
        std::vector<T> moved;
        from.each(first_runs_fastest, [&](std::size_t position, auto const&) { moved.push_back(others[position]); });
        std::size_t next = 0;
        where.each(first_runs_fastest, [&](std::size_t position, auto const&) { expected[position] = moved[next++]; });
        return compare("copy from a part to a part", on_host(whole), expected);
      }
      default:
        at::for_each(on_, part.extents, write_keys<decltype(part)>{part});
        where.each(first_runs_fastest,
                   [&](std::size_t position, auto const& index) { expected[position] = element_at<T>(index); });
        return compare("for_each over a part", on_host(whole), expected);
    }
  }

  /// A loop over a box, and reductions over it moved by any distance.
  template <int Dimensions>
  void loop_over_box() {
    auto const sizes = random_extents<Dimensions>(most_elements_);
    auto over = random_box(sizes);
    std::vector<int> expected(static_cast<std::size_t>(sizes.size()));
    at::buffer<int, A> whole{on_, expected};
    auto const all = whole.view(on_, sizes);
    at::for_each(on_, over, write_keys<decltype(all)>{all});
    region<Dimensions> where{sizes, false};
    where.cut(over);
    auto const absolute = [&](auto index) {
      for (std::size_t i = 0; i < Dimensions; ++i) index[i] += over.begin[i];
      return index;
    };
    where.each(false,
               [&](std::size_t position, auto const& index) { expected[position] = element_at<int>(absolute(index)); });
    compare("for_each over a box", on_host(whole), expected);

    for (int i = 0; i < Dimensions; ++i) {
      auto const moved = static_cast<int>(random_.below(2'000'000) - 1'000'000);
      over.begin[i] += moved, over.end[i] += moved;
    }
    long long sum = 0, least = 1LL << 60, most = -(1LL << 60);
    where.each(false, [&](std::size_t, auto const& index) {
      auto const key = element_at<long long>(absolute(index));
      sum += std::apply(rest_of_key{}, absolute(index));
      least = std::min(least, key), most = std::max(most, key);
    });
    auto const seen_sum = at::reduce(on_, over, 0LL, at::plus{}, rest_of_key{});
    auto const seen_least = at::reduce(on_, over, 1LL << 60, at::minimum{}, key_at<long long>{});
    auto const seen_most = at::reduce(on_, over, -(1LL << 60), at::maximum{}, key_at<long long>{});
    compare("sum, minimum and maximum over a box", std::vector{seen_sum, seen_least, seen_most},
            std::vector{sum, least, most});
  }

  template <class T>
  void reduction() {
    auto const count = size_of<T>();
    T const init = element_of<T>(random_.below(1 << 30));
    T expected = init;
    for (long long i = 0; i < count; ++i) expected = expected + element_of<T>(key_of(i));
    at::extents const over{static_cast<int>(count)};
    std::vector<T> seen{at::reduce(on_, over, init, at::plus{}, key_at<T>{})};
    compare("reduce", seen, std::vector<T>{expected});
    at::buffer<T, A> result{on_, at::extents{1}};
    at::reduce(on_, over, init, at::plus{}, key_at<T>{}, result);
    compare("reduce into a buffer", on_host(result), std::vector<T>{expected});
  }

  void scan_in_order() {
    std::vector<affine> steps(static_cast<std::size_t>(size_of<affine>()));
    for (affine& step : steps) {
      step = {static_cast<unsigned>(random_.below(1 << 16)) * 2 + 1, static_cast<unsigned>(random_.below(1 << 30))};
    }
    scan(steps, affine{1, 0}, one_after_another{});
  }
  template <class T, class Op>
  void scan(std::vector<T> const& numbers, T const& init, Op const& op) {
    at::buffer<T, A> from{on_, numbers}, to{on_, at::extents{numbers.size()}};
    bool const in_place = random_.coin(), exclusive = random_.coin();
    at::buffer<T, A>& target = in_place ? from : to;
    std::vector<T> expected;
    T so_far = init;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (exclusive) expected.push_back(so_far);
      so_far = exclusive || i > 0 ? op(so_far, numbers[i]) : numbers[i];
      if (!exclusive) expected.push_back(so_far);
    }
    if (exclusive) {
      at::exclusive_scan(on_, from, target, init, op);
    } else {
      at::inclusive_scan(on_, from, target, op);
    }
    compare(std::string(exclusive ? "exclusive_scan" : "inclusive_scan") + (in_place ? " in place" : ""),
            on_host(target), expected);
  }

  template <class T>
  void condition() {
    auto const numbers = random_elements<T>(random_, size_of<T>());
    auto const more = random_.below(5);
    auto expected = random_elements<T>(random_, static_cast<long long>(numbers.size()) + more);
    at::buffer<T, A> const from{on_, numbers};
    at::buffer<T, A> to{on_, expected};
    first_byte_below<T> const chosen{static_cast<int>(random_.below(257))};
    std::size_t count = 0;
    for (T const& one : numbers) {
      if (chosen(one)) expected[count++] = one;
    }
    auto const counted = at::count_if(on_, from, chosen), copied = at::copy_if(on_, from, to, chosen);
    auto const all = static_cast<long long>(count);
    compare("count_if and the result of copy_if", std::vector{counted, copied}, std::vector{all, all});
    compare("copy_if", on_host(to), expected);
  }

  void sorted() {
    long long chosen = random_.below(sizeof...(Sorts));
    ((chosen-- == 0 ? sorted_by<typename Sorts::key>(typename Sorts::order{}) : void()), ...);
  }
  /// A part of a line, with its places as values: equal keys keep their order.
  template <class Key, class Order>
  void sorted_by(Order before) {
    auto keys = random_elements<Key>(random_, size_of<Key>());
    if (random_.coin()) {
      for (Key& key : keys) key = element_of<Key>(random_.below(100));
    }
    at::extents<1> const size{static_cast<int>(keys.size())};
    auto const part = random_box(size);
    at::buffer<Key, A> of_keys{on_, keys};
    std::vector<int> places(keys.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(i);
    auto const begin = part.begin[0], end = part.end[0];
    auto expected = places;
    std::stable_sort(expected.begin() + begin, expected.begin() + end, [&](int a, int b) {
      return before(keys[static_cast<std::size_t>(a)], keys[static_cast<std::size_t>(b)]);
    });
    std::vector<Key> expected_keys;
    for (int const place : expected) expected_keys.push_back(keys[static_cast<std::size_t>(place)]);
    if (random_.coin()) {
      at::sort(on_, of_keys.view(on_, size).part(part), before);
      return compare("sort", on_host(of_keys), expected_keys);
    }
    at::buffer<int, A> of_places{on_, places};
    at::sort_by_key(on_, of_keys.view(on_, size).part(part), of_places.view(on_, size).part(part), before);
    compare("the keys of sort_by_key", on_host(of_keys), expected_keys);
    compare("the values of sort_by_key", on_host(of_places), expected);
  }

  void histogram() {
    int const count = static_cast<int>(random_.size(most_elements_)), bins = 1 + static_cast<int>(random_.below(300));
    std::vector<int> expected(static_cast<std::size_t>(bins));
    at::buffer<int, A> counted{on_, expected};
    auto const view = counted.view(on_);
    at::for_each(on_, at::extents{count}, count_into_bins<decltype(view)>{view});
    for (int i = 0; i < count; ++i) ++expected[static_cast<std::size_t>(key_of(i) % bins)];
    compare("atomic additions", on_host(counted), expected);
  }

  void blocks() {
    if constexpr (Launches) {
      switch (random_.below(3)) {
        case 0:
          return blocks_of<1>();
        case 1:
          return blocks_of<7>();
        default:
          return blocks_of<64>();
      }
    }
  }
  template <int Threads>
  void blocks_of() {
    int const count = static_cast<int>(random_.size(most_elements_ / 64));
    auto numbers = random_elements<int>(random_, count * Threads);
    at::buffer<int, A> values{on_, numbers};
    auto const view = values.view(on_);
    using shape =
        at::grid<at::threads_per_block<Threads>, at::shared_memory_per_block<at::bytes{Threads * sizeof(int)}>>;
    at::launch(on_, shape{count}, turn_around<decltype(view)>{view});
    for (int block = 0; block < count; ++block) {
      std::reverse(numbers.begin() + block * Threads, numbers.begin() + (block + 1) * Threads);
    }
    compare("launch", on_host(values), numbers);
  }

  at::queue<A> on_;
  long long most_elements_, most_bytes_;
  fuzz::random_source random_{0};
};

}  // namespace fuzz_verbs
