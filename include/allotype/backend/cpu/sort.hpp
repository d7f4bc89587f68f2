// SPDX-License-Identifier: BSL-1.0
/// \file
/// Sorting on the host processor; equal elements stay in order. Numbers in ascending or descending order are sorted by
/// their digits, other elements by merging. Where OpenMP's threads are worth it, each sorts its share,
/// and pairs of shares are merged in parallel, until one is left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <allotype/backend/cpu/for_each.hpp>
#include <allotype/backend/cpu/memory.hpp>
#include <allotype/dispatch/sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A key and what is moved along with it.
template <class Key, class Value>
struct sorted_pair {
  Key key;
  Value value;
};
template <class T>
struct key_in {
  using type = T;
  static T const& of(T const& element) { return element; }
};
template <class Key, class Value>
struct key_in<sorted_pair<Key, Value>> {
  using type = Key;
  static Key const& of(sorted_pair<Key, Value> const& element) { return element.key; }
};

/// The order of elements by their keys.
template <class Order>
struct by_keys {
  Order const& order;
  template <class T>
  bool operator()(T const& a, T const& b) const {
    return order(key_in<T>::of(a), key_in<T>::of(b));
  }
};

/// A number whose digits have the order of the keys.
template <class Order, class Key>
auto digits_of(Key key) {
  using number = std::conditional_t<sizeof(Key) == 8, unsigned long long,
                                    std::conditional_t<sizeof(Key) == 4, unsigned, unsigned short>>;
  constexpr number sign = number{1} << (8 * sizeof(Key) - 1);
  number digits = 0;
  if constexpr (std::is_floating_point_v<Key>) {
    digits = __builtin_bit_cast(number, key == 0 ? Key{0} : key);  // the two zeros are equal
    digits ^= (digits & sign) != 0 ? ~number{0} : sign;
  } else {
    digits = static_cast<number>(key);
    if constexpr (Key(-1) < Key(0)) digits ^= sign;
  }
  return static_cast<number>(std::is_same_v<Order, descending> ? ~digits : digits);
}

template <class T, class Order>
inline constexpr bool sorts_by_digits =
    sorts_by_radix<typename key_in<T>::type, Order> && sizeof(typename key_in<T>::type) <= 8;

/// Sorts by the keys' bytes, from the lowest on: each time the elements go to the other place, in the order of that
/// byte. A byte that all keys have is left out.
template <class Order, class T>
void sort_by_digits(T* elements, T* spare, long long count) {
  constexpr std::size_t digits = sizeof(typename key_in<T>::type), values = 256;
  long long begins[digits][values] = {};
  auto const digit_of = [](T const& element, std::size_t digit) {
    return static_cast<std::size_t>(digits_of<Order>(key_in<T>::of(element)) >> (8 * digit)) % values;
  };
  for (long long i = 0; i < count; ++i) {
    for (std::size_t digit = 0; digit < digits; ++digit) ++begins[digit][digit_of(elements[i], digit)];
  }
  T* from = elements;
  T* to = spare;
  for (std::size_t digit = 0; digit < digits; ++digit) {
    long long* const begin = begins[digit];
    if (begin[digit_of(from[0], digit)] == count) continue;
    long long before = 0;
    for (std::size_t value = 0; value < values; ++value) before += std::exchange(begin[value], before);
    for (long long i = 0; i < count; ++i) to[begin[digit_of(from[i], digit)]++] = from[i];
    std::swap(from, to);
  }
  if (from != elements) std::copy(from, from + count, elements);
}

/// Not inlined: in a loop that it is inlined into, g++ takes a third longer for it.
template <class T, class Before>
[[gnu::noinline]] void insertion_sort(T* first, T* last, Before const& before) {
  if (first == last) return;
  for (T* next = first + 1; next < last; ++next) {
    if (!before(*next, next[-1])) continue;
    T const moved = *next;
    T* place = next;
    do {
      *place = place[-1];
      --place;
    } while (place > first && before(moved, place[-1]));
    *place = moved;
  }
}

/// Merges two runs, of which the first one's elements are first where they are equal. Runs that are in order together
/// are copied.
template <class T, class Before>
void merge_two(T const* one, T const* const one_end, T const* other, T const* const other_end, T* to,
               Before const& before) {
  if (one < one_end && other < other_end && before(*other, one_end[-1])) {
    std::merge(one, one_end, other, other_end, to, before);
  } else {
    std::copy(other, other_end, std::copy(one, one_end, to));
  }
}

template <class T, class Before>
void merge_sort(T* elements, T* spare, long long count, Before const& before) {
  constexpr long long run = 16;
  for (long long i = 0; i < count; i += run) insertion_sort(elements + i, elements + std::min(i + run, count), before);
  T* from = elements;
  T* to = spare;
  for (long long width = run; width < count; width *= 2) {
    for (long long i = 0; i < count; i += 2 * width) {
      T const* const middle = from + std::min(i + width, count);
      merge_two(from + i, middle, middle, from + std::min(i + 2 * width, count), to + i, before);
    }
    std::swap(from, to);
  }
  if (from != elements) std::copy(from, from + count, elements);
}

/// Up to so many elements are sorted without memory.
inline constexpr long long max_sorted_in_place = 32;

/// Whether numbers are in order. Compilers compare many at once, because each step looks at all of its pairs.
template <class T, class Before>
bool are_in_order(T const* elements, long long count, Before const& before) {
  constexpr long long step = 128;
  long long last = 0;
  for (; count - last > step; last += step) {
    unsigned any = 0;
    for (long long i = last; i < last + step; ++i) any |= before(elements[i + 1], elements[i]) ? 1u : 0u;
    if (any != 0) return false;
  }
  return std::is_sorted(elements + last, elements + count, before);
}

/// Sorts `elements`; `spare` has as much room where there are more than a few.
template <class T, class Order>
void sort_alone(T* elements, T* spare, long long count, by_keys<Order> const& before) {
  if (count <= max_sorted_in_place) return insertion_sort(elements, elements + count, before);
  if constexpr (sorts_by_digits<T, Order>) {
    if (are_in_order(elements, count, before)) return;
    // For fewer elements the counters take longer than comparisons.
    constexpr long long least = 64 * sizeof(typename key_in<T>::type);
    if (count >= least) return sort_by_digits<Order>(elements, spare, count);
  } else if (std::is_sorted(elements, elements + count, before)) {
    return;
  }
  merge_sort(elements, spare, count, before);
}

template <class T, class Order>
void sort_on_host(serial, host_state& state, T* elements, long long count, by_keys<Order> const& before) {
  if (count <= max_sorted_in_place) return insertion_sort(elements, elements + count, before);
  lent_elements<serial, T> const spare(state, count);
  sort_alone(elements, spare.first(), count, before);
}

#ifdef _OPENMP

/// How many of the first `count` elements of two merged runs are of the first one.
template <class T, class Order>
long long taken_from_first(share first, share second, long long count, T const* elements,
                           by_keys<Order> const& before) {
  long long low = std::max(0LL, count - second.size()), high = std::min(count, first.size());
  while (low < high) {
    long long const middle = low + (high - low) / 2;
    bool const is_taken = !before(elements[second.begin + count - middle - 1], elements[first.begin + middle]);
    if (is_taken) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Merges two runs, one behind the other, to the same places of `to`: of the merged elements those of `part`.
template <class T, class Order>
void merge_part(share first, share second, share part, T const* elements, T* to, by_keys<Order> const& before) {
  long long const begin = taken_from_first(first, second, part.begin, elements, before);
  long long const end = taken_from_first(first, second, part.end, elements, before);
  T const* one = elements + first.begin + begin;
  T const* const one_end = elements + first.begin + end;
  T const* other = elements + second.begin + part.begin - begin;
  T const* const other_end = elements + second.begin + part.end - end;
  T* const place = to + first.begin + part.begin;
  merge_two(one, one_end, other, other_end, place, before);
}

template <class T, class Order>
void sort_shared(loop_cost& cost, bool measured, T* elements, T* spare, long long count, by_keys<Order> const& before) {
  int const shares = max_threads();
  auto const beginning = [&](int which) { return which < shares ? share(count, which, shares).begin : count; };
  regions_of_loop regions(cost, measured, count);
  regions.run(shares, [&](int thread, int threads) {
    for (int which = thread; which < shares; which += threads) {
      long long const first = beginning(which);
      sort_alone(elements + first, spare + first, beginning(which + 1) - first, before);
    }
  });
  bool in_order = true;
  for (int which = 1; which < shares && in_order; ++which) {
    long long const begin = beginning(which);
    in_order = begin == 0 || begin == count || !before(elements[begin], elements[begin - 1]);
  }
  if (in_order) return regions.done();
  T* from = elements;
  T* to = spare;
  for (int step = 1; step < shares; step *= 2) {
    int const pairs = (shares + 2 * step - 1) / (2 * step), parts = shares / pairs;
    regions.run(shares, [&](int thread, int threads) {
      for (int job = thread; job < pairs * parts; job += threads) {
        int const pair = job / parts;
        long long const middle = beginning(2 * step * pair + step);
        share const one(beginning(2 * step * pair), middle), other(middle, beginning(2 * step * (pair + 1)));
        merge_part(one, other, share(one.size() + other.size(), job % parts, parts), from, to, before);
      }
    });
    std::swap(from, to);
  }
  if (from != elements) {
    regions.run(shares, [&](int thread, int threads) {
      share const mine(count, thread, threads);
      std::copy(from + mine.begin, from + mine.end, elements + mine.begin);
    });
  }
  regions.done();
}

template <class T, class Order>
void sort_as(loop_way way, loop_cost& cost, T* elements, T* spare, long long count, by_keys<Order> const& before) {
  if (way.threads) return sort_shared(cost, way.measured, elements, spare, count, before);
  loop_alone(cost, way.measured, count, [&] { sort_alone(elements, spare, count, before); });
}
template <class T, class Order>
void sort_on_host(openmp, host_state& state, T* elements, long long count, by_keys<Order> const& before) {
  static constinit thread_local loop_cost cost;
  if (count <= max_sorted_in_place) return insertion_sort(elements, elements + count, before);
  lent_elements<serial, T> const spare(state, count);
  if (cost.below_threshold(count)) return sort_alone(elements, spare.first(), count, before);
  sort_as(next_way(cost, count, max_threads()), cost, elements, spare.first(), count, before);
}

#endif

template <class Host, class Key, class Value, class Order>
void sort_by_host(Host host, host_state& state, long long count, Key* keys, Value* values, Order const& before) {
  if constexpr (std::is_same_v<Value, no_value>) {
    sort_on_host(host, state, keys, count, by_keys<Order>{before});
  } else {
    using entry = sorted_pair<Key, Value>;
    lent_elements<serial, entry> const together(state, count);
    entry* const entries = together.first();
    for (long long i = 0; i < count; ++i) ::new (static_cast<void*>(entries + i)) entry{keys[i], values[i]};
    sort_on_host(host, state, entries, count, by_keys<Order>{before});
    for (long long i = 0; i < count; ++i) keys[i] = entries[i].key, values[i] = entries[i].value;
  }
}

template <class Key, class Value, class Order>
void run_sort(serial, host_state& state, long long count, Key* keys, Value* values, Order const& before) {
  sort_by_host(serial{}, state, count, keys, values, before);
}

#ifdef _OPENMP
template <class Key, class Value, class Order>
void run_sort(openmp, host_state& state, long long count, Key* keys, Value* values, Order const& before) {
  sort_by_host(openmp{}, state, count, keys, values, before);
}
#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
