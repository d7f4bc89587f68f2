// SPDX-License-Identifier: BSL-1.0
// A backend of one's own: a tag, and what differs from the CPU's.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct threads : at::serial {};
struct board : at::device<board> {
  static constexpr char name[] = "acme-board";
  using backend = threads;
};
struct state_of_board : at::host_state {
  int device;
};
inline at::opened<state_of_board> open_queue(threads, at::device_request const& asked) {
  if (asked.index < 2) return state_of_board{{}, asked.index};
  return at::answer("there are two boards");
}
inline at::fixed_text<240> describe_queue(threads, state_of_board const& state) {
  return at::fixed_text<240>{} << "board " << state.device;
}
static_assert(at::backend_for<threads, board>);

int main() {
  at::queue<board> on{1};
  std::printf("%s\n%s\n", to_string(on).text(), at::queue<board>::open(2).reason().text());
}
