// SPDX-License-Identifier: BSL-1.0
#include <allotype/cluster/pools/agreement.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catalogue.hpp"
#include "commands.hpp"
#include "library/pools.hpp"
#include "library/texts.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace program {

namespace {

namespace at = allotype;
using library::named_pool;
using library::read_cluster;
using nlohmann::ordered_json;

[[noreturn]] void refuse(std::string const& text) { throw at::input_error(at::message<2000>{} << text.c_str()); }

/// One name, or several between commas: together, or the first of them that there is.
library::request_items request_items_of(asked_accelerators const& asked) {
  library::request_items wanted;
  wanted.alternatives = !asked.or_else.empty();
  if (wanted.alternatives && !asked.together_with.empty()) refuse("--and and --or exclude each other: ask twice");
  auto const add = [&](catalogue_entry const& entry) {
    if (!wanted.add(*entry.what, asked.options.count)) refuse("a request is for at most 9 kinds of accelerators");
  };
  add(find(asked.device, asked.partition));
  for (std::string const& each : asked.together_with) add(find(each));
  for (std::string const& each : asked.or_else) add(find(each));
  return wanted;
}

/// 8Gi, 512Mi, 4G.
at::bytes amount(std::string const& name, std::string const& text) {
  struct unit {
    char const* name;
    unsigned long long size;
  };
  if (text.empty()) return {};
  auto const read = library::read_digits(library::text_range(text), 1000000000);
  if (read) {
    std::string const rest = text.substr(static_cast<std::size_t>(read.count));
    for (unit each : {unit{"Gi", 1ULL << 30}, unit{"Mi", 1ULL << 20}, unit{"Ki", 1ULL << 10}, unit{"G", 1000000000},
                      unit{"M", 1000000}}) {
      if (rest == each.name) return at::bytes{static_cast<unsigned long long>(read.value) * each.size};
    }
  }
  refuse("--" + name + " " + text + ": valid is a number and a unit, as 8Gi, 512Mi or 4G");
}

/// SYSTEM, or FILE:POOL of a cluster's file.
named_pool pool_of_text(std::string const& text) {
  auto const sign = text.rfind(':');
  if (sign == text.npos) {
    named_pool made;
    made.name = made.system_name = text;
    made.system = library::make_system(text);
    return made;
  }
  std::string names;
  for (named_pool& each : read_cluster(text.substr(0, sign))) {
    if (each.name == text.substr(sign + 1)) return std::move(each);
    library::add_to_list(names, each.name);
  }
  refuse(text.substr(0, sign) + ": there is no pool \"" + text.substr(sign + 1) + "\"; there are " + names);
}

std::string lack_in_words(at::lack lack) {
  switch (lack) {
    case at::lack::nothing:
      return "";
    case at::lack::device:
      return "has no such device";
    case at::lack::partition:
      return "has the device, and no part of it that is partitioned so";
    case at::lack::count:
      return "each node has fewer";
    case at::lack::nodes:
      return "has fewer nodes";
    case at::lack::request:
      return "its system cannot be asked for it";
  }
  return "";
}

// ---- a program's tasks: what `PROGRAM list --json` prints, or a file of the same form ------------------------------

struct task_of_file {
  std::string name;
  library::request_items wanted;
  at::request_options options;
  int replicas = 1;
};

std::vector<task_of_file> read_tasks(std::string const& file) {
  std::ifstream in(file);
  std::stringstream text;
  if (!in || !(text << in.rdbuf())) refuse(file + ": cannot be read");
  ordered_json from;
  try {
    from = ordered_json::parse(text.str());
  } catch (ordered_json::exception const& error) {
    refuse(file + ": " + error.what() + "; valid is what a program of tasks prints with \"list --json\"");
  }
  if (!from.is_array()) {
    refuse(file + ": is no array of tasks; valid is what a program of tasks prints with \"list --json\"");
  }
  std::vector<task_of_file> tasks;
  for (ordered_json const& each : from) {
    std::string const at = file + " task " + std::to_string(tasks.size() + 1);
    if (!each.is_object() || !each.contains("name") || !each["name"].is_string()) refuse(at + ": \"name\" is missing");
    if (!each.contains("accelerators") || !each["accelerators"].is_array() || each["accelerators"].empty()) {
      refuse(at + ": \"accelerators\" must be an array with at least one name");
    }
    task_of_file task;
    task.name = each["name"].get<std::string>();
    auto const number = [&](ordered_json const& of, char const* name, int otherwise) {
      if (!of.contains(name)) return otherwise;
      if (!of[name].is_number_integer() || of[name] < 1 || of[name] > 1000000)
        refuse(at + ": \"" + name + "\" must be a number from 1");
      return of[name].get<int>();
    };
    ordered_json const limits =
        each.contains("limits") && each["limits"].is_object() ? each["limits"] : ordered_json::object();
    task.options.count = number(limits, "gpus", 1);
    task.options.cpus = limits.contains("cpus") ? number(limits, "cpus", 1) : 0;
    task.replicas = number(each, "replicas", 1);
    for (ordered_json const& name : each["accelerators"]) {
      if (!name.is_string()) refuse(at + ": \"accelerators\" must be texts");
      auto const* const what = find(name.get<std::string>()).what;
      if (what->maker != at::vendor::none && !task.wanted.add(*what, task.options.count))
        refuse(at + ": at most 9 accelerators");
    }
    task.wanted.alternatives = task.wanted.all.size() > 1;
    tasks.push_back(task);
  }
  return tasks;
}

/// Each system in turn, with the settings that it begins with.
void request_of_every_system(library::request_items const& wanted, at::request_options const& options,
                             at::work const& asks_for, bool json) {
  ordered_json document = ordered_json::array();
  for (std::string const& name : library::system_names()) {
    library::printed_request const printed = library::make_system(name)->request(wanted, nullptr, options, asks_for);
    ordered_json one = {{"system", name}};
    std::string text = name + "\n";
    if (!printed.refused.empty()) {
      one["refused"] = printed.refused;
      text += "  refused: " + printed.refused + "\n";
    } else {
      std::string const part = to_json(printed.part);
      one["part"] = ordered_json::parse(part);
      std::stringstream lines(printed.text.empty() ? part : printed.text);
      for (std::string line; std::getline(lines, line);) text += "  " + line + "\n";
    }
    document.push_back(one);
    if (!json) print(text);
  }
  if (json) print(document.dump() + "\n");
}

}  // namespace

void request(std::string const& of, asked_accelerators asked, std::vector<std::string> const& settings,
             work_options const& work, bool json) {
  asked.options.memory = amount("memory", work.memory);
  asked.options.ephemeral_storage = amount("ephemeral-storage", work.ephemeral_storage);
  if (of == "all") {
    if (!settings.empty()) refuse("--set is for one system, and \"all\" stands for each");
    if (work.script) refuse("--script is for one system, and \"all\" stands for each");
    return request_of_every_system(request_items_of(asked), asked.options, {work.name, work.image, work.command}, json);
  }
  named_pool on = pool_of_text(of);
  for (std::string const& each : settings) {
    auto const sign = each.find('=');
    if (sign == each.npos) refuse("--set " + each + ": valid is NAME=VALUE");
    on.system->set(each.substr(0, sign), each.substr(sign + 1));
  }
  bool const described = !on.content.on_a_node.empty();
  library::printed_request const printed = on.system->request(
      request_items_of(asked), described ? &on.content : nullptr, asked.options, {work.name, work.image, work.command});
  if (!printed.refused.empty()) {
    refuse(std::string{find(asked.device, asked.partition).what->name} + " from " + on.name + ": " + printed.refused);
  }
  if (json) return print(to_json(printed.part) + "\n");
  if (printed.manifests.empty()) return print(work.script ? printed.script : printed.text + "\n");
  bool first = true;
  for (at::document const& each : printed.manifests) {
    print((first ? "" : "---\n") + to_yaml(each));
    first = false;
  }
}

void cluster(std::string const& file, bool json) {
  ordered_json document = ordered_json::array();
  for (named_pool const& each : read_cluster(file)) {
    ordered_json content = ordered_json::object();
    std::string text = each.name + ": " + each.system_name + ", " + std::to_string(each.content.nodes) +
                       (each.content.nodes == 1 ? " node with\n" : " nodes, each with\n");
    for (auto const& kind : each.content.on_a_node) {
      content[kind.what->name] = kind.count;
      text += "  " + std::to_string(kind.count) + " x " + kind.what->name + "\n";
    }
    document.push_back(
        {{"name", each.name}, {"system", each.system_name}, {"nodes", each.content.nodes}, {"node", content}});
    if (!json) print(text);
  }
  if (json) print(document);
}

bool check(std::string const& cluster_file, std::string const& tasks_file, bool json) {
  std::vector<named_pool> const pools = read_cluster(cluster_file);
  std::vector<task_of_file> const tasks = read_tasks(tasks_file);
  if (pools.size() > library::max_pools) {
    refuse(cluster_file + ": it has " + std::to_string(pools.size()) + " pools; valid are at most " +
           std::to_string(library::max_pools));
  }
  ordered_json document = {{"tasks", ordered_json::array()}};
  bool all = true, selects_only = true;
  std::vector<library::demand> demands;
  std::vector<library::pool_content const*> contents;
  for (named_pool const& each : pools) contents.push_back(&each.content);
  for (task_of_file const& task : tasks) {
    library::demand demand{task.wanted, task.replicas, 0};
    std::string served, lacks;
    ordered_json reasons = ordered_json::object();
    for (std::size_t p = 0; p < pools.size(); ++p) {
      std::string why = lack_in_words(library::lack_of(pools[p].content, task.wanted, 1));
      if (why.empty()) why = pools[p].system->request(task.wanted, &pools[p].content, task.options, {}).refused;
      if (why.empty()) {
        demand.pools |= 1ull << p;
        library::add_to_list(served, pools[p].name);
      } else {
        lacks += "  " + pools[p].name + ": " + why + "\n";
        reasons[pools[p].name] = why;
      }
    }
    bool const needs_nothing = task.wanted.all.empty();
    all = all && (needs_nothing || !served.empty());
    std::string others;
    ordered_json also_met = ordered_json::array();
    for (std::size_t p = 0; p < pools.size(); ++p) {
      if ((demand.pools >> p & 1u) == 0) continue;
      for (named_pool const& other : pools) {
        auto const found = pools[p].system->also_met(task.wanted, pools[p].content, task.options, *other.system,
                                                     other.content.on_a_node);
        if (found.what == nullptr) continue;
        others += "  its request to " + pools[p].name + " would also be met by " + found.what->name + " of " +
                  other.name + "\n";
        also_met.push_back({{"pool", pools[p].name}, {"device", found.what->name}, {"of", other.name}});
      }
    }
    selects_only = selects_only && others.empty();
    document["tasks"].push_back({{"name", task.name},
                                 {"served", needs_nothing || !served.empty()},
                                 {"lacks", reasons},
                                 {"also_met_by", also_met}});
    if (!json) {
      std::string const name = styled(style::heading, task.name + ":");
      print(fitted(needs_nothing     ? name + " needs no accelerator\n"
                   : !served.empty() ? name + " served by " + served + "\n"
                                     : name + " " + styled(style::problem, "no pool serves it") + "\n" + lacks,
                   4));
      print(fitted(others, 4));
    }
    if (!needs_nothing) demands.push_back(demand);
  }
  bool const together = all && library::places(contents.data(), static_cast<int>(contents.size()), demands.data(),
                                               static_cast<int>(demands.size()))
                                   .suffice();
  document["together"] = together;
  if (json) {
    print(document);
  } else if (all) {
    print(together ? "all run at the same time\n"
                   : styled(style::problem, "they do not fit on the cluster at the same time") + "\n");
  }
  return together && selects_only;
}

}  // namespace program
