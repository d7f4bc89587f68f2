// SPDX-License-Identifier: BSL-1.0
#include <allotype/cluster/fleet/fleet.hpp>
#include <istream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unordered_map>

#include "catalogue.hpp"
#include "cluster_word.hpp"
#include "commands.hpp"
#include "library/files.hpp"
#include "library/layouts.hpp"
#include "library/pools.hpp"
#include "library/quoting.hpp"
#include "library/texts.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace program {

namespace {

namespace at = allotype;
using nlohmann::ordered_json;
using demand = at::planned_fleet::demand;
using supply = at::planned_fleet::supply;

/// `A100`, `A100:16`, `A100:4=3g.20gb,2g.10gb`.
supply supply_of_text(std::string const& text) {
  std::string const counted = text.substr(0, text.find('='));
  std::string const device = counted.substr(0, counted.find(':'));
  supply gpus{find(device).what, supply::as_many_as_needed, counted.size() < text.size(), {}};
  if (counted.size() > device.size()) {
    auto const count =
        library::read_number(library::text_range(counted).from(static_cast<int>(device.size()) + 1), 1000000000);
    if (!count) {
      throw at::input_error(at::message<2000>{} << "\"" << text.c_str()
                                                << "\" does not say how many: write A100:16, or "
                                                << "A100:4=3g.20gb,2g.10gb for four that are laid out so");
    }
    gpus.count = static_cast<long long>(count.value);
  }
  if (!gpus.laid_out) return gpus;
  if (counted.size() == device.size()) {
    throw at::input_error(at::message<2000>{} << "\"" << text.c_str()
                                              << "\": say how many GPUs are laid out so, as A100:4=...");
  }
  std::vector<std::string> names;
  library::text_range const list(text);
  for (library::comma_separated each{list.from(static_cast<int>(counted.size()) + 1)}; !each.done(); each.next()) {
    names.push_back(each.element().trimmed().as<std::string>());
  }
  if (names != std::vector<std::string>{"unpartitioned"}) gpus.instances = layout_of(device, names).placements;
  return gpus;
}

/// The GPUs of a cluster's file, as they are set up.
void add_cluster(std::vector<supply>& to, std::string const& file) {
  for (library::named_pool const& pool : read_pools({file})) {
    for (library::named_gpus const& each : pool.gpus) {
      if (each.what->is_partition()) continue;  // a TPU slice: no task of a fleet asks for one
      to.push_back({each.what, static_cast<long long>(each.count) * pool.content.nodes, true, each.layout.placements});
    }
  }
}

struct named_tasks {
  std::vector<std::string> names{};
  std::vector<demand> tasks{};
};

/// A task a line: its name, the device, and the partition, which is left out for the whole device.
/// \param others how many GPUs there are of devices that the fleet does not have
named_tasks tasks_of(std::istream& lines, std::vector<supply>& fleet, long long others) {
  named_tasks read;
  std::unordered_map<std::string, demand> known;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (std::string const shown = library::terminal_text(line); shown != line && line.find('\t') == line.npos) {
      throw at::input_error(at::message<2000>{} << "line " << number << ": " << library::in_error(line).c_str()
                                                << " has characters that are not shown; valid is UTF-8 without control "
                                                   "characters");
    }
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name, device, partition, more;
    if (!(words >> name)) continue;
    words >> device >> partition;
    if (device.empty() || words >> more) {
      throw at::input_error(at::message<2000>{}
                            << "line " << number << ": \"" << line.c_str()
                            << "\" is no task: write its name, a device and a partition, as render-1 A100 2g.10gb");
    }
    auto [task, is_new] = known.try_emplace(std::string{device}.append(" ").append(partition));
    if (is_new) {
      at::accelerator_data const& what = *find(device, partition).what;
      std::string const own = what.name;
      bool const whole = own == what.device || own == std::string{what.device} + " unpartitioned";
      task->second = {what.device, whole ? "" : what.name + std::string{what.device}.size() + 1};
      bool const is_instance =
          whole || (what.board != nullptr && library::find_row(*what.board, task->second.profile) >= 0);
      if (!is_instance) {
        throw at::input_error(at::message<2000>{} << "line " << number << ": " << own.c_str()
                                                  << " is neither a MIG instance nor a whole device");
      }
      bool has_gpus = false;
      for (supply const& each : fleet) has_gpus = has_gpus || std::string{each.device->device} == task->second.device;
      if (!has_gpus) fleet.push_back({&what, others});
    }
    read.names.push_back(name);
    read.tasks.push_back(task->second);
  }
  return read;
}

std::string in_words(at::planned_fleet::layout const& layout) {
  std::string text;
  for (at::placement const& each : layout.instances)
    text += " " + std::string{each.profile} + "@" + std::to_string(each.start);
  return text.empty() ? " unpartitioned" : text;
}

}  // namespace

void plan_fleet(std::string const& file, std::vector<std::string> const& gpus, std::string const& cluster, bool json) {
  std::vector<supply> fleet;
  if (!cluster.empty()) add_cluster(fleet, cluster);
  for (std::string const& each : gpus) fleet.push_back(supply_of_text(each));
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  std::istringstream lines(library::read_file(file, most_bytes));
  named_tasks const read = [&] {
    try {
      return tasks_of(lines, fleet, cluster.empty() ? supply::as_many_as_needed : 0);
    } catch (at::input_error const& why) {
      throw at::input_error(at::message<2000>{} << (file == "-" ? "standard input" : file.c_str()) << ": "
                                                << why.what());
    }
  }();
  at::planned_fleet const plan = [&] {
    progress const shown("places " + std::to_string(read.tasks.size()) + " tasks");
    return at::plan_fleet(fleet, read.tasks);
  }();
  if (json) {
    ordered_json layouts = ordered_json::array();
    for (auto const& each : plan.layouts) {
      ordered_json instances = ordered_json::array();
      for (auto const& it : each.instances) instances.push_back({{"profile", it.profile}, {"start", it.start}});
      layouts.push_back({{"device", each.device},
                         {"gpus", each.gpus},
                         {"first", each.first},
                         {"laid_out_beforehand", each.laid_out_beforehand},
                         {"instances", instances}});
    }
    ordered_json tasks = ordered_json::array();
    for (std::size_t t = 0; t < read.names.size(); ++t) {
      auto const& place = plan.tasks[t];
      ordered_json one = {{"task", read.names[t]}};
      one["gpu"] = place.gpu < 0 ? ordered_json{} : ordered_json(place.gpu);
      one["start"] = place.gpu < 0 ? ordered_json{} : ordered_json(place.start);
      tasks.push_back(one);
    }
    return print_line(ordered_json{{"gpus", plan.gpus},
                                   {"at_least", plan.at_least},
                                   {"left_over", plan.left_over.size()},
                                   {"layouts", layouts},
                                   {"tasks", tasks}});
  }
  for (auto const& each : plan.layouts) {
    print(fitted(std::to_string(each.gpus) + " x " + each.device + in_words(each) +
                     (each.laid_out_beforehand ? "  (as it is)" : "") + "\n",
                 4));
  }
  auto const print_labelled = [](char const* label, std::string const& text) {
    print(fitted(styled(style::heading, label) + "   " + text + "\n", 8));
  };
  print_labelled("tasks",
                 std::to_string(read.names.size()) + ", " + std::to_string(plan.left_over.size()) + " left over");
  print_labelled("GPUs ", std::to_string(plan.gpus) + " to lay out; at least " + std::to_string(plan.at_least) +
                              " are needed" + (plan.gpus == plan.at_least ? ", so this is the fewest" : ""));
  for (std::size_t i = 0; i < plan.left_over.size() && i < 5; ++i) {
    std::size_t const t = plan.left_over[i];
    print_labelled("left ", read.names[t] + ": " + read.tasks[t].device + " " +
                                (*read.tasks[t].profile == '\0' ? "unpartitioned" : read.tasks[t].profile));
  }
}

}  // namespace program
