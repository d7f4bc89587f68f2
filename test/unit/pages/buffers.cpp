// SPDX-License-Identifier: BSL-1.0
// The code of doc/buffers.md does what the page says.
#include "buffers.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  std::vector<float> const numbers{1, 2, 3};
  bool right = two_and_ones(on, numbers) == numbers;

  at::buffer<float, at::cpu> of_nothing{on, at::extents{0}};
  at::buffer<float, at::cpu> from{on, numbers};
  at::buffer<float, at::cpu> const to = std::move(from);
  right = right && of_nothing.size() == 0 && from.size() == 0 && to.size() == 3;
  right = right && to.view(on)(2) == 3 && to.view(on, at::extents{3, 1})(1, 0) == 2;
  static_assert(std::is_const_v<decltype(to.view(on))::element_type>);

  at::buffer field{on, std::vector<float>{0, 1, 2, 3, 4, 5}};
  right = right && exchange_rows(on, field, 3, 2) == std::vector<float>{1, 3, 3} && field.view(on)(4) == 2;

  auto const is_size_error = [](auto const& call) {
    try {
      call();
    } catch (at::size_error const&) {
      return true;
    }
    return false;
  };
  std::vector<float> longer(4);
  right = right && is_size_error([&] { at::copy(on, to, longer); });
  right = right && is_size_error([&] { (void)to.view(on, at::extents{2, 2}); });
  right = right && is_size_error([&] { at::buffer<float, at::cpu>{on, at::extents{-1}}; });
  right = right && is_size_error([&] { at::buffer<float, at::cpu>{on, at::extents{1ll << 62}}; });
  right = right && reinterpret_cast<unsigned long long>(to.data()) % 64 == 0;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
