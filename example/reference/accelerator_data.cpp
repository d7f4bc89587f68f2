// SPDX-License-Identifier: BSL-1.0
// What a backend of one's own is told about the accelerator that it opens.
// Shows: accelerator_family, vendor
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct boards : at::serial {};
struct acme_board : at::device<acme_board> {
  static constexpr char name[] = "acme-board";
  static constexpr at::accelerator_family family = at::accelerator_family::custom;  // to the rules of strategies
  using backend = boards;
};
inline at::opened<at::host_state> open_queue(boards, at::device_request const& asked) {
  at::accelerator_data const& wanted = asked;
  std::printf("%s, custom: %d, made by a vendor that is known: %d, part of a device: %d\n", wanted.name,
              wanted.family == at::accelerator_family::custom, wanted.maker != at::vendor::other,
              wanted.is_partition());
  return at::host_state{1, asked.name};
}

int main() { at::queue<acme_board> const on; }
