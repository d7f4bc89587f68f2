// SPDX-License-Identifier: BSL-1.0
/// \file
/// A task as Flyte registers it, and a run as Flyte starts it: inputs from `inputs.pb`, outputs to `outputs.pb`, and
/// what went wrong to `error.pb`.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <allotype/cluster/request/flyte_json.hpp>
#include "flyte_values.hpp"
#include "run.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What the types of a task do not say.
struct flyte_options {
  std::string image;
  std::string command;  ///< the program in the image
  std::string project;
  std::string domain;
  std::string version;
  std::string accelerator;    ///< empty: the first of the task
  std::string cache_version;  ///< empty: results are not cached
  int retries = 0;
  int flyte = 1;
  bool interruptible = false;
  std::vector<std::string> mounts;
};

inline ordered_json flyte_variables(value_type const& type) {
  ordered_json variables = ordered_json::object();
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    variables[type.names[i]] = {{"type", flyte_type(type.parts[i], type.names[i])}};
  }
  return {{"variables", variables}};
}

/// TaskSpec, in protobuf's JSON mapping. \throws input_error where Flyte has no name for the accelerator
inline ordered_json flyte_task_spec(described_program const& program, described_task const& task,
                                    flyte_options const& options) {
  described_alternative const* asked = nullptr;
  std::vector<std::string> names;
  for (int i = 0; i < task.alternative_count; ++i) {
    names.push_back(task.alternatives[i].name);
    bool const this_one = options.accelerator.empty() ? i == 0 : options.accelerator == task.alternatives[i].name;
    if (this_one) asked = &task.alternatives[i];
  }
  if (asked == nullptr)
    refuse_input("--accelerator", in_quotes(options.accelerator) + " is not one of the task's: " + joined(names));
  flyte::task_template const* const needs = options.flyte == 1 ? asked->of_flyte_1 : asked->of_flyte_2;
  if (needs == nullptr) {
    refuse_input("--accelerator", std::string{"Flyte "} + std::to_string(options.flyte) + " has no name for " +
                                      asked->name + "; name another of the task's: " + joined(names));
  }
  ordered_json args = {"run",
                       task.name,
                       "--flyte-inputs",
                       "{{.input}}",
                       "--flyte-output-prefix",
                       "{{.outputPrefix}}",
                       "--flyte-raw-output-prefix",
                       "{{.rawOutputDataPrefix}}"};
  if (!options.accelerator.empty()) {
    args.push_back("--accelerator");
    args.push_back(options.accelerator);
  }
  for (std::string const& mount : options.mounts) {
    args.push_back("--flyte-mount");
    args.push_back(mount);
  }
  ordered_json metadata = {{"runtime", {{"flavor", "c++"}}}, {"retries", {{"retries", options.retries}}}};
  if (!options.cache_version.empty()) {
    metadata["discoverable"] = true;
    metadata["discoveryVersion"] = options.cache_version;
  }
  if (options.interruptible) metadata["interruptible"] = true;
  ordered_json const requested = flyte::to_json(*needs);
  ordered_json container = {
      {"image", options.image}, {"command", ordered_json::array({options.command})}, {"args", args}};
  if (requested.contains("container")) container["resources"] = requested["container"]["resources"];
  ordered_json task_template = {{"id",
                                 {{"resourceType", "TASK"},
                                  {"project", options.project},
                                  {"domain", options.domain},
                                  {"name", std::string{program.name} + "." + task.name},
                                  {"version", options.version}}},
                                {"type", "raw-container"},
                                {"metadata", metadata},
                                {"interface",
                                 {{"inputs", flyte_variables(task.inputs())},
                                  {"outputs", flyte_variables(task.has_outputs ? task.outputs() : value_type{})}}},
                                {"container", container}};
  if (requested.contains("extendedResources")) task_template["extendedResources"] = requested["extendedResources"];
  return {{"template", task_template}};
}

/// The same in the JSON of Flyte 2: another name of the template, and variables as a list. The bytes of both are the
/// same.
inline ordered_json json_of_flyte_2(ordered_json task_template) {
  for (auto& [side, of] : task_template["interface"].items()) {
    ordered_json entries = ordered_json::array();
    for (auto const& [name, variable] : of["variables"].items())
      entries.push_back({{"key", name}, {"value", variable}});
    of["variables"] = entries;
  }
  return {{"taskTemplate", task_template}};
}

/// What Flyte says on the command line of the container.
struct flyte_run_options {
  std::string inputs;             ///< URI of inputs.pb
  std::string output_prefix;      ///< URI of the folder for outputs.pb or error.pb
  std::string raw_output_prefix;  ///< URI of the folder for files; empty: the other one
  std::vector<std::string> mounts;
  accelerator_options accelerator;
};

inline flyte_mounts read_mounts(std::vector<std::string> const& texts) {
  flyte_mounts mounts;
  for (std::string const& text : texts) {
    auto const equals = text.find('=');
    bool const valid = equals != std::string::npos && equals > 0 && text.size() > equals + 2 && text[equals + 1] == '/';
    if (!valid)
      refuse_input("--flyte-mount", in_quotes(text) + " is not valid; URI=FOLDER is, as s3://bucket=/mnt/bucket");
    mounts.folders.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return mounts;
}

/// Writes a file whole, or not at all; one that is there stays.
inline void write_message(std::filesystem::path const& file, std::string const& bytes) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed) cannot_write(file, failed.value());
  if (std::filesystem::exists(file, failed)) cannot_write(file, EEXIST);
  std::filesystem::path const part =
      file.parent_path() / ("." + file.filename().string() + ".unfinished-" + std::to_string(::getpid()));
  write_new_file(part, bytes);
  if (std::rename(part.c_str(), file.c_str()) != 0) cannot_write(file, errno);
}

/// The inputs of `inputs.pb`. \throws input_error
inline value read_flyte_inputs(value_type const& type, std::string const& file, flyte_mounts const& mounts) {
  ordered_json const map = from_wire(bytes_of_option("--flyte-inputs", file), wire_message_of<literal_map_fields>());
  ordered_json const literals = map.value("literals", ordered_json::object());
  for (auto const& [name, literal] : literals.items()) {
    (void)literal;
    std::size_t i = 0;
    while (i < type.names.size() && type.names[i] != name) ++i;
    if (i == type.names.size())
      refuse_input("there is no input " + in_quotes(name), "the inputs are " + joined(type.names));
  }
  value inputs = value_of_fields(type, literals, "", [&](std::size_t i, ordered_json const& literal) {
    return value_of_literal(type.parts[i], literal, type.names[i], mounts);
  });
  check_files(type, inputs);
  return inputs;
}

/// Calls the task. \throws what goes wrong
inline void run_for_flyte_or_throw(char const* program, described_task const& task, flyte_run_options const& options,
                                   flyte_mounts const& mounts, std::filesystem::path const& prefix) {
  value_type const output_type = task.has_outputs ? task.outputs() : value_type{};
  std::unique_ptr<open_task> const on = opened(program, task, options.accelerator);
  value const inputs = read_flyte_inputs(task.inputs(), mounts.path_of(options.inputs, "--flyte-inputs"), mounts);
  std::filesystem::path files;
  if (has_files(output_type)) {
    files = options.raw_output_prefix.empty()
                ? prefix
                : std::filesystem::path(mounts.path_of(options.raw_output_prefix, "--flyte-raw-output-prefix"));
    files /= task.name;
  }
  output_folder folder(files);
  value outputs = on->run(inputs, folder.files());
  for_each_file(output_type, outputs, "", [&](std::string& file, std::string const& where) {
    file = mounts.uri_of((std::filesystem::absolute(files).lexically_normal() / folder.inside(file, where)).string());
  });
  ordered_json literals = ordered_json::object();
  for (std::size_t i = 0; i < output_type.names.size(); ++i) {
    literals[output_type.names[i]] =
        literal_of(output_type.parts[i], outputs.items[i], output_type.names[i], output_type.names[i]);
  }
  if (!files.empty()) folder.finish();
  write_message(prefix / "outputs.pb", to_wire({{"literals", literals}}, wire_message_of<literal_map_fields>()));
}

/// A run as Flyte starts it. What goes wrong is in `error.pb`, and the exit status is 0 then, as that of flytekit's
/// containers, unless FLYTE_FAIL_ON_ERROR is set: Flyte reads that file only if the container ended well.
/// \throws input_error where `error.pb` cannot be written, either
inline int run_for_flyte(char const* program, described_task const& task, flyte_run_options const& options) {
  flyte_mounts const mounts = read_mounts(options.mounts);
  std::filesystem::path const prefix = mounts.path_of(options.output_prefix, "--flyte-output-prefix");
  ordered_json problem;
  try {
    run_for_flyte_or_throw(program, task, options, mounts, prefix);
    return 0;
  } catch (not_available const& why) {
    problem = {
        {"code", "SYSTEM:NoAccelerator"}, {"message", why.what()}, {"kind", "RECOVERABLE"}, {"origin", "SYSTEM"}};
  } catch (input_error const& why) {
    problem = {{"code", "USER:WrongInput"}, {"message", why.what()}, {"kind", "NON_RECOVERABLE"}, {"origin", "USER"}};
  } catch (std::exception const& why) {
    problem = {{"code", "USER:TaskFailed"}, {"message", why.what()}, {"kind", "NON_RECOVERABLE"}, {"origin", "USER"}};
  }
  std::string const text = problem["message"].get<std::string>();
  if (!is_utf8(text)) problem["message"] = "the task failed with a message that is not UTF-8";
  say(program, text);
  write_message(prefix / "error.pb", to_wire({{"error", problem}}, wire_message_of<error_document_fields>()));
  char const* const fails = std::getenv("FLYTE_FAIL_ON_ERROR");
  bool const fail = fails != nullptr && (std::string_view{fails} == "true" || std::string_view{fails} == "1");
  return fail ? 1 : 0;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
