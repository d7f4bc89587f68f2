// SPDX-License-Identifier: BSL-1.0
// The code of doc/views.md does what the page says.
#include "views.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  at::buffer<float, at::cpu> in{on, std::vector<float>{1, 2, 3, 4, 5, 6}}, out{on, at::extents{6}};
  transpose(on, in, out, 2, 3);
  auto const found = out.view(on, at::extents{3, 2});
  bool right = found(0, 0) == 1 && found(0, 1) == 4 && found(2, 0) == 3 && found.data()[5] == 6;
  at::for_each(on, at::extents{6}, set_to_zero<at::view<float, 1, at::cpu>>{{out.data(), {6}}});
  right = right && found(2, 1) == 0;
  static_assert(std::is_const_v<decltype(std::as_const(in).view(on))::element_type>);
  static_assert(std::is_same_v<decltype(in.view(on)), at::view<float, 1, at::cpu>>);

  at::buffer<float, at::cpu> picture{on, std::vector<float>{1, 2, 3, 4, 5, 6}};
  clear_edge(on, picture, 2, 3);
  std::vector<float> cleared(6);
  at::copy(on, picture, cleared);
  right = right && cleared == std::vector<float>{0, 0, 3, 0, 0, 6};
  at::buffer<float, at::cpu> sums{on, at::extents{2}};
  sum_rows<at::cpu>(on, in.view(on, at::extents{1, 2, 3}), sums.view(on));
  right = right && sums.view(on)(0) == 6 && sums.view(on)(1) == 15;
  at::buffer<double, at::cpu> matrix{on, std::vector<double>{1, 2, 3, 4}};
  add_to_diagonal(on, matrix, 2, 10);
  right = right && matrix.view(on)(0) == 11 && matrix.view(on)(1) == 2 && matrix.view(on)(3) == 14;

  at::buffer<float, at::cpu> upwards{on, at::extents{2}};
  column_upwards(on, in, at::extents{2, 3}, 1, upwards);
  right = right && upwards.view(on)(0) == 5 && upwards.view(on)(1) == 2 && sum_on_the_host(on, upwards) == 7;
  right = right && sum_of_every_third(on, in) == 1 + 4;

  // A view of a buffer that was moved stays valid.
  auto const before = in.view(on);
  at::buffer<float, at::cpu> const moved = std::move(in);
  right = right && before.elements == moved.data() && before(5) == 6;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
