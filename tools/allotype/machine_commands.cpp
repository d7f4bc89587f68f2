// SPDX-License-Identifier: BSL-1.0
#include <allotype/machine/probe.hpp>
#include <allotype/parallel/statistics/statistics.hpp>
#include <allotype/parallel/statistics/statistics_json.hpp>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>
#include "library/statistics.hpp"
#include "machine_json.hpp"

#include "commands.hpp"
#include "output.hpp"
#include "terminal.hpp"
#include "this_machine.hpp"

namespace program {

namespace {

namespace at = allotype;
using nlohmann::ordered_json;

/// Somebody may be watching.
void print_now(std::string const& text) {
  print(text);
  std::fflush(stdout);
}
/// `A100 2g.10gb`, or why there is no type.
std::string type_of(at::found_device const& device) {
  std::string const& board = device.board->type;
  if (board.empty()) return "not in the catalogue";
  return device.type().empty() ? "a partition of " + board + " that is not in the catalogue" : device.type();
}

std::string line_of(at::found_device const& device, std::string const& masks) {
  std::string line = at::to_string(device.uuid()) + "  " + device.name() + "  " + type_of(device) + "  " +
                     in_mebibytes(device.memory());
  if (!device.visible()) line += "  (whether it is visible cannot be told)";
  // A board in MIG mode is seen by its slices; where there are none, no mask is the reason.
  bool const nothing_to_see = device.slice == nullptr && device.board->partitioned() && device.board->slices.empty();
  if (device.visible() && !*device.visible() && !nothing_to_see) {
    line += "  " + styled(style::quiet, "(hidden by " + (masks.empty() ? std::string{"CUDA"} : masks) + ")");
  }
  if (!device.complete()) {
    line += std::string{"  "} + to_string(device.complete().why()).text() + ": " + device.complete().text();
  }
  return line + "\n";
}

}  // namespace

void probe(double time_limit_in_seconds, bool json) {
  at::probe_options options;
  options.time_limit = std::chrono::nanoseconds(static_cast<long long>(time_limit_in_seconds * 1e9));
  at::machine const here = probed(options);
  if (json) return print(here);
  std::string text = styled(style::heading, "cpu") + "     " + in_words(here.host_processor) + "\n";
  auto const& nvidia = here.nvidia;
  text += styled(style::heading, "nvidia") + "  ";
  if (!nvidia.complete) {
    text += std::string{to_string(nvidia.complete.why()).text()} + ": " + nvidia.complete.text() + "\n";
  } else {
    text += "driver " + nvidia.driver_version + ", CUDA " + nvidia.cuda_version_text() + ", " +
            std::to_string(nvidia.boards.size()) + (nvidia.boards.size() == 1 ? " board\n" : " boards\n");
  }
  for (auto const& board : nvidia.boards) {
    text += "  " + line_of(board, nvidia.masks);
    if (board.partitioned()) text += board.slices.empty() ? "    MIG mode is on, and no slice is there\n" : "";
    for (auto const& slice : board.slices) text += "    " + line_of({board, slice}, nvidia.masks);
  }
  for (auto const& other : here.others)
    text += styled(style::heading, "other") + "   " + other.name + ": " + other.usable.text() + "\n";
  print_now(fitted(text, 8));
}

namespace {

template <class Statistics>
std::string lines_of(Statistics const& now) {
  std::string text;
  library::for_each_field<Statistics>([&](char const* field, auto get) {
    auto const& value = get(now);
    if (!value) return;
    using quantity = std::remove_cvref_t<decltype(*value)>;
    text +=
        std::string{"  "} + field + " " + library::number_text(*value) + " " + library::measure<quantity>::unit + "\n";
  });
  return text;
}

}  // namespace

void stats(double seconds_between, int times, bool json) {
  at::machine const here = probed();
  auto const devices = here.devices();
  for (int sample = 0; times == 0 || sample < times; ++sample) {
    if (sample > 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds_between));
    at::processor_statistics const processor = at::statistics_of(at::cpu{});
    ordered_json document = {{"processor", processor}, {"devices", ordered_json::array()}};
    std::string text = styled(style::heading, "cpu") + "\n" + lines_of(processor);
    for (at::found_device const& device : devices) {
      ordered_json one = {{"uuid", at::to_string(device.uuid())}, {"name", device.name()}};
      text += styled(style::heading, at::to_string(device.uuid())) + " " + device.name() + "\n";
      try {
        at::gpu_statistics const now = at::statistics_of(device);
        one["statistics"] = now;
        text += lines_of(now);
      } catch (at::gpu_statistics::error const& problem) {
        one["problem"] = problem.why();
        text += std::string{"  "} + to_string(problem.why().why()).text() + ": " + problem.what() + "\n";
      }
      document["devices"].push_back(one);
    }
    if (!here.nvidia.complete) {
      document["problem"] = here.nvidia.complete;
      text += styled(style::heading, "nvidia") + "\n  " + to_string(here.nvidia.complete.why()).text() + ": " +
              here.nvidia.complete.text() + "\n";
    }
    if (json) print_line(document);
    print_now(json ? "" : fitted(text, 4) + (times == 1 ? "" : "\n"));
  }
}

}  // namespace program
