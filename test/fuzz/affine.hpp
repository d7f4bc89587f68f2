// SPDX-License-Identifier: BSL-1.0
/// \file
/// An operation whose order matters, for scans: it is associative and not commutative.
#pragma once

#include <allotype/core/mode.hpp>

namespace fuzz {

/// `x` becomes `factor * x + summand`, modulo 2^32.
struct affine {
  unsigned factor, summand;
  friend bool operator==(affine const&, affine const&) = default;
};
struct one_after_another {
  ALLOTYPE_FN affine operator()(affine const& first, affine const& then) const {
    return {first.factor * then.factor, first.summand * then.factor + then.summand};
  }
};

}  // namespace fuzz
