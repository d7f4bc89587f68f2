// SPDX-License-Identifier: BSL-1.0
// A task on each of several devices, of which one fails.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

struct boards : at::serial {};
struct state_of_board : at::host_state {
  int board = 0;
};
struct board : at::device<board> {
  static constexpr char name[] = "acme-board";
  using backend = boards;
  static at::devices_present devices_here() { return {"board", 3}; }
};
inline at::opened<state_of_board> open_queue(boards, at::device_request const& asked) {
  return state_of_board{{1, asked.name}, asked.index};
}
inline at::fixed_text<240> describe_queue(boards, state_of_board const& state) {
  return at::fixed_text<240>{} << "board " << state.board;
}
constexpr auto checked = at::task<board>("checked", [](auto& on) {
  if (on.state().board == 1) throw at::error("too hot");
});

int main() {
  try {
    checked.on_each(at::choose(checked, {.devices = "all"}));
  } catch (at::task_error const& error) {
    std::printf("%s\nthe first is device %d\n", error.what(), error.device());
  }
}
