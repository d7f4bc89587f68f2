// SPDX-License-Identifier: BSL-1.0
/// \file
/// A task as Flyte registers it, and a run as Flyte starts it: inputs from `inputs.pb`, outputs to `outputs.pb`, and
/// what went wrong to `error.pb`.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <allotype/cluster/request/flyte_json.hpp>
#include "../sockets/hmac_sha256.hpp"
#include "flyte_result.hpp"
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
  int timeout = 0;  ///< seconds; 0: none
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
  if (options.timeout > 0) metadata["timeout"] = std::to_string(options.timeout) + "s";
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

/// The inputs of `inputs.pb`. \throws unreadable_inputs, input_error
inline value read_flyte_inputs(value_type const& type, std::string const& file, flyte_mounts const& mounts) {
  std::string bytes;
  std::vector<named_literal> literals;
  try {
    bytes = bytes_of_option("--flyte-inputs", file);
    literals = literals_of(bytes);
  } catch (input_error const& why) {
    throw unreadable_inputs(why.what());
  }
  value inputs = value_of_literals(type, literals, mounts);
  check_files(type, inputs);
  return inputs;
}

/// The folder for the files of the outputs; empty where there are none.
inline std::filesystem::path folder_for_files(described_task const& task, flyte_run_options const& options,
                                              flyte_mounts const& mounts, std::filesystem::path const& prefix) {
  if (!task.has_outputs || !has_files(task.outputs())) return {};
  std::string const& raw = options.raw_output_prefix;
  return (raw.empty() ? prefix : std::filesystem::path(mounts.path_of(raw, "--flyte-raw-output-prefix"))) / task.name;
}

/// The bytes in so many MiB as a variable of the environment says; none where it is not set.
inline std::optional<std::size_t> bytes_of_variable(char const* name, char const* otherwise) {
  char const* text = std::getenv(name);
  if (text == nullptr) text = otherwise;
  if (text == nullptr) return std::nullopt;
  std::size_t mebibytes = 0;
  auto const read = std::from_chars(text, text + std::strlen(text), mebibytes);
  if (read.ec != std::errc{} || *read.ptr != '\0' || mebibytes > (std::size_t{1} << 30))
    refuse_input(name, in_quotes(text) + " is not valid; a number of MiB is");
  return mebibytes << 20;
}

/// A large literal is in a file of its own beside outputs.pb, where Flyte asks for that: with `_F_L_MIN_SIZE_MB` in the
/// environment, as for flytekit. \throws error where it is too large for Flyte
inline ordered_json offloaded_or_whole(value_type const& type, std::string const& name, ordered_json literal,
                                       std::string const& output_prefix, flyte_result const& result) {
  std::optional<std::size_t> const least = bytes_of_variable("_F_L_MIN_SIZE_MB", nullptr);
  if (!least) return literal;
  std::string const bytes = to_wire(literal, wire_message_of<literal_fields>());
  if (bytes.size() >= *bytes_of_variable("_F_L_MAX_SIZE_MB", "1000")) {
    throw error(message<2000>{} << name.c_str() << ": has " << std::to_string(bytes.size()).c_str()
                                << " bytes, more than _F_L_MAX_SIZE_MB allows");
  }
  if (bytes.size() < *least) return literal;
  std::string const file = name + "_offloaded_metadata.pb";
  result.write_beside(file, bytes);
  std::string hash;
  for (std::uint8_t const byte : sha256({reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size()}))
    hash += hexadecimal(byte, 2);
  return {
      {"hash", hash},
      {"offloadedMetadata",
       {{"uri", output_prefix + "/" + file}, {"sizeBytes", bytes.size()}, {"inferredType", flyte_type(type, name)}}}};
}

/// The outputs of a task, in the bytes of outputs.pb. \throws error where Flyte cannot hold a value
inline std::string bytes_of_outputs(value_type const& type, value const& outputs, std::string const& output_prefix,
                                    flyte_result const& result) {
  ordered_json literals = ordered_json::object();
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    std::string const& name = type.names[i];
    ordered_json whole = literal_of(type.parts[i], outputs.items[i], name, name);
    literals[name] = offloaded_or_whole(type.parts[i], name, std::move(whole), output_prefix, result);
  }
  return to_wire({{"literals", literals}}, wire_message_of<literal_map_fields>());
}

/// What a task threw, apart from what was wrong before and behind it.
class task_failure : public error {
 public:
  explicit task_failure(std::exception_ptr what)
      : error(message<2000>{} << message_of(what).text()), what_(std::move(what)) {}
  std::exception_ptr const& thrown() const { return what_; }

 private:
  std::exception_ptr what_;
};

/// Calls the task. \throws what goes wrong
inline void run_for_flyte_or_throw(char const* program, described_task const& task, flyte_run_options const& options,
                                   flyte_mounts const& mounts, flyte_result const& result) {
  value_type const output_type = task.has_outputs ? task.outputs() : value_type{};
  std::unique_ptr<open_task> const on = opened(program, task, options.accelerator);
  value const inputs = read_flyte_inputs(task.inputs(), mounts.path_of(options.inputs, "--flyte-inputs"), mounts);
  std::filesystem::path const files = folder_for_files(task, options, mounts, result.folder());
  output_folder folder(files);
  value outputs;
  try {
    outputs = on->run(inputs, folder.files());
  } catch (...) {
    throw task_failure(std::current_exception());
  }
  std::map<std::filesystem::path, char const*> datasets;
  for_each_file(output_type, outputs, "", [&](value_type const& type, std::string& file, std::string const& where) {
    std::filesystem::path const inside = folder.inside(type, file, where);
    if (type.kind == kind_of_value::dataset) datasets[inside] = file_of_dataset(type);
    file = mounts.uri_of((std::filesystem::absolute(files).lexically_normal() / inside).string());
  });
  for (auto const& [file, name] : datasets) folder.put_in_a_folder(file, name);
  std::string const bytes = bytes_of_outputs(output_type, outputs, options.output_prefix, result);
  if (!files.empty()) folder.finish();
  result.write_outputs(bytes);
}

/// Of an exception of the task.
inline flyte_problem problem_of_task(std::exception_ptr const& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (recoverable_error const&) {
    return {"USER:Recoverable", "USER", true};
  } catch (device_error const&) {
    return {"SYSTEM:DeviceFailed", "SYSTEM", true};
  } catch (std::filesystem::filesystem_error const& why) {
    bool const full = why.code() == std::errc::no_space_on_device;
    if (full) return {"SYSTEM:OutputsNotWritten", "SYSTEM", true};
  } catch (...) {
  }
  return {"USER:TaskFailed", "USER", false};
}

/// No alternative is present. What is not compiled in is on no other node, either.
inline flyte_problem problem_of_absence(described_task const& task, flyte_run_options const& options,
                                        std::string const& text) {
  int const tried = options.accelerator.accelerator == "auto" ? task.alternative_count : 1;
  int missing = 0;
  constexpr std::string_view words = "not compiled in";
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++missing;
  if (missing >= tried) return {"USER:NotCompiledIn", "USER", false};
  return {"SYSTEM:NoAccelerator", "SYSTEM", true};
}

/// The exception that is being handled: what error.pb says of it, as flytekit's entry point has it.
inline flyte_problem current_problem(described_task const& task, flyte_run_options const& options) {
  try {
    throw;
  } catch (task_failure const& why) {
    return problem_of_task(why.thrown());
  } catch (not_available const& why) {
    return problem_of_absence(task, options, why.what());
  } catch (device_error const&) {
    return {"SYSTEM:DeviceFailed", "SYSTEM", true};
  } catch (unreadable_inputs const&) {
    return {"SYSTEM:InputsNotRead", "SYSTEM", true};
  } catch (system_failure const&) {
    return {"SYSTEM:OutputsNotWritten", "SYSTEM", true};
  } catch (input_error const&) {
    return {"USER:WrongInput", "USER", false};
  } catch (...) {
    return {"USER:TaskFailed", "USER", false};
  }
}

/// A run as Flyte starts it. What goes wrong is in `error.pb` and in the log.
/// \throws input_error for a wrong option; system_failure where `error.pb` cannot be written, either
inline int run_for_flyte(char const* program, described_task const& task, flyte_run_options const& options) {
  flyte_mounts const mounts = read_mounts(options.mounts);
  flyte_result result(program, mounts.path_of(options.output_prefix, "--flyte-output-prefix"));
  try {
    run_for_flyte_or_throw(program, task, options, mounts, result);
    return 0;
  } catch (...) {
    flyte_problem const problem = current_problem(task, options);
    std::string const text = terminal_text(message_of(std::current_exception()).text(), true);
    say(program, text);
    result.write_error(error_message(problem, text));
    return status_after_error();
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
