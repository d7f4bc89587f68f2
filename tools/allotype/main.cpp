// SPDX-License-Identifier: BSL-1.0
// allotype: the catalogue, layouts, and this machine on the command line; allotype --help says more.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <allotype/core/error.hpp>
#include <allotype/version.hpp>
#include <cstdio>

#include "commands.hpp"
#include "library/quoting.hpp"
#include "library/texts.hpp"
#include "manual_page.hpp"
#include "output.hpp"
#include "run_command.hpp"
#include "shell_completion.hpp"
#include "terminal.hpp"

namespace {

/// The one of the words that is spelt most like `asked`; empty where none is near.
std::string nearest_of(std::vector<std::string> const& words, std::string const& asked) {
  program::library::nearest_names<std::string> found(asked, static_cast<int>(asked.size()));
  for (std::string const& word : words) found.offer(word, word);
  return found.best();
}

/// Whatever was echoed of the input is shown, and is no command to the terminal.
void complain(std::string const& what) {
  std::fprintf(stderr, "%s%s\n", program::complaint().c_str(), program::library::terminal_text(what).c_str());
}

int refuse(std::string const& what, std::vector<std::string> const& words, std::string const& asked) {
  std::string const nearest = nearest_of(words, asked);
  complain(what + (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  std::fputs("allotype --help lists what there is\n", stderr);
  return 2;
}

std::vector<std::string> option_names(CLI::App const& app) {
  std::vector<std::string> names;
  for (CLI::Option const* option : app.get_options()) {
    for (std::string const& name : option->get_lnames()) names.push_back("--" + name);
    for (std::string const& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

/// The first argument that looks like an option and is none of those known; empty where there is none.
std::string first_unknown(int count, char** arguments, std::vector<std::string> const& known) {
  for (int i = 1; i < count; ++i) {
    std::string const asked = arguments[i];
    std::string const name = asked.substr(0, asked.find('='));
    if (asked.rfind('-', 0) == 0 && std::find(known.begin(), known.end(), name) == known.end()) return name;
  }
  return "";
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    if (!program::library::is_utf8(arguments[i]))
      return refuse(std::string{"the argument "} + program::library::in_error(arguments[i]) + " is not UTF-8", {}, "");
  }
  CLI::App app{"Accelerators and their partitions: what there is, what fits together, and what this machine has.",
               "allotype"};
  app.set_version_flag("--version", ALLOTYPE_VERSION_TEXT);
  app.footer(
      "A device is named as the library, Flyte, NVIDIA's drivers or Slurm name it: A100, nvidia-tesla-a100,\n"
      "NVIDIA A100-SXM4-40GB. A partition is one that the device offers, as 2g.10gb, or unpartitioned, the whole "
      "device.\n"
      "Without a command, the program shows what is on this machine, and three commands to try there.");
  app.require_subcommand(0, 1);
  app.fallthrough();
  bool json = false;
  app.add_flag("--json", json, "print JSON");
  app.add_option_function<std::string>("--color", &program::choose_colours,
                                       "auto: on terminals, unless NO_COLOR is set; always; never")
      ->check(CLI::IsMember({"auto", "always", "never"}));

  std::string device;
  std::string partition;
  std::vector<std::string> partitions;
  bool names_only = false;
  double time_limit = 5;
  double every = 0;
  int times = 0;

  CLI::App* const list = app.add_subcommand("list", "devices of the catalogue, or the partitions of one");
  list->add_option("device", device, "as A100, nvidia-tesla-a100 or NVIDIA A100-SXM4-40GB")->type_name("DEVICE");
  list->add_flag("--names", names_only, "print only names, one in each line");
  list->callback([&] { program::list(device, names_only, json); });

  CLI::App* const show = app.add_subcommand("show", "published facts of a device or a partition, with sources");
  show->add_option("device", device, "as A100")->type_name("DEVICE")->required();
  show->add_option("partition", partition, "as 2g.10gb, or unpartitioned")->type_name("PARTITION");
  show->footer("A fact that is missing is not published.");
  show->callback([&] { program::show(device, partition, json); });

  CLI::App* const plan = app.add_subcommand("plan", "places of MIG instances on a GPU, their order, and what is left");
  std::string fleet;
  std::vector<std::string> fleet_gpus;
  CLI::Option* const plan_device = plan->add_option("device", device, "as A100")->type_name("DEVICE");
  plan->add_option("partitions", partitions, "as 3g.20gb, or 3g.20gb@4 to start at memory slice 4")
      ->type_name("INSTANCE");
  CLI::Option* const fleet_file =
      plan->add_option(
              "--fleet", fleet,
              "a file of many tasks to pack, one a line: NAME DEVICE PARTITION; without a partition a task gets "
              "the whole device; - is standard input")
          ->type_name("FILE");
  fleet_file->excludes(plan_device);
  plan->add_option(
          "--on", fleet_gpus,
          "GPUs for --fleet, as A100:16, or A100:4=3g.20gb,2g.10gb for four that are laid out so already; may be "
          "given several times; without it as many as needed")
      ->type_name("GPUS")
      ->allow_extra_args(false)
      ->needs(fleet_file);
  std::string fleet_cluster;
  plan->add_option("--cluster", fleet_cluster, "a cluster's file: its GPUs for --fleet, as they are set up")
      ->type_name("FILE")
      ->needs(fleet_file);
  std::string svg;
  auto const add_svg = [&](CLI::App* command) {
    return command
        ->add_option("--svg", svg,
                     "draw it as SVG, into this file, which is replaced; without a name, on standard output")
        ->type_name("FILE")
        ->expected(0, 1)
        ->default_str("-");
  };
  std::string page;
  auto const add_html = [&](CLI::App* command) {
    return command
        ->add_option(
            "--html", page,
            "write it as a page, with a picture, into this file, which is replaced; without a name, on standard output")
        ->type_name("FILE")
        ->expected(0, 1)
        ->default_str("-");
  };
  auto const picture_of = [&](CLI::Option const* as_svg, CLI::Option const* as_page) {
    if ((*as_svg || *as_page) && json) throw CLI::ExcludesError(*as_svg ? "--svg" : "--html", "--json");
    program::wanted_picture picture{std::nullopt, static_cast<bool>(*as_page)};
    if (*as_svg || *as_page) picture.file = *as_page ? page : svg;
    return picture;
  };
  CLI::Option* const plan_svg = add_svg(plan)->excludes(fleet_file);
  CLI::Option* const plan_page = add_html(plan)->excludes(fleet_file)->excludes(plan_svg);
  plan->footer(
      "Draws where the instances lie, and prints the order in which nvidia-smi accepts them, what is left of the GPU, "
      "which\n"
      "instances could be added, and whether they find places in whatever order they are asked for. Without a start, a "
      "place\n"
      "is found. With --fleet: where many tasks go, on which GPUs, laid out how, and how many GPUs are needed at "
      "least.");
  plan->callback([&] {
    if (!fleet.empty()) return program::plan_fleet(fleet, fleet_gpus, fleet_cluster, json);
    if (device.empty()) throw CLI::RequiredError("device");
    program::plan(device, partitions, picture_of(plan_svg, plan_page), json);
  });

  std::string profiles = "all";
  bool maximal_only = false;
  CLI::App* const layouts = app.add_subcommand(
      "layouts", "all layouts of MIG instances on a GPU, or modes of an AMD device; to browse as a drawing");
  layouts->add_option("device", device, "as A100")->type_name("DEVICE")->required();
  layouts->add_option("--profiles", profiles, "of which instances: all, without-graphics, with-double-memory or base")
      ->type_name("SET")
      ->capture_default_str();
  layouts->add_flag("--maximal", maximal_only, "only those to which nothing can be added");
  CLI::Option* const layouts_svg = add_svg(layouts);
  CLI::Option* const layouts_page = add_html(layouts)->excludes(layouts_svg);
  layouts->footer("By the sets of instances in them, those to which nothing can be added first.");
  layouts->callback(
      [&] { program::layouts(device, profiles, maximal_only, picture_of(layouts_svg, layouts_page), json); });

  CLI::App* const probe =
      app.add_subcommand("probe", "devices of this machine with their types, and why others cannot be used");
  probe->add_option("--time-limit", time_limit, "seconds that the driver has to answer")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 3600.));
  probe->footer(
      "The processor and the NVIDIA GPUs with their instances, each with its type in the catalogue. Accelerators that "
      "cannot\n"
      "be used are listed with the reason. Nothing is changed, and no CUDA context is made.");
  probe->callback([&] { program::probe(time_limit, json); });

  CLI::App* const stats = app.add_subcommand("stats", "memory, use, temperature and power of the devices");
  CLI::Option* const watch =
      stats->add_option("--watch", every, "print repeatedly, at this interval in seconds; default 1")
          ->type_name("SECONDS")
          ->expected(0, 1)
          ->default_str("1")
          ->check(CLI::Range(0.01, 86400.));
  CLI::Option* const times_option = stats->add_option("--times", times, "end after this number of times")
                                        ->type_name("N")
                                        ->check(CLI::Range(1, 1000000000))
                                        ->needs(watch);
  stats->footer("A figure that a device does not report is missing.");
  stats->callback([&] { program::stats(every, *watch ? (*times_option ? times : 0) : 1, json); });

  std::string tool;
  program::provision_options how;
  CLI::App* const provision =
      app.add_subcommand("provision", "what sets up GPUs so: for nvidia-smi, mig-parted and others");
  provision
      ->add_option("tool", tool,
                   "nvidia-smi, mig-parted, gpu-operator, openshift, gke, aks, amd-config-manager, slurm or dra; or a "
                   "cluster's file or one of its pools, as lab.json:train")
      ->type_name("TOOL")
      ->required();
  provision->add_option("device", device, "as A100; behind a file one of the tools, for which alone it is")
      ->type_name("DEVICE");
  provision
      ->add_option("partitions", partitions,
                   "as 3g.20gb, 3g.20gb@4, unpartitioned; \"0-3:\" before them says for which GPUs")
      ->type_name("INSTANCE");
  provision->add_flag("--without-starts", how.without_starts, "nvidia-smi: the driver chooses the starts");
  provision->add_flag("--by-name", how.by_name, "nvidia-smi: names of profiles instead of their ids");
  provision->add_flag("--filter", how.filter, "mig-parted, gpu-operator: only boards with the PCI ids of the device");
  provision
      ->add_option("--driver", how.driver,
                   "mig-parted, gpu-operator, openshift: the branch of the nodes' driver, as 535, which names "
                   "profiles; without it "
                   "the newest")
      ->type_name("BRANCH")
      ->check(CLI::Range(static_cast<int>(allotype::driver::R450), 999));
  provision->add_option("--name", how.name, "of the configuration (mig-parted, gpu-operator)")->type_name("NAME");
  provision->add_option("--node", how.node, "the node's name, of Slurm's several: as tux[1-16]")
      ->type_name("NODE")
      ->capture_default_str();
  provision->add_flag("--short-names", how.short_names, "slurm: types as a100_3g.20gb");
  provision->add_flag("--slurm-22.05", how.slurm_22_05, "slurm: the types that releases before 23.02.6 detect");
  provision->footer(
      "Without instances MIG mode is switched on, with unpartitioned it is switched off. dra prints the DeviceClasses "
      "of\n"
      "partitions, and without partitions the ResourceSlices of a node whose driver makes them on demand.");
  provision->callback([&] { program::provision(tool, device, partitions, how, json); });

  program::transition_options begin;
  CLI::App* const transition =
      app.add_subcommand("transition", "from the instances on a GPU to others, with the fewest destroyed");
  transition->add_option("partitions", partitions, "wanted, as 3g.20gb, or 3g.20gb@4 to start at memory slice 4")
      ->type_name("INSTANCE");
  transition->add_flag("--from-machine", begin.from_machine,
                       "from the instances of a GPU of this machine; those on which processes run are in use, and "
                       "listing all takes root");
  transition->add_option("--gpu", begin.gpu, "its index; without it, the only GPU in MIG mode")
      ->type_name("N")
      ->check(CLI::Range(0, 255));
  transition->add_option("--device", begin.device, "from stated instances of this device, as A100")
      ->type_name("DEVICE");
  transition->add_option("--from", begin.from, "the stated instances, as 3g.20gb@4:1,1g.5gb@0:7: start and id of each")
      ->type_name("INSTANCES")
      ->delimiter(',')
      ->allow_extra_args(false);
  transition->add_option("--in-use", begin.in_use, "ids of GPU instances that stay in any case, as 7,9")
      ->type_name("IDS")
      ->delimiter(',')
      ->allow_extra_args(false);
  transition->footer(
      "The commands of nvidia-smi. An instance that is in use is never destroyed; if one is in the way, the message "
      "names it.\n"
      "Nothing is changed.");
  transition->callback([&] { program::transition(begin, partitions, json); });

  std::string of_pool, cluster_file, tasks_file;
  std::vector<std::string> settings;
  program::asked_accelerators asked;
  asked.options.count = 1;
  program::work_options work;
  bool good = true;
  CLI::App* const request = app.add_subcommand(
      "request", "what a system is asked for: Kubernetes, DRA, GKE, EKS, AKS, Slurm, Ray and others");
  request
      ->add_option(
          "pool", of_pool,
          "as kubernetes-mixed, gke, slurm; all: each of them; or a pool of a cluster's file, as lab.json:train")
      ->type_name("SYSTEM")
      ->required();
  request->add_option("device", asked.device, "as A100")->type_name("DEVICE")->required();
  request->add_option("partition", asked.partition, "as 2g.10gb, or unpartitioned")->type_name("PARTITION");
  request->add_option("--and", asked.together_with, "another accelerator for the same job, as \"A100 1g.5gb\"")
      ->type_name("ACCELERATOR");
  request->add_option("--or", asked.or_else, "an alternative, as H100_80GB")->type_name("ACCELERATOR");
  request->add_flag("--of-one-gpu", asked.of_one_gpu, "DRA: all these partitions are on one GPU");
  request->add_option("--count", asked.options.count, "devices or partitions on each node")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  request->add_option("--nodes", asked.options.nodes, "nodes")->type_name("N")->check(CLI::Range(1, 100000));
  request->add_option("--cpus", asked.options.cpus, "cores of each node")->type_name("N")->check(CLI::Range(1, 100000));
  request->add_option("--memory", work.memory, "memory of each node, as 8Gi")->type_name("AMOUNT");
  request->add_option("--ephemeral-storage", work.ephemeral_storage, "disk of each node, as 20Gi")->type_name("AMOUNT");
  request->add_option("--set", settings, "a setting of the system, as product=\"NVIDIA A100-PCIE-40GB\"")
      ->type_name("NAME=VALUE");
  request->add_option("--name", work.name, "name of the job")->type_name("NAME")->capture_default_str();
  request->add_option("--image", work.image, "image of the container")->type_name("IMAGE")->capture_default_str();
  request->add_option("--command", work.command, "the command, word by word")->type_name("WORD");
  request->add_flag("--script", work.script, "Slurm: a script for sbatch instead of the options");
  request->footer(
      "A manifest of Kubernetes, or the options of Slurm; with --json what the request decides. A request that the "
      "system\n"
      "cannot state is refused with the reason.");
  request->callback([&] { program::request(of_pool, asked, settings, work, json); });

  CLI::App* const cluster = app.add_subcommand("cluster", "the pools of a cluster's file");
  bool schema = false;
  char const schema_words[] = "print the JSON Schema of the file instead";
  CLI::Option* const cluster_option =
      cluster->add_option("file", cluster_file, "JSON, or YAML in a file that ends in .yaml or .yml")
          ->type_name("FILE");
  cluster->add_flag("--schema", schema, schema_words)->excludes(cluster_option);
  cluster->callback([&] {
    if (schema) return program::print_schema(false);
    if (cluster_file.empty()) throw CLI::RequiredError("file");
    program::cluster(cluster_file, json);
  });

  CLI::App* const check =
      app.add_subcommand("check", "whether a cluster serves the tasks of a program, each and all together");
  CLI::Option* const checked_cluster =
      check->add_option("cluster", cluster_file, "the cluster's file")->type_name("FILE");
  check->add_option("tasks", tasks_file, "what the program prints with \"list --json\", as a file")->type_name("FILE");
  CLI::Option* const check_schema =
      check->add_flag("--schema", schema, "print the JSON Schema of the file of tasks instead")
          ->excludes(checked_cluster);
  CLI::Option* const check_page = add_html(check)->excludes(check_schema);
  check->footer("The status is 1 where it does not.");
  check->callback([&] {
    if (schema) return program::print_schema(true);
    if (cluster_file.empty()) throw CLI::RequiredError("cluster");
    if (tasks_file.empty()) throw CLI::RequiredError("tasks");
    if (*check_page && json) throw CLI::ExcludesError("--html", "--json");
    good = program::check(cluster_file, tasks_file, *check_page ? std::optional(page) : std::nullopt, json);
  });

  CLI::App* const flyte = app.add_subcommand("flyte", "the message that asks Flyte for a device: JSON, hex, base64");
  flyte->add_option("device", device, "as A100")->type_name("DEVICE")->required();
  flyte->add_option("partition", partition, "as 2g.10gb, or unpartitioned")->type_name("PARTITION");
  flyte->callback([&] { program::flyte(device, partition, json); });

  std::string log_file;
  CLI::App* const errors =
      app.add_subcommand("errors", "a compiler's errors in short: the library's sentence and your line");
  errors->add_option("file", log_file, "what g++, clang or nvcc printed; - is standard input")
      ->type_name("FILE")
      ->required();
  errors->footer(
      "Prints FILE:LINE:COLUMN, the library's sentence, your line of the code and what the sentence speaks of. An "
      "error that\n"
      "is not the library's is printed as the compiler says it. What a build prints around the errors is skipped. The "
      "status\n"
      "is 1 if there are errors.");
  errors->callback([&] { good = program::errors(log_file, json); });

  program::run_options ranks;
  int status = 0;
  CLI::App* const run = app.add_subcommand("run", "a program's ranks on this machine, as torchrun starts them");
  run->fallthrough(false)->prefix_command();  // what follows is the command's own
  run->add_option("-n,--processes", ranks.processes, "how many ranks")
      ->type_name("N")
      ->required()
      ->check(CLI::Range(1, 1024));
  run->add_option("--restarts", ranks.restarts, "how often all are started again after one failed")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000));
  run->add_option("--grace", ranks.grace, "seconds that a rank has to end when it is told to")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(CLI::Range(0., 86400.));
  run->add_option("--logs", ranks.logs, "a folder for what each rank prints, instead of a prefix: rank0.out, rank0.err")
      ->type_name("FOLDER");
  run->footer(
      "With the environment of torchrun and a secret of the job. What ranks print has the rank before it. When one "
      "fails, the\n"
      "others are ended, and its status is that of allotype. Signals are passed on.");
  run->callback([&] {
    std::vector<std::string> const command = run->remaining();
    if (command.empty()) throw CLI::RequiredError("PROGRAM");
    if (command[0][0] == '-') throw CLI::ExtrasError(command);
    status = program::run(ranks, command);
  });

  std::string shell;
  CLI::App* const completions =
      app.add_subcommand("completions", "a script by which a shell completes this program: bash, zsh or fish");
  completions->add_option("shell", shell, "for which shell")->required()->check(CLI::IsMember(program::known_shells()));
  completions->footer(
      "For this terminal: source <(allotype completions bash), the same with zsh, or allotype completions fish | "
      "source.\n"
      "The scripts ask the program: allotype completions -- WORD... prints what can stand for the last word.");
  completions->callback([&] { program::print(program::completion_script(shell)); });

  CLI::App* const manual = app.add_subcommand("manual", "the manual page of this program, for man");
  manual->footer("allotype manual | man -l - shows it where it is not installed.");
  manual->callback([&] { program::print(program::manual_page(app)); });

  std::vector<std::string> commands;
  for (CLI::App* const command : app.get_subcommands({})) {
    commands.push_back(command->get_name());
    bool const prints_data = command != run && command != completions && command != manual;
    if (prints_data) command->add_flag("--json", json, "print JSON");
  }
  if (count > 2 && arguments[1] == std::string{"completions"} && arguments[2] == std::string{"--"}) {
    program::print(program::what_can_stand_next(app, {arguments + 3, arguments + count}));
    return 0;
  }
  if (count > 1 && arguments[1][0] != '-') {
    std::string const asked = arguments[1];
    bool const known = std::find(commands.begin(), commands.end(), asked) != commands.end();
    if (!known) return refuse("there is no command \"" + asked + "\"", commands, asked);
  }
  try {
    app.parse(count, arguments);
    if (app.get_subcommands().empty()) {
      if (json) return refuse("a command is missing: " + program::library::joined(commands), {}, "");
      program::first_screen();
    }
  } catch (CLI::ParseError const& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::vector<std::string> known = option_names(app);
    for (CLI::App const* command : app.get_subcommands()) {
      for (std::string const& name : option_names(*command)) known.push_back(name);
    }
    bool const missing = dynamic_cast<CLI::RequiredError const*>(&error) != nullptr;
    bool const unknown = dynamic_cast<CLI::ExtrasError const*>(&error) != nullptr;
    std::string const option = missing || unknown ? first_unknown(count, arguments, known) : "";
    if (!option.empty()) return refuse("there is no option " + option + " here", known, option);
    return refuse(error.what(), {}, "");
  } catch (allotype::error const& error) {
    complain(error.what());
    return 2;
  }
  if (status != 0) return status;
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && good ? 0 : 1;
}
