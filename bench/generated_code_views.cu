// SPDX-License-Identifier: BSL-1.0
/// \file
/// A column of a view, and a view from its last element on, and by hand. Compiled for one architecture.
#include <allotype/view_adaptors.hpp>

#include "generated_code_gpu.hpp"

namespace at = allotype;

namespace views {

using line = at::view<float, 1, gpu>;
using plane = at::view<float const, 2, gpu>;

struct turn_column {
  at::reversed_view<at::column_view<plane>> from;
  line to;
  ALLOTYPE_FN void operator()(int i) const { to(i) = from(i); }
};
void turn(at::queue<gpu>& on, plane const& from, int column, line const& to) {
  at::for_each(on, to.extents, turn_column{at::reversed(at::column(from, column)), to});
}

}  // namespace views

namespace by_hand {

__global__ void turn_column(float const* from, int rows, int columns, int column, float* to, int count) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) to[i] = from[(rows - 1 - i) * columns + column];
}

}  // namespace by_hand
