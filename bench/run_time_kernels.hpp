// SPDX-License-Identifier: BSL-1.0
/// \file
/// The kernels as a user of the library writes them, and what enters them. Included by a file without OpenMP and by one
/// with it: the same source runs on either backend.
#pragma once

#include <allotype/allotype.hpp>

#include "kernels.hpp"
#include "run_time.hpp"

namespace {

namespace at = allotype;

struct touch_each {
  ALLOTYPE_FN void operator()(int i) const { touch(i); }
};

/// The mean of the four neighbours, on views that begin at the first inner point.
template <class In, class Out>
struct five_point {
  Out a;
  In b;
  ALLOTYPE_FN void operator()(int row, int column) const {
    a(row, column) = 0.25 * (b(row - 1, column) + b(row + 1, column) + b(row, column - 1) + b(row, column + 1));
  }
};

using in = at::view<double const, 1, at::cpu, long long>;
using out = at::view<double, 1, at::cpu, long long>;
using picture_in = at::view<double const, 2, at::cpu>;
using picture_out = at::view<double, 2, at::cpu>;

inline void enter_allotype(std::string const& backend) {
  static at::queue<at::cpu> on;
  enter("empty " + backend, nearly_empty, "allotype", nothing_to_check,
        [](problem& p) { at::for_each(on, at::extents{static_cast<int>(p.size)}, touch_each{}); });
  for (long long const size : sizes) {
    enter("triad " + backend, size, "allotype", triad_is_right, [](problem& p) {
      at::extents const over{p.size};
      at::for_each(on, over, triad<in, out>{{p.a, over}, {p.b, over}, {p.c, over}, triad_factor});
    });
    enter("dot " + backend, size, "allotype", dot_is_right, [](problem& p) {
      at::extents const over{p.size};
      p.sum = at::reduce(on, over, 0.0, at::plus{}, product<in>{{p.b, over}, {p.c, over}});
    });
    enter("reassociated dot " + backend, size, "allotype", dot_is_right, [](problem& p) {
      at::extents const over{p.size};
      p.sum = at::reduce(on, over, 0.0, at::reassociated{at::plus{}}, product<in>{{p.b, over}, {p.c, over}});
    });
    enter("stencil " + backend, size, "allotype", stencil_is_right, [](problem& p) {
      at::extents const whole{p.rows, p.columns};
      int const first_inner = p.columns + 1;
      at::for_each(on, at::extents{p.rows - 2, p.columns - 2},
                   five_point<picture_in, picture_out>{{p.a + first_inner, whole}, {p.b + first_inner, whole}});
    });
  }
}

}  // namespace
