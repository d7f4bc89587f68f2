// SPDX-License-Identifier: BSL-1.0
// What a program made of tasks does with its command line: the library allotype::program. It depends on no task.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "description.hpp"
#include "flyte_task.hpp"
#include "run.hpp"
#include "task_request.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

namespace {

/// `max_size` is the option `--max-size`.
std::string option_of_input(std::string name) {
  for (char& c : name) c = c == '_' ? '-' : c;
  return "--" + name;
}

/// The options of `run TASK`.
class run_command {
 public:
  run_command(CLI::App& run, described_program const& program, described_task const& task)
      : program_(program), task_(task) {
    type_ = task.inputs();
    given_.resize(type_.names.size(), nullptr);
    app_ = run.add_subcommand(task.name, accelerators_of(task));
    app_->add_option("--inputs", options_.inputs_file, "a JSON file with inputs by name; - is the standard input");
    named_ = add_text("--input", "an input; lists, maps and structures as JSON")->type_name("NAME=VALUE");
    app_->add_option("--output-dir", options_.output_folder,
                     "a new folder for outputs.json and the files of the outputs");
    app_->add_option("--accelerator", accelerator_, "one of those that the task lists");
    app_->add_option("--devices", devices_, "which device of this machine, as 0, or GPU-8932f937");
    app_->add_flag("--dry-run", options_.dry, "open the device, check the inputs, and stop there");
    app_->add_option("--flyte-inputs", flyte_.inputs, "as Flyte starts a task: inputs.pb")->group("Flyte");
    app_->add_option("--flyte-output-prefix", flyte_.output_prefix, "the folder for outputs.pb or error.pb")
        ->group("Flyte");
    app_->add_option("--flyte-raw-output-prefix", flyte_.raw_output_prefix, "the folder for files")->group("Flyte");
    mounts_ = add_text("--flyte-mount", "where a bucket is mounted: s3://bucket=/its/folder")->group("Flyte");
    for (std::size_t i = 0; i < type_.names.size(); ++i) {
      std::string const option = option_of_input(type_.names[i]);
      // One that has the name of an option above is stated with --input.
      if (app_->get_option_no_throw(option) != nullptr || option == "--help") continue;
      bool const optional = type_.parts[i].kind == kind_of_value::optional;
      given_[i] = add_text(option, words_of(type_.parts[i]) + (optional ? "; may be left out" : ""))->group("Inputs");
    }
  }

  bool chosen() const { return app_->parsed(); }

  int operator()() {
    options_.accelerator = with_environment();
    if (!accelerator_.empty()) options_.accelerator.set("accelerator", accelerator_, "--accelerator");
    if (!devices_.empty()) options_.accelerator.set("devices", devices_, "--devices");
    if (!flyte_.inputs.empty() || !flyte_.output_prefix.empty()) {
      if (flyte_.inputs.empty()) refuse_input("--flyte-inputs", "is missing");
      if (flyte_.output_prefix.empty()) refuse_input("--flyte-output-prefix", "is missing");
      flyte_.mounts = mounts_->results();
      flyte_.accelerator = options_.accelerator;
      return run_for_flyte(program_.name, task_, flyte_);
    }
    read_inputs_of_arguments();
    run(program_.name, task_, options_);
    return 0;
  }

  /// What is stated is right for the task. Its files need not be on this machine.
  /// \throws input_error
  void check() {
    read_inputs_of_arguments();
    (void)stated_inputs(type_, options_);
    if (options_.output_folder.empty() && task_.has_outputs && has_files(task_.outputs())) {
      refuse_input("--output-dir", "is missing; the outputs of " + std::string{task_.name} + " have files");
    }
  }

 private:
  void read_inputs_of_arguments() {
    for (std::size_t i = 0; i < type_.names.size(); ++i) {
      if (given_[i] == nullptr) continue;
      for (std::string const& text : given_[i]->results()) options_.inputs.emplace_back(type_.names[i], text);
    }
    for (std::string const& text : named_->results()) {
      auto const equals = text.find('=');
      if (equals == std::string::npos) refuse_input("--input", in_quotes(text) + " is not valid; NAME=VALUE is");
      options_.inputs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
  }

  /// An option with one text, taken as it is: for CLI11's own conversions, [1, 2] is two texts and {} none.
  CLI::Option* add_text(std::string const& name, std::string const& what) {
    return app_->add_option(name)->description(what)->expected(1)->type_size(1)->type_name("")->take_all();
  }

  described_program const& program_;
  described_task const& task_;
  value_type type_;
  CLI::App* app_ = nullptr;
  run_options options_;
  flyte_run_options flyte_;
  CLI::Option* mounts_ = nullptr;
  std::vector<CLI::Option*> given_;  ///< one an input; null where only --input states it
  CLI::Option* named_ = nullptr;
  std::string accelerator_;
  std::string devices_;
};

/// The arguments as CLI11 takes them. For it, an empty value behind `=` is none, so that the next argument would be the
/// value.
std::vector<std::string> reversed_arguments(int argc, char** argv) {
  std::vector<std::string> reversed;
  for (int i = argc - 1; i > 0; --i) {
    std::string argument = argv[i];
    bool const empty_value = argument.rfind("--", 0) == 0 && argument.find('=') == argument.size() - 1;
    if (empty_value) {
      reversed.emplace_back();
      argument.pop_back();
    }
    reversed.push_back(std::move(argument));
  }
  return reversed;
}

/// The innermost command that was named.
CLI::App const* innermost(CLI::App const* app) {
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  return app;
}

/// \throws input_error
described_task const& task_named(described_program const& program, std::string const& name) {
  for (int i = 0; i < program.task_count; ++i) {
    if (program.tasks[i].name == name) return program.tasks[i];
  }
  refuse_input("there is no task " + in_quotes(name),
               "the tasks are " + joined(task_names(program)) + did_you_mean(task_names(program), name));
}

/// The command line does not fit: which argument, and what would.
std::string why_refused(CLI::App const& app, CLI::ParseError const& error) {
  CLI::App const* const at = innermost(&app);
  std::vector<std::string> commands;
  for (CLI::App const* each : at->get_subcommands({})) commands.push_back(each->get_name());
  std::vector<std::string> const rest = at->remaining();
  if (!rest.empty()) {
    bool const option = rest.front().rfind("-", 0) == 0;
    std::vector<std::string> known = commands;
    if (option) {
      known.clear();
      for (CLI::Option const* each : at->get_options()) {
        for (std::string const& name : each->get_lnames()) known.push_back("--" + name);
      }
    }
    std::string const asked = rest.front().substr(0, rest.front().find('='));
    return "there is no " + std::string{option ? "option " : "command or task "} + in_quotes(asked) + " here" +
           (known.empty() ? "" : "; there are " + joined(known) + did_you_mean(known, asked));
  }
  if (!commands.empty() && dynamic_cast<CLI::RequiredError const*>(&error) != nullptr) {
    return "a command is missing: one of " + joined(commands);
  }
  return error.what();
}

/// `request SYSTEM TASK [-- ARGUMENT...]`.
class request_command {
 public:
  request_command(CLI::App& app, described_program const& program) : program_(program) {
    app_ = app.add_subcommand(
        "request", "what a system is asked for so that a task runs there: Slurm, Kubernetes, GKE, Ray and others");
    app_->add_option("system", options_.system, "as slurm, kubernetes-mixed; with --pool also a pool's name")
        ->required();
    app_->add_option("task", task_, "one of " + joined(task_names(program)) + "; may be left out where there is one");
    app_->add_option("arguments", arguments_, "behind --, what \"run TASK\" gets");
    app_->add_option("--pool", options_.cluster_file,
                     "a cluster's file, as for \"allotype cluster\": its first pool of that system which has what the "
                     "task asks for")
        ->type_name("FILE");
    app_->add_option("--accelerator", options_.accelerator,
                     "one of those that the task lists; else each is an alternative");
    app_->add_option("--set", options_.settings, "a setting of the system, as product=\"NVIDIA A100-PCIE-40GB\"")
        ->allow_extra_args(false);
    app_->add_option("--nodes", options_.nodes, "nodes")->check(CLI::Range(1, 100000));
    app_->add_option("--image", options_.image, "the container's image, with this program in it");
    app_->add_option("--command", command_,
                     "the program there; without it, its name in an image, else the path of this program");
    app_->add_flag("--json", json_, "print what the request decides, as JSON");
  }

  bool chosen() const { return app_->parsed(); }

  void operator()() {
    if (task_.empty() && program_.task_count == 1) task_ = program_.tasks[0].name;
    if (task_.empty()) refuse_input("a task is missing", "the tasks are " + joined(task_names(program_)));
    described_task const& task = task_named(program_, task_);
    std::string const here = std::filesystem::read_symlink("/proc/self/exe").string();
    options_.command = {!command_.empty() ? command_ : options_.image.empty() ? here : program_.name, "run", task.name};
    if (!arguments_.empty()) check_arguments(task);
    options_.command.insert(options_.command.end(), arguments_.begin(), arguments_.end());
    printed_request const request = request_of(task, options_);
    if (json_) return print_text(to_json(request.part) + "\n");
    if (request.manifests.empty()) return print_text(request.script.empty() ? request.text + "\n" : request.script);
    if (options_.image.empty()) refuse_input("--image", "is missing; " + options_.system + " runs containers");
    bool first = true;
    for (allotype::document const& each : request.manifests) {
      print_text((first ? "" : "---\n") + to_yaml(each));
      first = false;
    }
  }

 private:
  /// \throws input_error
  void check_arguments(described_task const& task) {
    CLI::App app;
    run_command on(app, program_, task);
    std::vector<std::string> reversed{arguments_.rbegin(), arguments_.rend()};
    reversed.push_back(task.name);
    try {
      app.parse(reversed);
    } catch (CLI::ParseError const& error) {
      refuse_input("", why_refused(app, error));
    }
    on.check();
  }

  described_program const& program_;
  CLI::App* app_ = nullptr;
  task_request_options options_;
  std::string task_, command_;
  std::vector<std::string> arguments_;
  bool json_ = false;
};

}  // namespace

int program_main(described_program const& program, int argc, char** argv) {
  try {
    CLI::App app{"Tasks that run on the accelerators that they name.", program.name};
    app.require_subcommand(1);
    bool json = false;
    CLI::App* const list = app.add_subcommand("list", "the tasks and their accelerators");
    list->add_flag("--json", json, "print JSON");
    CLI::App* const describe = app.add_subcommand("describe", "a task: its accelerators, limits, inputs and outputs");
    std::string described;
    describe->add_option("task", described, "one of " + joined(task_names(program)))->required();
    describe->add_flag("--json", json, "print JSON");
    CLI::App* const run = app.add_subcommand("run", "run a task on this machine");
    run->require_subcommand(1);
    std::vector<std::unique_ptr<run_command>> runs;
    for (int i = 0; i < program.task_count; ++i) {
      runs.push_back(std::make_unique<run_command>(*run, program, program.tasks[i]));
    }
    request_command request(app, program);
    CLI::App* const flyte = app.add_subcommand("flyte", "what Flyte registers for a task: its TaskSpec, as JSON");
    flyte_options registered;
    std::string message_file;
    flyte->add_option("task", described, "one of " + joined(task_names(program)))->required();
    flyte->add_option("--image", registered.image, "the container's image, with this program in it")->required();
    flyte->add_option("--command", registered.command, "the program in the image")->default_val(program.name);
    flyte->add_option("--project", registered.project, "of Flyte");
    flyte->add_option("--domain", registered.domain, "of Flyte");
    flyte->add_option("--version", registered.version, "of the task");
    flyte->add_option("--accelerator", registered.accelerator, "one of those that the task lists; else the first");
    flyte->add_option("--flyte", registered.flyte, "1 or 2: the generation of Flyte")
        ->check(CLI::Range(1, 2))
        ->default_val(1);
    flyte->add_option("--retries", registered.retries, "how often a run is repeated that failed and may do next time")
        ->check(CLI::Range(0, 1000))
        ->default_val(0);
    flyte->add_option("--timeout", registered.timeout, "seconds that a run may take; without it there is no limit")
        ->check(CLI::Range(1, 1000000000));
    flyte->add_option("--cache-version", registered.cache_version, "results are cached, under this version");
    flyte->add_flag("--interruptible", registered.interruptible, "nodes that may be taken away will do");
    flyte
        ->add_option("--mount", registered.mounts,
                     "where a bucket is mounted in the container: s3://bucket=/its/folder")
        ->allow_extra_args(false);
    flyte->add_option("--pb", message_file, "write the message itself to this new file, instead of JSON");
    if (argc <= 1) {
      std::fprintf(stderr, "%s: a command is missing\n\n%s", program.name, app.help().c_str());
      return 2;
    }
    try {
      app.parse(reversed_arguments(argc, argv));
    } catch (CLI::ParseError const& error) {
      if (error.get_exit_code() == 0) return app.exit(error);
      say(program.name, why_refused(app, error));
      return 2;
    }
    if (list->parsed()) print_text(json ? text_of_json(list_json(program)) : list_text(program));
    if (describe->parsed()) {
      print_text(json ? text_of_json(description_json(task_named(program, described)))
                      : to_string(task_named(program, described)));
    }
    if (flyte->parsed()) {
      (void)read_mounts(registered.mounts);
      ordered_json const spec = flyte_task_spec(program, task_named(program, described), registered);
      if (message_file.empty())
        print_text(text_of_json(registered.flyte == 2 ? json_of_flyte_2(spec["template"]) : spec));
      if (!message_file.empty())
        write_message(std::filesystem::absolute(message_file), to_wire(spec, wire_message_of<task_spec_fields>()));
    }
    if (request.chosen()) request();
    for (auto const& each : runs) {
      if (!each->chosen()) continue;
      if (int const status = (*each)(); status != 0) return status;
    }
  } catch (std::exception const& problem) {
    say(program.name, problem.what());
    return dynamic_cast<input_error const*>(&problem) != nullptr ? 2 : 1;
  }
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : 1;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
