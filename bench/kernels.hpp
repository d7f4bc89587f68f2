// SPDX-License-Identifier: BSL-1.0
/// \file
/// The kernels that are measured and counted, as a user of the library writes them.
#pragma once

#include <allotype/dispatch/for_each.hpp>

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

/// One element's part of a dot product.
template <class In>
struct product {
  In b, c;
  ALLOTYPE_FN double operator()(long long i) const { return b(i) * c(i); }
};
