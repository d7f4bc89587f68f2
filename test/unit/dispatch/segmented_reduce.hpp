// SPDX-License-Identifier: BSL-1.0
// Reductions of segments on an accelerator, whichever.
#pragma once

#include <allotype/segmented_reduce.hpp>

#include <algorithm>
#include <vector>

#include "catch.hpp"

namespace segmented_reductions {

namespace at = allotype;

struct square {
  ALLOTYPE_FN long long operator()(int i) const { return static_cast<long long>(i) * i; }
};
struct scattered {
  ALLOTYPE_FN int operator()(long long i) const { return static_cast<int>(i * 7919 % 1009); }
};

/// Segments without an index, with one, and with more than a warp has lanes.
template <class Begin>
std::vector<Begin> some_begins(int segments) {
  std::vector<Begin> begins{5};
  for (int s = 0; s < segments; ++s) begins.push_back(begins.back() + s * s % 101);
  return begins;
}

template <class Begin, class A>
void combines_segments(at::queue<A>& on, int segments) {
  CAPTURE(segments);
  auto const begins = some_begins<Begin>(segments);
  std::vector<long long> sums;
  std::vector<int> least;
  for (std::size_t s = 0; s + 1 < begins.size(); ++s) {
    sums.push_back(7);
    least.push_back(500);
    for (Begin i = begins[s]; i < begins[s + 1]; ++i) {
      sums.back() += square{}(static_cast<int>(i));
      least.back() = std::min(least.back(), scattered{}(i));
    }
  }
  at::buffer<Begin, A> const from{on, begins};
  at::buffer<long long, A> to{on, at::extents{segments}};
  at::buffer<int, A> smallest{on, at::extents{segments}};
  at::segmented_reduce(on, from, to, 7, at::plus{}, square{});
  at::segmented_reduce(on, from, smallest.view(on), 500, at::minimum{}, scattered{});
  std::vector<long long> found(sums.size());
  std::vector<int> found_least(least.size());
  at::copy(on, to, found);
  at::copy(on, smallest, found_least);
  CHECK(found == sums);
  CHECK(found_least == least);
}

template <class A>
void all() {
  at::queue<A> on;
  for (int const segments : {0, 1, 7, 8, 9, 300}) {
    combines_segments<int>(on, segments);
    combines_segments<long long>(on, segments);
  }
  at::buffer<int, A> three{on, at::extents{3}}, wrong{on, at::extents{3}};
  CHECK_THROWS_WITH(
      at::segmented_reduce(on, three, wrong, 0, at::plus{}, scattered{}),
      "segmented_reduce: what says where segments begin, less one, has 2 elements and what is written has 3; "
      "both need the same number");
}

}  // namespace segmented_reductions
