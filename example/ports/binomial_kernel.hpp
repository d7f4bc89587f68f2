// SPDX-License-Identifier: BSL-1.0
/// \file
/// The price of a European call by the binomial tree of Cox, Ross and Rubinstein: an option a block. The tree's last
/// level has `steps + 1` values; each level before it has one fewer.
#pragma once

#include <allotype/block_ranges.hpp>

#include <cmath>

namespace at = allotype;

/// An option and its market. Rates and volatility are those of a year.
struct option {
  double price, strike, years, rate, volatility;
};

template <int Steps, class A>
struct binomial_tree {
  static constexpr int room = (Steps + 8) / 8 * 8;  // of a level: so the next one begins on a line of a CPU's cache
  static constexpr at::bytes shared_memory{2 * room * sizeof(double)};
  at::view<option const, 1, A> options;
  at::view<double, 1, A> values;

  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    option const of = options(block.index());
    double const step = of.years / Steps, up = of.volatility * std::sqrt(step), growth = std::exp(of.rate * step);
    double const chance = (growth - std::exp(-up)) / (std::exp(up) - std::exp(-up));
    double const risen = chance / growth, fallen = (1 - chance) / growth;

    double* now = block.template shared<double>();
    double* before = now + room;
    block.for_each(Steps + 1, [&](int i) {
      double const gain = of.price * std::exp(up * (2 * i - Steps)) - of.strike;
      now[i] = gain > 0 ? gain : 0;
    });
    for (int nodes = Steps; nodes > 0; --nodes) {
      block.for_each(nodes, [&](int i) { before[i] = risen * now[i + 1] + fallen * now[i]; });
      double* const other = now;
      now = before, before = other;
    }
    block.single_nowait([&] { values(block.index()) = now[0]; });
  }
};
