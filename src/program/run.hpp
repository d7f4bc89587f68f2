// SPDX-License-Identifier: BSL-1.0
/// \file
/// One run of a task: a device is opened first, then the inputs are read, the task is called, and the outputs are
/// written.
#pragma once

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <allotype/cluster/pools/detail/opened_file.hpp>
#include <allotype/cluster/quoting/strings.hpp>
#include <allotype/program/detail/described_task.hpp>
#include "output_folder.hpp"
#include "value_json.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What the command line says of a run.
struct run_options {
  std::string inputs_file;                                  ///< JSON; `-` is the standard input; empty: none
  std::vector<std::pair<std::string, std::string>> inputs;  ///< by name
  std::string output_folder;
  bool dry = false;
  accelerator_options accelerator;
};

/// With letters for what is not shown, in texts that tasks return.
inline std::string text_of_json(ordered_json const& json) { return shown_json(json.dump(2)) + "\n"; }

/// On standard error, what is not shown in letters: a message echoes what a person or a driver wrote.
inline void say(char const* program, std::string const& message) {
  std::fprintf(stderr, "%s: %s\n", program, terminal_text(message, true).c_str());
}

inline void print_text(std::string const& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

/// The file that an option names. \throws input_error with the option
inline std::string bytes_of_option(char const* option, std::string const& file) {
  try {
    return read_file(file, most_bytes_of_inputs);
  } catch (input_error const& why) {
    refuse_input(option, why.what());
  }
}

/// The inputs of the file and of the command line, which counts where both state one. Whether their files are here is
/// not looked at. \throws input_error, which names the input
inline value stated_inputs(value_type const& type, run_options const& options) {
  ordered_json json = ordered_json::object();
  std::vector<std::optional<value>> of_file(type.names.size());
  if (!options.inputs_file.empty()) {
    json = parsed_json(bytes_of_option("--inputs", options.inputs_file), options.inputs_file, "");
    if (!json.is_object())
      refuse_input(options.inputs_file,
                   "is not an object of inputs, as {\"" + (type.names.empty() ? "name" : type.names[0]) + "\": ...}");
    // Relative paths start at the file's folder.
    std::filesystem::path const folder = std::filesystem::path(options.inputs_file).parent_path();
    for (std::size_t i = 0; i < type.names.size(); ++i) {
      auto const found = json.find(type.names[i]);
      if (found != json.end()) of_file[i] = value_of_json(type.parts[i], *found, type.names[i], folder);
    }
  }
  std::vector<std::string> stated;
  for (auto const& [name, text] : options.inputs) {
    std::size_t i = 0;
    while (i < type.names.size() && type.names[i] != name) ++i;
    if (i == type.names.size()) {
      refuse_input("there is no input " + in_quotes(name),
                   "the inputs are " + joined(type.names) + did_you_mean(type.names, name));
    }
    for (std::string const& before : stated) {
      if (before == name) refuse_input(name, "is given twice on the command line");
    }
    stated.push_back(name);
    json[name] = json_of_argument(type.parts[i], text, name);
    of_file[i].reset();
  }
  return value_of_fields(type, json, "", [&](std::size_t i, ordered_json const& input) {
    return of_file[i] ? *std::move(of_file[i]) : value_of_json(type.parts[i], input, type.names[i], "");
  });
}
/// The same, and the files are here. \throws input_error, which names the input
inline value read_inputs(value_type const& type, run_options const& options) {
  value inputs = stated_inputs(type, options);
  check_files(type, inputs);
  return inputs;
}

/// Opens the first accelerator of the task that is present. Says on standard error which it is and why not an earlier
/// one.
/// \throws not_available with every reason
inline std::unique_ptr<open_task> opened(char const* program, described_task const& task,
                                         accelerator_options const& options) {
  std::unique_ptr<open_task> open = task.open(options);
  for (answer::skipped_accelerator const& each : open->skipped) {
    say(program, std::string{"not on "} + each.accelerator.text() + ": " + each.because.text());
  }
  say(program, std::string{task.name} + " on " + open->accelerator + " (" + open->device + ")");
  return open;
}

/// Calls the task and writes what it returns, to the folder or to standard output.
inline void run(char const* program, described_task const& task, run_options const& options) {
  value_type const input_type = task.inputs();
  value_type const output_type = task.has_outputs ? task.outputs() : value_type{};
  bool const needs_folder = has_files(output_type);
  if (needs_folder && options.output_folder.empty() && !options.dry) {
    refuse_input("--output-dir", "is missing; the outputs of " + std::string{task.name} + " have files");
  }
  if (!options.output_folder.empty()) output_folder::check(options.output_folder);

  std::unique_ptr<open_task> const on = opened(program, task, options.accelerator);
  value const inputs = read_inputs(input_type, options);
  if (options.dry) {
    print_text(text_of_json({{"task", task.name},
                             {"accelerator", on->accelerator},
                             {"device", on->device},
                             {"inputs", json_of_value(input_type, inputs)},
                             {"output_dir", options.output_folder}}));
    return;
  }

  output_folder folder(options.output_folder);
  value outputs = on->run(inputs, folder.files());
  for_each_file(output_type, outputs, "", [&](value_type const& type, std::string& file, std::string const& where) {
    file = folder.inside(type, file, where).string();
  });
  std::string const json = text_of_json(json_of_value(output_type, outputs));
  if (options.output_folder.empty()) return print_text(json);
  write_new_file(folder.files() / "outputs.json", json);
  folder.finish();
  say(program, "wrote " + (std::filesystem::path(options.output_folder) / "outputs.json").string());
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
