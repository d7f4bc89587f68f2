// SPDX-License-Identifier: BSL-1.0
#include <allotype/core/error.hpp>
#include <allotype/version.hpp>
#include <utility>
#include <vector>

#include "catalogue.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "terminal.hpp"
#include "this_machine.hpp"

namespace program {

namespace {

namespace at = allotype;

/// A command, and what it is for.
using suggestion = std::pair<std::string, std::string>;

std::string described(at::found_device const& device) {
  std::string text = device.name();
  if (!device.type().empty() && device.slice == nullptr) text += " (" + device.type() + ")";
  text += ", " + in_mebibytes(device.memory());
  if (device.slice == nullptr && device.board->partitioned()) {
    text += device.board->slices.empty() ? ", in MIG mode, without a slice" : ", in MIG mode";
  }
  return text;
}

/// Two partitions that the board has room for at the same time, the first as large as that allows; none where its
/// places are not published.
std::vector<std::string> two_partitions_of(std::string const& device) {
  at::mig_board const* const board = find(device).what->board;
  if (board == nullptr) return {};
  for (int row = board->row_count - 1; row >= 0; --row) {
    std::string const first = board->rows[row].profile;
    try {
      auto const room = layout_of(device, {first}).could_add;
      if (!room.empty()) return {first, room.back()};
    } catch (at::error const&) {
      return {};
    }
  }
  return {};
}

std::vector<suggestion> suggestions_for(at::machine const& here) {
  suggestion const watch{"stats", "memory, use and power of these devices"};
  std::string board;
  for (at::found_device const& device : here.devices()) {
    // `A100 2g.10gb`; not a part of it, as `A100 1c.2g.10gb`
    std::string const& type = device.type();
    if (device.slice != nullptr && !type.empty() && type.find("c.") == type.npos) {
      return {watch,
              {"show " + type, "what this partition has, with sources"},
              {"request kubernetes-mixed " + type, "what asks Kubernetes for one like it"}};
    }
  }
  for (auto const& each : here.nvidia.boards) {
    if (board.empty()) board = each.type;
  }
  if (board.empty()) {
    return {{"list", "all devices and their partitions"},
            {"plan A100 3g.20gb 2g.10gb", "where these two lie on one GPU"},
            {"request slurm A100 2g.10gb", "what asks Slurm for one"}};
  }
  std::vector<std::string> const two = two_partitions_of(board);
  suggestion const known =
      two.empty() ? suggestion{"show " + board, "what this GPU has, with sources"}
                  : suggestion{"plan " + board + " " + two[0] + " " + two[1], "where two partitions lie on it"};
  return {watch, known, {"request kubernetes-mixed " + board, "what asks Kubernetes for one like it"}};
}

}  // namespace

void first_screen() {
  at::probe_options options;
  options.time_limit = std::chrono::seconds(2);
  at::machine const here = probed(options);
  std::string text = "allotype " ALLOTYPE_VERSION_TEXT ": accelerators and their partitions\n\n" +
                     styled(style::heading, "This machine") + "\n";
  text += "  " + in_words(here.host_processor) + "\n";
  for (auto const& board : here.nvidia.boards) {
    text += "  " + described(board) + "\n";
    for (auto const& slice : board.slices) text += "    " + described({board, slice}) + "\n";
  }
  if (!here.nvidia.complete) text += std::string{"  NVIDIA GPUs: "} + here.nvidia.complete.text() + "\n";
  text += "\n" + styled(style::heading, "Try") + "\n";
  for (auto const& [command, purpose] : suggestions_for(here)) {
    text += "  " + styled(style::place, "allotype " + command) + "\n      " + purpose + "\n";
  }
  text += "\n" + styled(style::heading, "Help") +
          "\n  allotype --help lists the commands, allotype COMMAND --help explains one, man allotype has all.\n";
  text = fitted(text, 6);
  print(text);
}

}  // namespace program
