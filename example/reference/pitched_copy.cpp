// SPDX-License-Identifier: BSL-1.0
// A backend of one's own that tells what it copies, and from where to where.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct told : at::serial {};
struct board : at::device<board> {
  static constexpr char name[] = "acme-board";
  using backend = told;
};
inline void copy_lines(told, at::host_state& state, at::pitched_copy const& block, at::direction which) {
  char const* const where = which == at::direction::to_device     ? "to the device"
                            : which == at::direction::from_device ? "from the device"
                                                                  : "on the device";
  std::printf("%s: %lld lines of %zu bytes\n", where, block.lines, block.bytes);
  copy_lines(at::serial{}, state, block, which);
}

int main() {
  at::queue<board> on;
  at::buffer numbers{on, std::vector<int>{1, 2, 3, 4, 5, 6}};
  auto const plane = numbers.view(on, at::extents{2, 3});
  std::vector<int> right(4);
  at::copy(on, plane.part(at::box{{0, 2}, {1, 3}}), right);
  std::printf("%d %d, %d %d\n", right[0], right[1], right[2], right[3]);
}
