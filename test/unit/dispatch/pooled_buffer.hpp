// SPDX-License-Identifier: BSL-1.0
/// \file
/// Buffers from a pool, on every backend that has one.
#pragma once

#include <allotype/allotype.hpp>
#include <allotype/pooled_buffer.hpp>

#include <numeric>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace pooled_buffers {

namespace at = allotype;

template <class A>
std::vector<int> on_host(at::queue<A>& on, at::buffer<int, A> const& from) {
  std::vector<int> found(static_cast<std::size_t>(from.size()));
  at::copy(on, from, found);
  return found;
}

template <class A>
void are_buffers(at::queue<A>& on) {
  std::vector<int> sums(1000);
  std::iota(sums.begin(), sums.end(), 0);
  at::buffer<int, A> result{on, at::extents{1000}};
  {
    at::pooled_buffer<int, A> part{on, at::extents{1000}};
    at::copy(on, sums, part);
    auto const from = part.view(on), to = result.view(on);
    at::for_each(on, from.extents, [=] ALLOTYPE_FN(int i) { to(i) = 2 * from(i); });
    CHECK(at::reduce(on, from.extents, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return from(i); }) == 499500);
  }  // the work may be pending
  for (int& one : sums) one *= 2;
  CHECK(on_host(on, result) == sums);
}

template <class A>
void are_moved(at::queue<A>& on) {
  at::pooled_buffer<int, A> one{on, at::extents{10}}, other{on, at::extents{20}}, none;
  at::fill(on, one, 7);
  int const* const where = one.data();
  other = std::move(one);
  CHECK(one.size() == 0);
  CHECK(other.size() == 10);
  CHECK(other.data() == where);
  at::pooled_buffer<int, A> last(std::move(other));
  CHECK(on_host(on, last) == std::vector<int>(10, 7));
  none = std::move(last);
  CHECK(none.data() == where);
}

template <class A>
void refuse_sizes(at::queue<A>& on) {
  CHECK_THROWS_AS((at::pooled_buffer<int, A>{on, at::extents{-1}}), at::size_error);
  at::pooled_buffer<int, A> const empty{on, at::extents{0}};
  CHECK(empty.size() == 0);
}

}  // namespace pooled_buffers
