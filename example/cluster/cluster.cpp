// SPDX-License-Identifier: BSL-1.0
/// \file
/// Shows what each system is asked for by four services, what its administrator sets up, and that the two agree.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "../whole_file.hpp"
#include "html_page.hpp"
#include "lab.hpp"

namespace example {

namespace {

// [agreement]
static_assert(at::check_serves<lab, decltype(transcode_video), decltype(read_pictures), decltype(find_documents),
                               decltype(group_points)>);
template <class Cluster, class... Task>
constexpr bool all_run(at::list<Task...>) {
  return at::serves_together<Cluster, Task...>;
}
// Two GPUs on three nodes, and one GPU on two: eight of each service, not nine.
static_assert(all_run<lab>(of_each<8>{}) && !all_run<lab>(of_each<9>{}));
// [agreement]

/// A task's requests: a manifest of the services' pool, a script of the batch pool.
template <class Task>
shown_task show(Task const& task) {
  at::work const work{.name = task.name(), .image = "registry.example/services:1", .command = {task.name()}};
  at::work labelled = work;
  for (char& c : labelled.name) c = c == ' ' ? '-' : c;
  return {task.name(),
          at::name_of<at::type_at<0, at::alternatives_of<typename Task::wanted>>>,
          {{"services", to_yaml(at::kubernetes::pod(at::request<services, Task>(), labelled))},
           {"batch", at::slurm::script(at::request<batch, Task>(), labelled)}}};
}

template <class Pool>
shown_pool show(char const* system) {
  shown_pool shown{Pool::name, system, Pool::content.nodes, {}, {}};
  for (auto const& each : Pool::content.on_a_node)
    shown.on_a_node.push_back(std::to_string(each.count) + " x " + each.what->name);
  for (at::setup_step const& each : at::provision<Pool>()) shown.steps.push_back({each.what, each.text});
  return shown;
}

void print(shown_lab const& lab) {
  for (shown_pool const& pool : lab.pools) {
    std::printf("pool %s: %s, nodes: %d, each with", pool.name.c_str(), pool.system.c_str(), pool.nodes);
    for (std::string const& each : pool.on_a_node)
      std::printf("%s %s", &each == &pool.on_a_node[0] ? "" : ",", each.c_str());
    std::printf("\n");
    for (shown_text const& step : pool.steps) std::printf("\n# %s\n%s", step.title.c_str(), step.text.c_str());
    std::printf("\n");
  }
  for (shown_task const& task : lab.tasks) {
    std::printf("task %s: %s\n", task.name.c_str(), task.accelerator.c_str());
    for (shown_text const& request : task.requests)
      std::printf("\n# pool %s\n%s", request.title.c_str(), request.text.c_str());
    std::printf("\n");
  }
  for (std::string const& each : lab.agreement) std::printf("%s\n", each.c_str());
  if (!lab.mistake.empty())
    std::printf("\na mistake, and what the compiler says:\n\n%s\n%s", lab.mistake.c_str(), lab.error.c_str());
}

}  // namespace
}  // namespace example

int main(int count, char** arguments) {
  using namespace example;
  CLI::App app{"What four services ask of a cluster, what its administrator sets up, and that the two agree.",
               "cluster"};
  std::string html, mistake, error;
  app.add_option("--html", html, "write it as a page to this file, instead of printing it");
  app.add_option("--mistake", mistake, "a program that does not compile, to show");
  app.add_option("--error", error, "a file with what the compiler says to it")->needs("--mistake");
  try {
    app.parse(count, arguments);
    shown_lab lab;
    lab.pools = {show<services>("Kubernetes, strategy mixed"), show<batch>("Slurm")};
    lab.tasks = {show(transcode_video), show(read_pictures), show(find_documents), show(group_points)};
    lab.agreement = {"Each service finds a pool that has its partition: compared while compiling.",
                     "8 of each service run at the same time on the cluster, and 9 do not: counted while compiling."};
    if (!mistake.empty()) lab.mistake = read_whole(mistake);
    if (!error.empty()) lab.error = read_whole(error);
    if (html.empty()) {
      print(lab);
    } else {
      write_whole(html, page_of(lab));
      std::printf("wrote %s\n", html.c_str());
    }
  } catch (CLI::ParseError const& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  } catch (std::exception const& problem) {
    std::fprintf(stderr, "cluster: %s\n", problem.what());
    return 1;
  }
  return 0;
}
