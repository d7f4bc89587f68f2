// SPDX-License-Identifier: BSL-1.0
/// \file
/// The kernels that are measured and counted, as a user of the library writes them.
#pragma once

#include <allotype/dispatch/atomic.hpp>
#include <allotype/dispatch/launch.hpp>

template <class In, class Out>
struct triad {
  Out a;
  In b, c;
  double factor;
  template <class Index>
  ALLOTYPE_FN void operator()(Index i) const {
    a(i) = b(i) + factor * c(i);
  }
};

template <class In, class Out>
struct copied {
  Out to;
  In from;
  template <class Index>
  ALLOTYPE_FN void operator()(Index i) const {
    to(i) = from(i);
  }
};

/// One element's part of a dot product.
template <class In>
struct product {
  In b, c;
  ALLOTYPE_FN double operator()(long long i) const { return b(i) * c(i); }
};

/// The sum of the neighbours of each element inside a plane.
template <class In, class Out>
struct five_point {
  In in;
  Out out;
  ALLOTYPE_FN void operator()(int row, int column) const {
    out(row, column) =
        in(row - 1, column) + in(row, column - 1) + in(row, column + 1) + in(row + 1, column) - 4 * in(row, column);
  }
};

/// The same inside a space.
template <class In, class Out>
struct seven_point {
  In in;
  Out out;
  ALLOTYPE_FN void operator()(int plane, int row, int column) const {
    out(plane, row, column) = in(plane - 1, row, column) + in(plane, row - 1, column) + in(plane, row, column - 1) +
                              in(plane, row, column + 1) + in(plane, row + 1, column) + in(plane + 1, row, column) -
                              6 * in(plane, row, column);
  }
};

/// Each element is doubled, in two or four dimensions.
template <class In, class Out>
struct doubled {
  In in;
  Out out;
  template <class... Index>
  ALLOTYPE_FN void operator()(Index... index) const {
    out(index...) = 2 * in(index...);
  }
};

/// How often each value stands there, their largest, and their sum in 64 bits: all by atomic operations.
template <class In, class Out, class Sum>
struct histogram {
  In in;
  Out bins, largest;
  Sum sum;
  ALLOTYPE_FN void operator()(int i) const {
    int const value = in(i);
    allotype::atomic(bins(value)).fetch_add(1);
    allotype::atomic(largest(0)).fetch_max(value);
    allotype::atomic(sum(0)).fetch_add(value, allotype::memory_order::release);
  }
};

/// The sum of each block's elements, in the block's shared memory.
template <class In, class Out>
struct block_sum {
  In in;
  Out sums;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto* const parts = block.template shared<typename Out::element_type>();
    block.each_thread([&](int thread) { parts[thread] = in(block.index() * block.threads() + thread); });
    for (int half = block.threads() / 2; half > 0; half /= 2) {
      block.each_thread([&](int thread) {
        if (thread < half) parts[thread] += parts[thread + half];
      });
    }
    block.each_thread_at_end([&](int thread) {
      if (thread == 0) sums(block.index()) = parts[0];
    });
  }
};
