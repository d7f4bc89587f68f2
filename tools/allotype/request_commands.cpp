// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/pools/agreement.hpp>
#include <cstdio>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "catalogue.hpp"
#include "cluster_word.hpp"
#include "commands.hpp"
#include "data_file.hpp"
#include "drawings.hpp"
#include "library/catalogue.hpp"
#include "library/pools.hpp"
#include "library/quoting.hpp"
#include "library/texts.hpp"
#include "output.hpp"
#include "pages.hpp"
#include "terminal.hpp"

namespace program {

namespace {

namespace at = allotype;
using library::named_pool;
using nlohmann::ordered_json;

[[noreturn]] void refuse(std::string const& text) { throw at::input_error(at::message<2000>{} << text.c_str()); }

/// \throws input_error for what is not on one GPU together
void ask_for_one_gpu(library::request_items& wanted) {
  if (wanted.alternatives) refuse("--of-one-gpu and --or exclude each other: ask twice");
  wanted.one_device = true;
  if (wanted.first().maker != at::vendor::nvidia) return;
  std::vector<std::string> partitions;
  for (auto const& each : wanted.all) {
    if (!each.what->is_partition() || std::string{each.what->device} != wanted.first().device)
      refuse("--of-one-gpu is for partitions of one device, as A100 3g.20gb --and \"A100 2g.10gb\"");
    if (!each.what->is_compute_instance())
      partitions.insert(partitions.end(), static_cast<std::size_t>(each.count), each.what->partition);
  }
  static_cast<void>(library::layout_of(wanted.first().device, partitions));  // throws if they do not fit
}

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
  if (asked.of_one_gpu) ask_for_one_gpu(wanted);
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
    for (unit each : {unit{"Gi", 1ULL << 30}, unit{"GiB", 1ULL << 30}, unit{"Mi", 1ULL << 20}, unit{"MiB", 1ULL << 20},
                      unit{"Ki", 1ULL << 10}, unit{"KiB", 1ULL << 10}, unit{"G", 1000000000}, unit{"GB", 1000000000},
                      unit{"M", 1000000}, unit{"MB", 1000000}}) {
      if (rest == each.name) return at::bytes{static_cast<unsigned long long>(read.value) * each.size};
    }
  }
  refuse("--" + name + " " + text + ": valid is a number and a unit, as 8Gi, 512Mi or 4G");
}

/// Of a cluster's file the pool that is named, or the first that can be asked.
named_pool& pool_of_cluster(std::vector<named_pool>& pools, cluster_word const& word,
                            library::request_items const& wanted, at::request_options const& options,
                            at::work const& work) {
  if (!word.pool.empty()) return pool_of(pools, word);
  std::string reasons;
  for (named_pool& each : pools) {
    std::string why = library::lack_in_words(each, wanted, options.nodes);
    if (why.empty()) why = each.system->request(wanted, &each.content, options, work).refused;
    if (why.empty()) return each;
    reasons += (reasons.empty() ? " " : "; ") + each.name + ": " + why;
  }
  refuse("no pool of " + word.file + " can be asked for it:" + reasons);
}

named_pool pool_of_system(std::string const& name) {
  named_pool made;
  made.name = made.system_name = name;
  made.system = library::make_system(name);
  return made;
}

// ---- a program's tasks: what `PROGRAM list --json` prints, or a file of the same form ------------------------------

struct task_of_file {
  std::string name;
  library::request_items wanted;
  at::request_options options;
  int replicas = 1;
};

std::vector<task_of_file> read_tasks(std::string const& file) {
  library::file_value const content = read_data_file(file);
  library::file_place const at(file, content);
  if (at.kind() != library::value_kind::array)
    at.refuse("is no array of tasks; valid is what a program of tasks prints with \"list --json\"");
  std::vector<task_of_file> tasks;
  for (library::file_place const& unnamed : at.elements("tasks")) {
    std::string const number = "task " + std::to_string(tasks.size() + 1);
    unnamed.called(number).only(library::members_of_task);
    task_of_file task;
    task.name = unnamed.called(number).member("name").text();
    library::file_place const here = unnamed.called(number + " " + library::in_error(task.name));
    if (library::terminal_text(task.name) != task.name)
      here.member("name").refuse("has characters that are not shown: control characters, ends of lines");
    if (here.has("limits")) {
      library::file_place const limits = here.member("limits");
      limits.only(library::members_of_limits);
      task.options.count = limits.number_of(library::members_of_limits, "gpus", 1);
      task.options.cpus = limits.number_of(library::members_of_limits, "cpus", 0);
      for (char const* const name : {"memory", "ephemeral_storage"}) {
        if (!limits.has(name)) continue;
        auto const bytes = library::read_number(library::text_range(limits.member(name).word()), library::max_bytes);
        if (limits.member(name).kind() != library::value_kind::number || !bytes)
          limits.member(name).refuse(std::string{"\""} + name + "\" must be a number of bytes");
        (*name == 'm' ? task.options.memory : task.options.ephemeral_storage) = at::bytes{bytes.value};
      }
    } else {
      task.options.count = 1;
    }
    task.replicas = here.number_of(library::members_of_task, "replicas", 1);
    library::file_place const accelerators = here.member("accelerators");
    for (library::file_place const& each : accelerators.elements("names, as [\"A100 2g.10gb\"]")) {
      std::string const name = each.text();
      at::accelerator_data const* what = nullptr;
      try {
        what = find(name).what;
      } catch (at::input_error const& why) {
        each.refuse(why.what());
      }
      if (what->maker != at::vendor::none && !task.wanted.add(*what, task.options.count))
        each.refuse("a task has at most 9 accelerators");
    }
    if (accelerators.elements("names").empty())
      accelerators.refuse("\"accelerators\" must be an array with at least one name");
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
  if (json) print_line(document);
}

}  // namespace

namespace {

/// For a person to read: the manifest alone is on standard output.
void remark(std::string const& text) {
  std::fprintf(stderr, "allotype: a remark: %s\n", library::terminal_text(text).c_str());
}

/// What other pools of the file have that the request would be met by. \return whether there is something
bool remark_on_pools(named_pool const& on, std::vector<named_pool> const& all, library::request_items const& wanted,
                     at::request_options const& options) {
  std::string names;
  auto const found = on.system->also_met(wanted, on.content, options, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (found[i].what != nullptr) library::add_to_list(names, std::string{found[i].what->name} + " of " + all[i].name);
  }
  if (!names.empty()) remark("the request would also be met by " + names);
  return !names.empty();
}

/// What else the request would be met by, on nodes that the system has anywhere.
void remark_on(named_pool const& on, library::request_items const& wanted, at::request_options const& options) {
  constexpr std::size_t most = 6;
  std::vector<std::string> const others = on.system->also_met_anywhere(wanted, options);
  if (others.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < others.size() && i < most; ++i) library::add_to_list(names, others[i]);
  if (others.size() > most) names += " and " + std::to_string(others.size() - most) + " more";
  remark("in a cluster that has them, the request would also be met by " + names);
}

}  // namespace

void request(std::string const& of, asked_accelerators asked, std::vector<std::string> const& settings,
             work_options const& work, bool json) {
  if (work.image.empty()) refuse("--image is empty: valid is the image of a container, as example/task:1");
  asked.options.memory = amount("memory", work.memory);
  asked.options.ephemeral_storage = amount("ephemeral-storage", work.ephemeral_storage);
  if (of == "all") {
    if (!settings.empty()) refuse("--set is for one system, and \"all\" stands for each");
    if (work.script) refuse("--script is for one system, and \"all\" stands for each");
    return request_of_every_system(request_items_of(asked), asked.options, {work.name, work.image, work.command}, json);
  }
  library::request_items const wanted = request_items_of(asked);
  at::work const asks_for{work.name, work.image, work.command};
  auto const file = cluster_of(of);
  std::vector<named_pool> pools;
  if (file)
    pools = read_pools({file->file});
  else
    pools.push_back(pool_of_system(of));
  named_pool& on = file ? pool_of_cluster(pools, *file, wanted, asked.options, asks_for) : pools[0];
  std::set<std::string> set;
  for (std::string const& each : settings) {
    auto const sign = each.find('=');
    if (sign == each.npos) refuse("--set " + each + ": valid is NAME=VALUE");
    std::string const name = each.substr(0, sign);
    if (name != "type" && !set.insert(name).second) refuse("--set " + name + " is given twice");
    on.system->set(name, each.substr(sign + 1));
  }
  bool const described = !on.content.on_a_node.empty();
  if (std::string const lacks = described ? library::lack_in_words(on, wanted, asked.options.nodes) : "";
      !lacks.empty())
    refuse("pool " + on.name + " " + lacks);
  library::printed_request const printed =
      on.system->request(wanted, described ? &on.content : nullptr, asked.options, asks_for);
  if (!printed.refused.empty()) {
    refuse(std::string{find(asked.device, asked.partition).what->name} + " from " + on.name + ": " + printed.refused);
  }
  if (!described || !remark_on_pools(on, pools, wanted, asked.options)) remark_on(on, wanted, asked.options);
  if (!printed.unlabelled.empty())
    remark(
        "nodes that lack a label are taken for whole and unshared, as the labels are there only where something "
        "writes them: " +
        printed.unlabelled);
  if (json) return print(to_json(printed.part) + "\n");
  if (printed.manifests.empty()) return print(work.script ? printed.script : printed.text + "\n");
  bool first = true;
  for (at::document const& each : printed.manifests) {
    print((first ? "" : "---\n") + to_yaml(each));
    first = false;
  }
}

void print_schema(bool of_tasks) {
  print(ordered_json::parse(to_json(of_tasks ? library::schema_of_tasks() : library::schema_of_cluster())));
}

void cluster(std::string const& file, bool json) {
  ordered_json document = ordered_json::array();
  for (named_pool const& each : read_pools({file})) {
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

/// What each pool answers to a task.
struct answers_to_task {
  unsigned long long pools = 0;     ///< that serve it, a bit each
  bool alternatives_apart = false;  ///< one of them is asked for one alternative
  std::string served{}, lacks{};
  ordered_json reasons = ordered_json::object();
  std::string others{};  ///< devices that its request would take, too
  ordered_json also_met = ordered_json::array();
};
answers_to_task ask_pools(std::vector<named_pool> const& pools, task_of_file const& task) {
  answers_to_task to;
  for (std::size_t p = 0; p < pools.size() && !task.wanted.all.empty(); ++p) {
    std::string why = library::lack_in_words(pools[p], task.wanted, 1);
    if (why.empty()) why = pools[p].system->refusal_of(task.wanted, pools[p].content, task.options);
    if (why.empty()) {
      to.pools |= 1ull << p;
      to.alternatives_apart |= pools[p].system->asked_for_one(task.wanted, pools[p].content, task.options);
      library::add_to_list(to.served, pools[p].name);
    } else {
      to.lacks += "  " + pools[p].name + ": " + why + "\n";
      to.reasons[pools[p].name] = why;
    }
  }
  for (std::size_t p = 0; p < pools.size(); ++p) {
    if ((to.pools >> p & 1u) == 0) continue;
    auto const found = pools[p].system->also_met(task.wanted, pools[p].content, task.options, pools);
    for (std::size_t other = 0; other < pools.size(); ++other) {
      if (found[other].what == nullptr) continue;
      char const* const device = found[other].what->name;
      to.others +=
          "  its request to " + pools[p].name + " would also be met by " + device + " of " + pools[other].name + "\n";
      to.also_met.push_back({{"pool", pools[p].name}, {"device", device}, {"of", pools[other].name}});
    }
  }
  return to;
}

/// Tasks that ask pools for the same have the same words: no pool answers by the cores and the memory of the host.
std::string words_of(task_of_file const& task) {
  std::string words;
  for (library::request_item const& each : task.wanted.all)
    words += std::string{each.what->name} + "*" + std::to_string(each.count) + (task.wanted.alternatives ? "|" : "&");
  return words;
}

/// What a yes stands for: where each task has its place.
class shown_placement {
 public:
  shown_placement(std::vector<named_pool> const& pools, library::placement_list const& placed) : pools_(pools) {
    for (library::placed_runs const& each : placed) of_alike_[each.demand].push_back(each);
  }

  /// Tasks that are alike share their places in order. \param alike the position of the first of them
  void add(task_of_file const& task, int alike) {
    std::deque<library::placed_runs>& places = of_alike_.at(alike);
    if (places.empty()) return;
    auto const& pool = pools_[static_cast<std::size_t>(places.front().pool)].content;
    nodes_of_a_run_ = library::nodes_of_a_run(pool, task.wanted.all[0]);
    for (long long left = task.replicas * nodes_of_a_run_; left > 0;) {
      library::placed_runs taken = places.front(), part = taken, rest = taken;
      places.pop_front();
      taken.nodes = left < taken.on_a_node ? 1 : std::min(taken.nodes, left / taken.on_a_node);
      taken.on_a_node = std::min(taken.on_a_node, left);
      rest.first_node += taken.nodes;
      rest.nodes -= taken.nodes;
      if (rest.nodes > 0) places.push_front(rest);
      part.nodes = 1;
      part.on_a_node -= taken.on_a_node;
      if (part.on_a_node > 0) places.push_front(part);
      left -= taken.runs();
      show(task, taken);
    }
  }
  std::string const& text() const { return text_; }
  ordered_json const& list() const { return list_; }

 private:
  void show(task_of_file const& task, library::placed_runs const& runs) {
    named_pool const& pool = pools_[static_cast<std::size_t>(runs.pool)];
    long long const machines = pool.content.machines();
    long long const first = runs.first_node * machines + 1, last = (runs.first_node + runs.nodes) * machines;
    char const* const what = task.wanted.all[runs.choice].what->name;
    list_.push_back({{"task", task.name},
                     {"pool", pool.name},
                     {"first_node", first},
                     {"last_node", last},
                     {"runs", runs.runs() / nodes_of_a_run_},
                     {"accelerator", what}});
    text_ += "  " + task.name + ": " + pool.name + ", " + (first == last ? "node " : "nodes ") + std::to_string(first);
    if (first != last) text_ += " to " + std::to_string(last);
    if (task.wanted.alternatives) text_ += std::string{", on "} + what;
    if (runs.on_a_node > 1)
      text_ += ", " + std::to_string(runs.on_a_node) + (runs.nodes > 1 ? " runs on each" : " runs");
    text_ += "\n";
  }

  std::vector<named_pool> const& pools_;
  std::map<int, std::deque<library::placed_runs>> of_alike_{};
  int nodes_of_a_run_ = 1;  ///< of the task that is added
  std::string text_{};
  ordered_json list_ = ordered_json::array();
};

/// Layouts whose partitions, if the pool's driver makes them on demand, some order of arrival strands.
void add_orders_on_demand(std::string& text, ordered_json& list, named_pool const& pool) {
  if (pool.system_name.rfind("dra", 0) != 0) return;
  for (library::named_gpus const& gpu : pool.gpus) {
    std::vector<std::string> profiles;
    for (at::placement const& each : gpu.layout.placements) profiles.emplace_back(each.profile);
    if (profiles.empty()) continue;
    at::planned_arrivals const arrivals = at::plan_arrivals(library::layout_of(gpu.what->name, profiles));
    if (arrivals.safe) continue;
    std::string strands, first;
    for (char const* each : arrivals.stranding) library::add_to_list(strands, each);
    for (char const* each : arrivals.first) library::add_to_list(first, each);
    text += "  " + pool.name + ": create the layout of " + gpu.what->name + " beforehand. Where the driver makes " +
            "partitions on demand, " + strands + " in this order strand the last" +
            (first.empty() ? "" : "; start " + first + " first") + "\n";
    list.push_back(
        {{"pool", pool.name}, {"device", gpu.what->name}, {"strands", arrivals.stranding}, {"first", arrivals.first}});
  }
}

bool check(std::string const& cluster_file, std::string const& tasks_file, std::optional<std::string> const& page,
           bool json) {
  bool const in_text = !json && !(page && on_standard_output(*page));
  std::vector<named_pool> const pools = read_pools({cluster_file});
  std::vector<task_of_file> const tasks = read_tasks(tasks_file);
  if (pools.size() > library::max_pools) {
    refuse(cluster_file + ": it has " + std::to_string(pools.size()) + " pools; valid are at most " +
           std::to_string(library::max_pools));
  }
  ordered_json document = {{"tasks", ordered_json::array()}};
  bool all = true, selects_only = true;
  std::vector<library::demand> demands;
  std::vector<task_of_file const*> demanding;
  std::vector<library::pool_content const*> contents;
  for (named_pool const& each : pools) contents.push_back(&each.content);
  // What is asked for again gets the same answer, which is found once.
  std::map<std::string, answers_to_task> known;
  for (task_of_file const& task : tasks) {
    auto const [found, is_new] = known.try_emplace(words_of(task));
    answers_to_task& answers = found->second;
    if (is_new) answers = ask_pools(pools, task);
    bool const needs_nothing = task.wanted.all.empty();
    all = all && (needs_nothing || answers.pools != 0);
    selects_only = selects_only && answers.others.empty();
    if (json || page) {
      document["tasks"].push_back({{"name", task.name},
                                   {"served", needs_nothing || answers.pools != 0},
                                   {"lacks", answers.reasons},
                                   {"also_met_by", answers.also_met}});
    }
    if (in_text) {
      std::string const name = styled(style::heading, task.name + ":");
      print(fitted(needs_nothing ? name + " needs no accelerator\n"
                   : answers.pools != 0
                       ? name + " served by " + answers.served + "\n"
                       : name + " " + styled(style::problem, "no pool serves it") + "\n" + answers.lacks,
                   4));
      print(fitted(answers.others, 4));
    }
    if (needs_nothing) continue;
    demands.push_back({task.wanted, task.replicas, answers.pools, answers.alternatives_apart});
    demanding.push_back(&task);
  }
  using answer = library::places::answer;
  library::places places(contents.data(), static_cast<int>(contents.size()), demands.data(),
                         static_cast<int>(demands.size()));
  library::placement_list placed;
  answer const places_are = all ? places.find(&placed) : answer::do_not;
  bool const together = places_are == answer::fit;
  document["together"] = together;
  document["search_cut_off"] = places_are == answer::undecided;
  if (together) {
    library::arrival const order = places.find_order();
    shown_placement placement(pools, placed);
    std::vector<std::vector<char const*>> alike(demands.size());
    for (std::size_t i = 0; i < demands.size(); ++i) {
      int const first = places.first_alike(static_cast<int>(i));
      placement.add(*demanding[i], first);
      alike[static_cast<std::size_t>(first)].push_back(demanding[i]->name.c_str());
    }
    document["any_order"] = order == library::arrival::any_order;
    document["order"] = ordered_json::array();
    for (int i = 0; i < places.order_size() && order == library::arrival::this_order; ++i) {
      for (char const* name : alike[static_cast<std::size_t>(places.order(i))]) {
        document["order"].push_back(name);
      }
    }
    document["placement"] = placement.list();
    document["on_demand"] = ordered_json::array();
    std::string on_demand;
    for (named_pool const& each : pools) add_orders_on_demand(on_demand, document["on_demand"], each);
    if (in_text) {
      bool const on_other_nodes = order == library::arrival::any_order || order == library::arrival::this_order;
      print(fitted(together_in_words(document) + (on_other_nodes ? "; for example:\n" : ":\n"), 2));
      print(fitted(placement.text(), 4));
      print(fitted(on_demand, 4));
    }
  } else if (in_text && all) {
    print(styled(style::problem, together_in_words(document)) + "\n");
  }
  if (json) print(document);
  if (page) write_drawing(*page, check_page(pools, document));
  return together && selects_only;
}

}  // namespace program
