// SPDX-License-Identifier: BSL-1.0
// The code of doc/how_to_code.md does what the page says.
#include "how_to_code.md.hpp"

#include <cstdio>

namespace {

using numbers = std::vector<float>;

template <class T, class A>
std::vector<T> read(at::queue<A>& on, at::buffer<T, A> const& from) {
  std::vector<T> result(static_cast<std::size_t>(from.size()));
  at::copy(on, from, result);
  return result;
}

bool loops_are_right(at::queue<at::cpu>& on) {
  at::buffer<float, at::cpu> three{on, numbers{3, -1, 2}}, kept{on, at::extents{3}};
  bool right = sum(on, three) == 4 && smallest_of(on, three) == 1 && positive(on, three, kept) == 2;
  scale(on, three, 2);
  right = right && read(on, three) == numbers{6, -2, 4};

  float const from[6] = {1, 2, 3, 4, 5, 6};
  float to[6];
  transpose<at::cpu>(on, {from, {2, 3}}, {to, {3, 2}});
  right = right && to[0] == 1 && to[1] == 4 && to[4] == 3 && to[5] == 6;

  at::buffer<int, at::cpu> const sizes{on, std::vector<int>{3, 1, 2}};
  at::buffer<long long, at::cpu> begins{on, at::extents{3}};
  starts(on, sizes, begins);
  right = right && read(on, begins) == std::vector<long long>{0, 3, 4};

  at::buffer<int, at::cpu> indices{on, std::vector<int>{0, 1, 2}};
  by_distance(on, three, indices);
  right = right && read(on, indices) == std::vector<int>{1, 2, 0};

  int const values[4] = {1, 0, 1, 1};
  int bins[2] = {0, 0};
  count_into<at::cpu>(on, {values, {4}}, {bins, {2}});
  return right && bins[0] == 1 && bins[1] == 3;
}

}  // namespace

int main() {
  at::queue<at::cpu> on;
  bool right = loops_are_right(on) && threads_for<at::A100>() == 108 * 2048 && threads_for<at::cpu>() == 2048;
  float drawn[2] = {-1, -1};
  draw<at::cpu>(on, {drawn, {2}}, 7);
  right = right && drawn[0] >= 0 && drawn[0] < 1 && drawn[0] != drawn[1];
  clear(on, drawn, 2);
  right = right && drawn[0] == 0 && drawn[1] == 0 && doubled(on, {1, 2}) == numbers{2, 4};
  right = right && work(numbers{1, 2}).value() == numbers{2, 4};
  run_on(on);
  print_memory("A100 2g.10gb");
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
