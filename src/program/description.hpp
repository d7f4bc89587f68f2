// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a program says of its tasks, as text and as JSON.
#pragma once

#include <string>

#include <allotype/program/accelerator_description.hpp>
#include <allotype/program/detail/described_task.hpp>
#include "value_json.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// "A100 2g.10gb, else cpu"
inline std::string accelerators_of(described_task const& task) {
  std::string names;
  for (int i = 0; i < task.alternative_count; ++i) {
    names += (i == 0 ? "" : ", else ") + std::string{task.alternatives[i].name};
  }
  return names;
}

inline std::vector<std::string> task_names(described_program const& program) {
  std::vector<std::string> names;
  for (int i = 0; i < program.task_count; ++i) names.push_back(program.tasks[i].name);
  return names;
}

inline std::string limits_of(described_task const& task) {
  std::vector<std::string> limits;
  if (task.cpus != 0) limits.push_back(std::to_string(task.cpus) + (task.cpus == 1 ? " core" : " cores"));
  if (task.memory.count != 0) limits.push_back(std::string{to_string(task.memory).text()} + " of memory");
  if (task.gpus != 0) limits.push_back(std::to_string(task.gpus) + (task.gpus == 1 ? " accelerator" : " accelerators"));
  if (task.ephemeral_storage.count != 0)
    limits.push_back(std::string{to_string(task.ephemeral_storage).text()} + " of disk space");
  return joined(limits);
}

/// A line a field: its name, its type, and whether it may be left out.
inline std::string lines_of(value_type const& type) {
  std::size_t width = 0;
  for (std::string const& name : type.names) width = std::max(width, name.size());
  std::string lines;
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    bool const optional = type.parts[i].kind == kind_of_value::optional;
    lines += "    " + type.names[i] + std::string(width + 2 - type.names[i].size(), ' ') + words_of(type.parts[i]) +
             (optional ? "; may be absent" : "") + "\n";
  }
  return lines;
}

inline ordered_json json_of_type(value_type const& type) {
  constexpr char const* kinds[] = {"truth",    "integer",     "number",    "text",      "file",
                                   "list",     "map",         "optional",  "structure", "datetime",
                                   "duration", "enumeration", "directory", "dataset",   "variant"};
  ordered_json json = {{"kind", kinds[static_cast<int>(type.kind)]}};
  if (type.kind == kind_of_value::integer) {
    json["least"] = type.least;
    json["most"] = type.most;
  } else if (type.kind == kind_of_value::structure) {
    json["fields"] = ordered_json::object();
    for (std::size_t i = 0; i < type.names.size(); ++i) json["fields"][type.names[i]] = json_of_type(type.parts[i]);
  } else if (type.kind == kind_of_value::enumeration) {
    json["values"] = type.names;
  } else if (type.kind == kind_of_value::dataset) {
    json["format"] = type.names[0];
  } else if (type.kind == kind_of_value::variant) {
    for (value_type const& part : type.parts) json["of"].push_back(json_of_type(part));
  } else if (!type.parts.empty()) {
    json["of"] = json_of_type(type.parts[0]);
  }
  return json;
}

inline ordered_json description_json(described_task const& task) {
  ordered_json json = {
      {"name", task.name}, {"accelerators", ordered_json::array()}, {"limits", ordered_json::object()}};
  for (int i = 0; i < task.alternative_count; ++i) json["accelerators"].push_back(task.alternatives[i].name);
  ordered_json& limits = json["limits"];
  if (task.cpus != 0) limits["cpus"] = task.cpus;
  if (task.memory.count != 0) limits["memory"] = task.memory.count;
  if (task.gpus != 0) limits["gpus"] = task.gpus;
  if (task.ephemeral_storage.count != 0) limits["ephemeral_storage"] = task.ephemeral_storage.count;
  json["inputs"] = json_of_type(task.inputs())["fields"];
  json["outputs"] = task.has_outputs ? json_of_type(task.outputs())["fields"] : ordered_json::object();
  return json;
}

inline std::string to_string(described_task const& task) {
  std::string text = std::string{task.name} + "\n  accelerators  " + accelerators_of(task) + "\n";
  if (std::string const limits = limits_of(task); !limits.empty()) text += "  limits        " + limits + "\n";
  text += "  inputs\n" + lines_of(task.inputs());
  if (task.has_outputs) text += "  outputs\n" + lines_of(task.outputs());
  return text;
}

inline std::string list_text(described_program const& program) {
  std::size_t width = 0;
  for (std::string const& name : task_names(program)) width = std::max(width, name.size());
  std::string text;
  for (int i = 0; i < program.task_count; ++i) {
    std::string const name = program.tasks[i].name;
    text += name + std::string(width + 2 - name.size(), ' ') + accelerators_of(program.tasks[i]) + "\n";
  }
  return text;
}

inline ordered_json list_json(described_program const& program) {
  ordered_json json = ordered_json::array();
  for (int i = 0; i < program.task_count; ++i) json.push_back(description_json(program.tasks[i]));
  return json;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
