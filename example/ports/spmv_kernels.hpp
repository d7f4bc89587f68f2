// SPDX-License-Identifier: BSL-1.0
/// \file
/// Products of a sparse matrix and a vector, y = A x. The matrix is in compressed rows: row `r` has the elements
/// `begin(r)` to `begin(r + 1) - 1` of `column` and `value`.
#pragma once

#include <allotype/block_ranges.hpp>

namespace at = allotype;

template <class A>
struct compressed_rows {
  at::view<int const, 1, A> begin, column;
  at::view<double const, 1, A> value;

  ALLOTYPE_FN at::box<1> row(int r) const { return {{begin(r), begin(r + 1)}}; }
};

/// A row a thread: for short rows.
template <class A>
struct row_a_thread {
  compressed_rows<A> a;
  at::view<double const, 1, A> x;
  at::view<double, 1, A> y;

  ALLOTYPE_FN void operator()(int row) const {
    double sum = 0;
    for (int k = a.begin(row); k < a.begin(row + 1); ++k) sum += a.value(k) * x(a.column(k));
    y(row) = sum;
  }
};

/// A row a warp.
template <class A>
struct row_a_warp {
  compressed_rows<A> a;
  at::view<double const, 1, A> x;
  at::view<double, 1, A> y;

  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto const warps = at::subgroups<32>(block);
    int const first = block.index() * warps.count();
    warps.for_each_nowait(warps.count(), [&](auto const& warp, int i) {
      int const row = first + i;
      if (row >= y.extents[0]) return;
      double const sum = warp.reduce(a.row(row), 0.0, at::plus{}, [&](int k) { return a.value(k) * x(a.column(k)); });
      warp.single_nowait([&] { y(row) = sum; });
    });
  }
};

/// A row a block: for long rows.
template <class A>
struct row_a_block {
  compressed_rows<A> a;
  at::view<double const, 1, A> x;
  at::view<double, 1, A> y;

  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const row = block.index();
    double const sum = block.reduce(a.row(row), 0.0, at::plus{}, [&](int k) { return a.value(k) * x(a.column(k)); });
    block.single_nowait([&] { y(row) = sum; });
  }
};
