// SPDX-License-Identifier: BSL-1.0
/// \file
/// The third service: finds the document that is nearest to each query. Documents and queries go through one layer of
/// neurons; what comes out is compared, all with all. An inference server with much memory, for an
/// index of millions of documents; the one here has thousands.
#pragma once

#include <allotype/allotype.hpp>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace example {

namespace at = allotype;
using namespace at::literals;

struct searcher {
  static constexpr char name[] = "searcher";
  using needs = at::needs<at::memory<18_GiB>, at::sm_count<40>, at::copy_engines<2>>;
};

/// Rows of numbers.
struct matrix {
  int rows = 0;
  int columns = 0;
  std::vector<float> elements;
};

/// Numbers from -1 to 1.
inline matrix random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  matrix made{rows, columns, std::vector<float>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns))};
  for (float& element : made.elements) element = static_cast<float>(random() % 20001) / 10000 - 1;
  return made;
}

/// Row by row: query i is document 7 i (counted round and round), and noise.
inline matrix queries_like(matrix const& documents, int count, float noise, unsigned seed) {
  matrix queries = random_matrix(count, documents.columns, seed);
  for (int query = 0; query < count; ++query) {
    for (int column = 0; column < documents.columns; ++column) {
      auto const at = [&](int row) { return static_cast<std::size_t>(row * documents.columns + column); };
      float& element = queries.elements[at(query)];
      element = documents.elements[at(7 * query % documents.rows)] + noise * element;
    }
  }
  return queries;
}

/// An element of the product of a matrix and the transpose of another. Index: row and column.
template <class In, class Other, class Out>
struct product {
  In a;
  Other b;
  Out out;

  ALLOTYPE_FN void operator()(int row, int column) const {
    float sum = 0;
    for (int i = 0; i < a.extents[1]; ++i) sum += a(row, i) * b(column, i);
    out(row, column) = sum;
  }
};

/// Neurons: what is negative becomes 0, and the row gets a norm of 1. Index: the row.
template <class Rows>
struct activate {
  Rows rows;

  ALLOTYPE_FN void operator()(int row) const {
    float squares = 0;
    for (int i = 0; i < rows.extents[1]; ++i) {
      float const value = rows(row, i) > 0 ? rows(row, i) : 0.f;
      rows(row, i) = value;
      squares += value * value;
    }
    float const scale = squares > 0 ? 1 / std::sqrt(squares) : 0.f;
    for (int i = 0; i < rows.extents[1]; ++i) rows(row, i) *= scale;
  }
};

/// Where a row is greatest. Index: the row.
template <class Scores, class Out>
struct greatest {
  Scores scores;
  Out out;

  ALLOTYPE_FN void operator()(int row) const {
    int best = 0;
    for (int i = 1; i < scores.extents[1]; ++i) {
      if (scores(row, i) > scores(row, best)) best = i;
    }
    out(row) = best;
  }
};

/// What the layer makes of each row.
template <at::accelerator A>
at::buffer<float, A> neurons(at::queue<A>& on, matrix const& rows, matrix const& weights) {
  at::extents const over{rows.rows, weights.rows};
  at::buffer<float, A> const in{on, rows.elements}, layer{on, weights.elements};
  at::buffer<float, A> out{on, at::extents{over.size()}};
  at::for_each(on, over,
               product{in.view(on, at::extents{rows.rows, rows.columns}),
                       layer.view(on, at::extents{weights.rows, weights.columns}), out.view(on, over)});
  at::for_each(on, at::extents{rows.rows}, activate{out.view(on, over)});
  return out;
}

/// The number of the nearest document, for each query. The layer has a row of weights for each neuron.
template <at::accelerator A>
std::vector<int> search(at::queue<A>& on, matrix const& documents, matrix const& weights, matrix const& queries) {
  auto const index = neurons(on, documents, weights), asked = neurons(on, queries, weights);
  at::extents const over{queries.rows, documents.rows};
  at::buffer<float, A> scores{on, at::extents{over.size()}};
  at::buffer<int, A> nearest{on, at::extents{queries.rows}};
  at::for_each(on, over,
               product{asked.view(on, at::extents{queries.rows, weights.rows}),
                       index.view(on, at::extents{documents.rows, weights.rows}), scores.view(on, over)});
  at::for_each(on, at::extents{queries.rows},
               greatest{std::as_const(scores).view(on, over), nearest.view(on, at::extents{queries.rows})});
  std::vector<int> found(static_cast<std::size_t>(queries.rows));
  at::copy(on, nearest, found);
  return found;
}

}  // namespace example
