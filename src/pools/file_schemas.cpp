// SPDX-License-Identifier: BSL-1.0
// JSON Schemas of the files that a person writes, made of the tables that their readers have: a part of the library
// allotype::pools.
#include <allotype/cluster/pools/detail/file_members.hpp>
#include <allotype/cluster/pools/detail/named_pool.hpp>
#include <allotype/core/detail/compare_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

namespace {

document text_schema() { return {{"type", "string"}, {"minLength", 1}}; }

document schema_of_member(member_rule const& rule) {
  document made;
  switch (rule.kind) {
    case value_kind::string:
      made = text_schema();
      break;
    case value_kind::number:
      made["type"] = "integer";
      made["minimum"] = rule.least;
      made["maximum"] = rule.most;
      break;
    case value_kind::array:
      made["type"] = "array";
      if (rule.least > 0) made["minItems"] = rule.least;
      break;
    case value_kind::object:
      made["type"] = "object";
      break;
    case value_kind::null:
    case value_kind::boolean:
      break;
  }
  made["description"] = rule.words;
  return made;
}

template <std::size_t Count>
document schema_of_object(member_rule const (&members)[Count]) {
  document required = document::array();
  document properties;
  for (member_rule const& each : members) {
    properties[each.name] = schema_of_member(each);
    if (each.required) required.push_back(each.name);
  }
  document made{{"type", "object"}, {"additionalProperties", false}};
  if (!required.empty()) made["required"] = required;
  made["properties"] = properties;
  return made;
}

document reference(std::string const& name) { return {{"$ref", "#/$defs/" + name}}; }

document schema_of_gpus() {
  document made = schema_of_object(members_of_gpus);
  document& properties = made["properties"];
  properties["layout"]["items"] = text_schema();
  properties["layout"]["maxItems"] = max_partitions;
  properties["mig-devices"]["minProperties"] = 1;
  properties["mig-devices"]["additionalProperties"] =
      document{{"type", "integer"}, {"minimum", 1}, {"maximum", max_partitions}};
  made["not"] = document{{"required", document::array({"layout", "mig-devices"})}};
  return made;
}

/// The system says which settings there are.
document schema_of_pool() {
  document made = schema_of_object(members_of_pool);
  document systems = document::array();
  document by_system = document::array();
  document one_name = document::array();
  document required = document::array();
  for (std::string const& each : system_names()) systems.push_back(each);
  document& properties = made["properties"];
  properties["system"]["enum"] = systems;
  properties["gpus"]["items"] = reference("gpus");
  auto const add_name = [&](char const* name) {
    one_name.push_back({{"required", document::array({name})}});
    for (std::string const& each : system_names()) {
      by_system.push_back({{"if", {{"required", document::array({name})}, {"properties", {{name, {{"const", each}}}}}}},
                           {"then", {{"properties", {{"settings", reference("settings of " + each)}}}}}});
    }
  };
  add_name("system");
  for (char const* const each : earlier_names_of_system) {
    document const system = properties["system"];
    properties[each] = system;
    add_name(each);
  }
  for (member_rule const& each : members_of_pool) {
    if (each.required && !equal(each.name, "system")) required.push_back(each.name);
  }
  made["required"] = required;
  made["oneOf"] = one_name;
  made["allOf"] = by_system;
  return made;
}

document schema(char const* title, document content, document const& definitions) {
  document made{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  for (auto const& [name, value] : content.members()) made[name] = value;
  made["$defs"] = definitions;
  return made;
}

}  // namespace

document schema_of_cluster() {
  document cluster = schema_of_object(members_of_cluster);
  cluster["properties"]["pools"]["items"] = reference("pool");
  document definitions{{"pool", schema_of_pool()}, {"gpus", schema_of_gpus()}};
  for (std::string const& each : system_names())
    definitions["settings of " + each] = make_system(each)->schema_of_settings();
  return schema("A cluster of allotype's: its pools of nodes", cluster, definitions);
}

document schema_of_tasks() {
  document task = schema_of_object(members_of_task);
  task["properties"]["accelerators"]["items"] = text_schema();
  task["properties"]["limits"] = reference("limits");
  return schema("Tasks of a program, as it prints them with list --json",
                {{"type", "array"}, {"items", reference("task")}},
                {{"task", task}, {"limits", schema_of_object(members_of_limits)}});
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
