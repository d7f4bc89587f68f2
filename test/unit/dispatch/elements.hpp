// SPDX-License-Identifier: BSL-1.0
// What may be an element: alignment, and types that are stated to be copied as bytes. On whichever accelerator.
#pragma once

#include <allotype/allotype.hpp>

#include <array>
#include <cstddef>
#include <vector>

#include "catch.hpp"

namespace elements {

namespace at = allotype;

template <std::size_t Alignment>
struct alignas(Alignment) aligned {
  int value;
  int rest[Alignment / sizeof(int) - 1];  // no padding, which nobody writes
};

/// It has a copy constructor, as CUDA's pairs of numbers have.
struct fixed_point {
  int hundredths = 0;
  fixed_point() = default;
  ALLOTYPE_FN explicit fixed_point(int hundredths) : hundredths(hundredths) {}
  ALLOTYPE_FN fixed_point(fixed_point const& other) : hundredths(other.hundredths) {}
  ALLOTYPE_FN fixed_point& operator=(fixed_point const& other) {
    hundredths = other.hundredths;
    return *this;
  }
  ALLOTYPE_FN friend fixed_point operator+(fixed_point const& a, fixed_point const& b) {
    return fixed_point(a.hundredths + b.hundredths);
  }
  ALLOTYPE_FN friend bool operator==(fixed_point const& a, fixed_point const& b) {
    return a.hundredths == b.hundredths;
  }
};

}  // namespace elements

template <>
inline constexpr bool allotype::is_device_copyable<elements::fixed_point> = true;

namespace elements {

template <class T, class A>
std::vector<T> on_host(at::queue<A>& on, at::buffer<T, A> const& buffer) {
  std::vector<T> elements(static_cast<std::size_t>(buffer.size()));
  at::copy(on, buffer, elements);
  return elements;
}

/// Each index beside its place, so that an element that is not where it should be is seen.
template <class View>
struct set_to_index {
  View elements;
  ALLOTYPE_FN void operator()(int i) const { elements(i) = typename View::element_type{i, {}}; }
};
template <class View>
struct value_of_element {
  View elements;
  ALLOTYPE_FN auto operator()(int i) const { return elements(i); }
};

template <std::size_t Alignment>
struct sum_of_values {
  ALLOTYPE_FN aligned<Alignment> operator()(aligned<Alignment> const& a, aligned<Alignment> const& b) const {
    return {a.value + b.value, {}};
  }
};

template <class T>
bool is_aligned(T const* address) {
  return reinterpret_cast<std::size_t>(address) % alignof(T) == 0;
}

template <std::size_t Alignment, class A>
void has_aligned_memory(at::queue<A>& on) {
  CAPTURE(Alignment);
  using element = aligned<Alignment>;
  static_assert(at::element_for<element, A>);
  for (int repeated = 0; repeated < 5; ++repeated) {
    at::buffer<element, A> buffer{on, at::extents{repeated + 1}}, other;
    at::pinned<element, A> const pinned{on, at::extents{repeated + 1}};
    CHECK(is_aligned(buffer.data()));
    CHECK(is_aligned(pinned.data()));
    other = std::move(buffer);
    buffer = at::buffer<element, A>{on, at::extents{3}};
    at::fill(on, other, element{repeated, {}});
    for (element const& each : on_host(on, other)) CHECK(each.value == repeated);
  }
  at::buffer<element, A> buffer{on, at::extents{1000}};
  at::for_each(on, at::extents{1000}, set_to_index{buffer.view(on)});
  auto const found = on_host(on, buffer);
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i].value == static_cast<int>(i));
}

template <std::size_t Alignment, class A>
void combines_aligned_values(at::queue<A>& on) {
  using element = aligned<Alignment>;
  at::buffer<element, A> buffer{on, at::extents{1000}};
  at::for_each(on, at::extents{1000}, set_to_index{buffer.view(on)});
  element const sum =
      at::reduce(on, at::extents{1000}, element{0, {}}, sum_of_values<Alignment>{}, value_of_element{buffer.view(on)});
  CHECK(sum.value == 499500);
  at::inclusive_scan(on, buffer, buffer, sum_of_values<Alignment>{});
  CHECK(on_host(on, buffer).back().value == 499500);
}

template <class A, class T>
struct use_shared_memory {
  at::view<int, 1, A> wrong;

  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    T* const shared = block.template shared<T>();
    T* const other = block.template static_shared<T>();
    auto kept = block.template per_thread<T>();
    block.each_thread([&](int thread) {
      kept(thread) = T{thread};
      shared[thread] = kept(thread);
      other[block.threads() - 1 - thread] = T{thread};
    });
    block.each_thread_at_end([&](int thread) {
      bool const misplaced = reinterpret_cast<std::size_t>(shared) % alignof(T) != 0 ||
                             reinterpret_cast<std::size_t>(other) % alignof(T) != 0;
      bool const right = shared[block.threads() - 1 - thread] == other[thread];
      wrong(block.index() * block.threads() + thread) = misplaced || !right ? 1 : 0;
    });
  }
};

template <class T, class A>
void has_aligned_shared_memory(at::queue<A>& on) {
  constexpr int threads = 32, blocks = 3;
  constexpr at::bytes size{threads * sizeof(T)};
  at::buffer<int, A> wrong{on, at::extents{threads * blocks}};
  at::launch(on,
             at::grid<at::threads_per_block<threads>, at::shared_memory_per_block<size>,
                      at::static_shared_memory_per_block<size>>{blocks},
             use_shared_memory<A, T>{wrong.view(on)});
  CHECK(on_host(on, wrong) == std::vector<int>(threads * blocks, 0));
}

struct aligned_pair {
  alignas(128) int value;
  ALLOTYPE_FN friend bool operator==(aligned_pair const& a, aligned_pair const& b) { return a.value == b.value; }
};

template <class A>
void copies_what_is_said_to_be_copied(at::queue<A>& on) {
  using three = std::array<fixed_point, 3>;
  static_assert(at::element_for<fixed_point, A> && at::element_for<fixed_point const, A> && at::element_for<three, A>);
  static_assert(at::is_device_copyable<fixed_point const[4]> && at::is_device_copyable<at::tuple<int, fixed_point>>);
  static_assert(at::is_device_copyable<at::indexed<fixed_point, int>>);
  std::vector<fixed_point> const amounts(100, fixed_point(150));
  at::buffer in{on, amounts};
  at::buffer<fixed_point, A> out{on, at::extents{amounts.size()}};
  at::fill(on, out, fixed_point(7));
  CHECK(on_host(on, out).back().hundredths == 7);
  at::copy(on, in, out);
  CHECK(on_host(on, out) == amounts);
  CHECK(at::reduce(on, at::extents{100}, fixed_point(), at::plus{}, value_of_element{in.view(on)}).hundredths == 15000);
  at::inclusive_scan(on, in, out);
  CHECK(on_host(on, out).back().hundredths == 15000);
  at::buffer<fixed_point, A> one{on, at::extents{1}};
  at::reduce(on, at::extents{100}, fixed_point(1), at::plus{}, value_of_element{in.view(on)}, one);
  CHECK(on_host(on, one)[0].hundredths == 15001);
}

/// Functions that all backends have.
template <class A>
void all(at::queue<A>& on) {
  SECTION("alignment of buffers and pinned memory") {
    has_aligned_memory<8>(on);
    has_aligned_memory<128>(on);
    has_aligned_memory<256>(on);
  }
  SECTION("alignment of values that are combined") { combines_aligned_values<128>(on); }
  SECTION("types that are said to be copied as bytes") { copies_what_is_said_to_be_copied(on); }
}

}  // namespace elements
