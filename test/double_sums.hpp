// SPDX-License-Identifier: BSL-1.0
/// \file
/// A precision policy of a program's own, with the members that the page on precision lists and no others.
#pragma once

#include <allotype/parallel/executor/precision.hpp>

namespace acme {

struct double_sums {
  using storage = float;
  using compute = float;
  using backward = float;
  using accumulate = double;
  static constexpr allotype::precision_kind kind = allotype::precision_kind::fp32_true;
  static constexpr char name[] = "32-true, sums in 64";
};

}  // namespace acme
