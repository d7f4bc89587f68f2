// SPDX-License-Identifier: BSL-1.0
// Pools and clusters by what a person wrote: the library allotype::pools.
#include <allotype/cluster/pools/detail/file_members.hpp>
#include <allotype/cluster/pools/detail/input_file.hpp>
#include <allotype/cluster/pools/detail/named_accelerator.hpp>
#include <allotype/cluster/pools/detail/named_pool.hpp>
#include <allotype/cluster/pools/detail/opened_file.hpp>
#include <allotype/cluster/pools/detail/setup_of_systems.hpp>
#include <allotype/cluster/request/system.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/names/accelerator_names.hpp>
#include <list>
#include <regex>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

namespace by_name {
namespace {

namespace at = allotype;
namespace kubernetes = at::kubernetes;
namespace slurm = at::slurm;

[[noreturn]] void refuse(std::string const& text) { throw at::input_error(at::message<2000>{} << text.c_str()); }

/// Texts of settings live as long as the program: settings point to them.
char const* intern(std::string const& text) {
  static std::list<std::string> texts;
  return texts.emplace_back(text).c_str();
}

/// A sentence says what to write in C++; here is who writes a command or a file.
std::string as_typed(std::string sentence) {
  static std::pair<std::regex, char const*> const rules[] = {
      {std::regex{R"re(setting<"([^"]*)", "([^"]*)">)re"}, R"(the setting $1="$2")"},
      {std::regex{R"re(site_type<[^>]*>)re"}, R"(the setting type, as type="A100 2g.10gb=a100_2g")"},
      {std::regex{R"re(system<"([^"]*)">)re"}, "the system $1"},
      {std::regex{R"re(::(?:slice|partition)<"([^"]*)">)re"}, " $1"},
      {std::regex{R"re(gpus_of<([^,]*), ([0-9]*)>)re"}, R"({"device": "$1", "count": $2})"},
      {std::regex{R"re(\{\.[a-z_]* = ([0-9]*)_([KMGT]i)B\})re"}, "$1$2"}};
  for (auto const& [in_code, typed] : rules) sentence = std::regex_replace(sentence, in_code, typed);
  return sentence;
}

// ---- settings by name ----------------------------------------------------------------------------------------------

template <class Settings>
[[noreturn]] void refuse_value(setting_row<Settings> const& row, setting_fault fault, std::string const& value) {
  std::string valid = "true and false";
  if (fault == setting_fault::no_number)
    valid = "a number from " + std::to_string(row.min) + " to " + std::to_string(row.max);
  if (fault == setting_fault::no_choice) valid = row.choices;
  if (fault == setting_fault::no_name) valid = row.rule->words;
  bool const one = fault == setting_fault::no_number || fault == setting_fault::no_name;
  refuse(std::string{row.name} + "=" + value + (one ? ": valid is " : ": valid are ") + valid);
}

/// What a site calls one of its accelerators: A100 2g.10gb=name.
template <class Settings>
void add_type(Settings& to, std::string const& name, std::string const& value) {
  auto const sign = value.rfind('=');
  if (sign == value.npos)
    refuse(name + "=" + value + ": valid is an accelerator and its type, as A100 2g.10gb=a100_2g");
  for (named_type const& each : to.types) {
    if (equal(each.accelerator, find_accelerator(value.substr(0, sign)).name))
      refuse(std::string{each.accelerator} + " has the type " + in_error(each.type) + " already");
  }
  if (to.types.size() == max_named_types) refuse("a pool has at most 16 types of its own");
  to.types.push_back({find_accelerator(value.substr(0, sign)).name,
                      intern(allowed_name("a type", rule::batch_word, value.substr(sign + 1)))});
}

bool is_utf8_and_shown(std::string const& text) { return terminal_text(text) == text; }

template <class Settings>
void set_by_name(Settings& to, std::string const& name, std::string const& value) {
  std::string valid;
  if constexpr (has_setting_rows<Settings>) {
    for (auto const& row : setting_rows<Settings>) {
      detail::add_to_list(valid, row.name);
      if (name != row.name && (name != row.was || name.empty())) continue;
      auto const read = read_for(row, intern(value));
      if (read.fault != setting_fault::none) refuse_value(row, read.fault, value);
      return row.set(to, read.value);
    }
  }
  if constexpr (requires { to.types; }) {
    if (name == "type") return add_type(to, name, value);
    detail::add_to_list(valid, "type");
  }
  nearest_names<std::string> nearest(text_range(name), static_cast<int>(name.size()) / 2 + 1);
  for (comma_separated each{text_range(valid)}; !valid.empty() && !each.done(); each.next())
    nearest.offer(each.element().trimmed(), each.element().trimmed().as<std::string>());
  refuse(in_error(name) + " is no setting of this system; " +
         (valid.empty()
              ? "it has none"
              : (nearest.size() == 0 ? "" : "the nearest is " + nearest.best() + "; ") + "there are " + valid));
}

/// A value as a file may have it: numbers and truth values as such, or as texts.
template <class Settings>
at::document schema_of(setting_row<Settings> const& row) {
  at::document valid = at::document::array();
  switch (row.kind) {
    case setting_kind::string:
      return {{"type", at::document::array({"string", "number", "boolean"})}};
    case setting_kind::boolean:
      return {{"enum", at::document::array({true, false, "true", "false"})}};
    case setting_kind::number:
      return {{"anyOf", at::document::array({{{"type", "integer"}, {"minimum", row.min}, {"maximum", row.max}},
                                             {{"type", "string"}, {"pattern", "^[0-9]+$"}}})}};
    case setting_kind::choice:
      for (comma_separated each{row.choices}; !each.done(); each.next())
        valid.push_back(each.element().template as<std::string>());
  }
  return {{"enum", valid}};
}

template <class Settings>
at::document schema_of_settings() {
  at::document properties;
  if constexpr (has_setting_rows<Settings>) {
    for (auto const& row : setting_rows<Settings>) {
      properties[row.name] = schema_of(row);
      if (*row.was != '\0') properties[row.was] = schema_of(row);
    }
  }
  if constexpr (requires(Settings settings) { settings.types; })
    properties["type"] = {{"type", "object"}, {"additionalProperties", {{"type", "string"}, {"minLength", 1}}}};
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
}

// ---- requests in print ---------------------------------------------------------------------------------------------

printed_request in_print(kubernetes::pod_request const& request, at::work const& work) {
  printed_request printed;
  printed.part = to_document(request);
  for (kubernetes::pod_request::expression const& each : request.node_affinity) {
    if (!each.exists && !each.values.empty()) detail::add_to_list(printed.unlabelled, each.key.text());
  }
  if (request.pods == 1) {
    printed.manifests = {kubernetes::pod(request, work)};
  } else {
    printed.manifests = {kubernetes::headless_service(work), kubernetes::job(request, work)};
  }
  return printed;
}
printed_request in_print(slurm::job_request const& request, at::work const& work) {
  printed_request printed;
  at::document options = at::document::array();
  for (std::string const& each : slurm::options_of(request)) options.push_back(each);
  printed.part = {{"options", options}};
  printed.text = to_string(request);
  printed.script = script(request, work);
  return printed;
}

printed_request in_print(at::dra::claim_request const& request, at::work const& work) {
  printed_request printed;
  printed.part = to_document(request);
  if (request.in_compute_domain) printed.manifests.push_back(at::dra::compute_domain(request, work));
  printed.manifests.push_back(at::dra::claim_template(request, work));
  if (request.pods == 1) {
    printed.manifests.push_back(kubernetes::pod(request, work));
  } else {
    printed.manifests.push_back(kubernetes::headless_service(work));
    printed.manifests.push_back(kubernetes::job(request, work));
  }
  return printed;
}
printed_request in_print(at::system_request const& request, at::work const&) {
  printed_request printed;
  printed.part = to_document(request);
  printed.text = to_string(request);
  return printed;
}
printed_request in_print(at::ray::task_request const& request, at::work const&) {
  printed_request printed;
  printed.part = to_document(request);
  printed.text = to_json(printed.part);
  return printed;
}

/// A request that leaves the partitioning or the memory open is for that, too.
bool is_left_open(request_items const& asked, accelerator_data const& what) {
  for (request_item const& each : asked.all) {
    bool const is_same_device = equal(each.what->device, what.device);
    if (is_same_device && each.what->state == accelerator_data::partitioning::open) return true;
    if (is_size_of(*each.what, what)) return true;
  }
  return false;
}

template <class Settings>
class named_system_with final : public named_system {
 public:
  explicit named_system_with(Settings const& settings) : settings_(settings) {}

  void set(std::string const& name, std::string const& value) override { set_by_name(settings_, name, value); }

  at::document schema_of_settings() const override { return by_name::schema_of_settings<Settings>(); }

  printed_request request(at::detail::request_items const& all, at::detail::pool_content const* of,
                          at::request_options const& options, at::work const& work) const override {
    auto const asked = unless_inexpressible<Settings>(all);
    auto const request =
        of == nullptr ? ask(settings_, asked, options) : at::detail::ask_described(settings_, *of, asked, options);
    if (!request.refused) return in_print(request, work);
    printed_request refused;
    refused.refused = as_typed(request.refused.sentence());
    return refused;
  }

  std::string refusal_of(request_items const& asked, pool_content const& of,
                         request_options const& options) const override {
    auto const request = ask_described(settings_, of, asked, options);
    return request.refused ? as_typed(request.refused.sentence()) : "";
  }

  bool asked_for_one(request_items const& asked, pool_content const& of,
                     request_options const& options) const override {
    return asked.alternatives && is_asked_for_one(settings_, of, asked, options);
  }

  void describe(pool_content& to) const override {
    to.clients = clients_of(settings_);
    to.on_demand = is_on_demand(settings_);
    to.spans_nodes = is_one_domain(settings_);
  }

  std::string fault_on(node_content const& nodes) const override {
    refusal refused;
    if constexpr (requires { refuse_nodes(settings_, nodes, refused); }) refuse_nodes(settings_, nodes, refused);
    if (refused) return as_typed(refused.sentence());
    if constexpr (requires { settings_.types; }) {
      for (named_type const& each : settings_.types) {
        bool there = false;
        std::string has;
        for (request_item const& kind : nodes) {
          there = there || equal(each.accelerator, kind.what->name) || equal(each.accelerator, kind.what->device);
          detail::add_to_list(has, kind.what->name);
        }
        if (!there)
          return "the type " + in_error(each.type) + " is of " + each.accelerator + ", which no node has; they have " +
                 has;
      }
    }
    return {};
  }

  std::vector<mistaken_for> also_met(request_items const& asked, pool_content const& of, request_options const& options,
                                     std::vector<named_pool> const& others) const override {
    auto const request = ask_described(settings_, of, asked, options);
    std::vector<mistaken_for> found(others.size());
    for (std::size_t i = 0; i < others.size(); ++i) {
      auto const* const same = dynamic_cast<named_system_with const*>(others[i].system.get());
      if (same != nullptr) found[i] = also_met_by(request, asked, same->settings_, others[i].content.on_a_node);
    }
    return found;
  }

  std::vector<std::string> also_met_anywhere(request_items const& asked,
                                             request_options const& options) const override {
    std::vector<std::string> names;
    auto const request = ask(settings_, asked, options);
    if (request.refused) return names;
    Settings elsewhere = settings_;
    if constexpr (requires { elsewhere.product = nullptr; }) elsewhere.product = nullptr;  // that of the pool asked
    for (accelerator_data const* each : named_accelerators()) {
      // A device of several sizes is one of those that follow; whole or open, it is the same node.
      bool const is_another_way_to_say =
          each->several_sizes || each->is_compute_instance() || each->state == accelerator_data::partitioning::whole;
      if (is_another_way_to_say || is_left_open(asked, *each)) continue;
      node_content node;
      node.push_back({each, 1});
      if (also_met_by(request, asked, elsewhere, node).what != nullptr) names.emplace_back(each->name);
    }
    return names;
  }

  void add_setup(cluster_setup& to, node_setup const& node) const override { add_setup_of_pool(to, settings_, node); }

 private:
  Settings settings_;
};

struct known_system {
  char const* name;
  std::unique_ptr<named_system> (*make)();
};
template <class System>
std::unique_ptr<named_system> make() {
  return std::make_unique<named_system_with<std::remove_const_t<decltype(System::settings)>>>(System::settings);
}
template <class... Rows>
std::vector<known_system> systems_of(list<Rows...>) {
  return {{Rows::name, make<typename Rows::type>}...};
}
std::vector<known_system> const& systems() {
  static std::vector<known_system> const all = systems_of(known_systems::types{});
  return all;
}

// ---- the file ------------------------------------------------------------------------------------------------------

/// What is wrong says where it stands.
template <class Read>
decltype(auto) at_place(file_place const& at, Read const& read) {
  try {
    return read();
  } catch (at::input_error const& error) {
    at.refuse(error.what());
  }
}

/// The partitions of a GPU: by name, or counted as nvidia-mig-parted does.
std::vector<std::string> partitions_of(file_place const& gpu) {
  constexpr int most = max_partitions;
  static_assert(most <= board_places::max_units);
  std::vector<std::string> partitions;
  auto const add = [&](file_place const& at, std::string const& profile, int count) {
    if (static_cast<int>(partitions.size()) + count > most)
      at.refuse("a GPU has at most " + std::to_string(most) + " partitions");
    partitions.insert(partitions.end(), static_cast<std::size_t>(count), profile);
  };
  if (gpu.has("layout")) {
    file_place const layout = gpu.member("layout");
    if (gpu.has("mig-devices")) layout.refuse("\"layout\" and \"mig-devices\" exclude each other");
    for (file_place const& each : layout.elements("partitions, as [\"3g.20gb\", \"1g.5gb\"]"))
      add(each, each.text(), 1);
    if (partitions.empty()) layout.refuse("\"layout\" must be an array of partitions, and has none");
  } else {
    file_place const counted = gpu.member("mig-devices");
    for (file_place const& each : counted.members("{\"1g.5gb\": 7}")) add(each, each.name(), each.number(1, most));
    if (partitions.empty()) counted.refuse("\"mig-devices\" must be an object, as {\"1g.5gb\": 7}, and has no members");
  }
  return partitions;
}

void add_gpus(named_pool& to, file_place const& gpu) {
  gpu.only(members_of_gpus);
  file_place const device = gpu.member("device");
  std::string const name = device.text();
  accelerator_data const& what = at_place(device, [&]() -> accelerator_data const& { return find_accelerator(name); });
  named_gpus gpus{&what, gpu.number_of(members_of_gpus, "count", 1)};
  if (gpu.has("layout") || gpu.has("mig-devices")) {
    gpus.laid_out = true;
    auto const partitions = partitions_of(gpu);
    gpus.layout = at_place(gpu, [&] { return layout_of(name, partitions); });
    for (auto const& placed : gpus.layout.placements)
      to.content.add(find_accelerator(name, placed.profile), gpus.count);
  } else {
    if (what.partitions_of_device > 0 && gpus.count % what.partitions_of_device != 0) {
      gpu.refuse(std::string{what.name} + " is one of " + std::to_string(what.partitions_of_device) +
                 " partitions of each device: valid is a multiple of that, and \"count\" is " +
                 std::to_string(gpus.count));
    }
    to.content.add(what, gpus.count);
  }
  if (to.content.overflows) gpu.refuse("the nodes of a pool have at most 24 kinds of devices and partitions");
  to.gpus.push_back(gpus);
}

void read_settings(named_system& to, file_place const& settings) {
  for (file_place const& each : settings.members("{\"partition\": \"gpu\"}")) {
    if (each.kind() == value_kind::object && each.name() == "type") {
      for (file_place const& type : each.members("{\"A100 2g.10gb\": \"a100_2g\"}"))
        at_place(type, [&] { to.set(each.name(), type.name() + "=" + type.text()); });
    } else {
      at_place(each, [&] { to.set(each.name(), each.word()); });
    }
  }
}

/// \param system what the pool has for "system"
std::vector<std::string> names_of_members(char const* system) {
  std::vector<std::string> names;
  for (member_rule const& each : members_of_pool) names.emplace_back(equal(each.name, "system") ? system : each.name);
  return names;
}

named_pool read_pool(file_place const& from, int position) {
  file_place const unnamed = from.called("pool " + std::to_string(position));
  char const* system = "system";
  for (char const* const earlier : earlier_names_of_system) system = from.has(earlier) ? earlier : system;
  unnamed.only(names_of_members(system));
  named_pool read;
  read.name = unnamed.member("name").text();
  if (!is_utf8_and_shown(read.name))
    unnamed.member("name").refuse(in_error(read.name) +
                                  " has characters that are not shown: control characters, ends of lines");
  file_place const here = from.called("pool " + std::to_string(position) + " " + in_error(read.name));
  file_place const named = here.member(system);
  read.system_name = named.text();
  read.system = at_place(named, [&] { return make_system(read.system_name); });
  if (from.has("settings")) read_settings(*read.system, here.member("settings"));
  read.content.nodes = here.number_of(members_of_pool, "nodes", 1);
  read.system->describe(read.content);
  for (file_place const& each : here.member("gpus").elements("GPUs, as [{\"device\": \"A100\", \"count\": 8}]"))
    add_gpus(read, each);
  std::string const why = read.system->fault_on(read.content.on_a_node);
  if (!why.empty()) here.refuse(why);
  return read;
}

using names = accelerator_names<>;

template <class... A>
std::vector<accelerator_data const*> entries_of(list<A...>) {
  return {&data_of<A>...};
}

}  // namespace
}  // namespace by_name

std::vector<accelerator_data const*> const& named_accelerators() {
  static std::vector<accelerator_data const*> const entries = by_name::entries_of(by_name::names::types{});
  return entries;
}

int position_of_accelerator(std::string const& device, std::string const& partition) {
  return partition.empty() ? by_name::names::at(device) : by_name::names::at(device, partition);
}

planned_layout layout_of(std::string const& device, std::vector<std::string> const& instances) {
  accelerator_data const* const entry = &find_accelerator(device);
  if (entry->board == nullptr || !equal(entry->name, entry->device)) {
    throw input_error(message<2000>{} << entry->name << " is no GPU with MIG instances, so nothing of it "
                                      << "can be laid out; A100, H100 and others can (allotype list)");
  }
  return plan_layout_on(*entry, instances);
}

std::unique_ptr<named_system> make_system(std::string const& name) {
  nearest_names<std::string> nearest(name, 64);
  for (by_name::known_system const& each : by_name::systems()) {
    if (name == each.name) return each.make();
    nearest.offer(each.name, each.name);
  }
  if (name == "kubernetes") {
    by_name::refuse(
        "\"kubernetes\" is several systems, by what serves the GPUs: kubernetes-mixed (NVIDIA's device plugin, MIG "
        "partitions as resources of their own, and whole GPUs), kubernetes-single (all partitions of a node are "
        "alike), "
        "kubernetes-none (whole GPUs alone), amd-mixed and amd-single (AMD's device plugin), dra (a DRA driver)");
  }
  by_name::refuse(in_error(name) + " is no system; the nearest is " + nearest.best() + "; there are " +
                  detail::joined(system_names()));
}

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  for (by_name::known_system const& each : by_name::systems()) names.emplace_back(each.name);
  return names;
}

std::vector<named_pool> read_cluster(std::string const& file) {
  for (std::string const ending : {".yaml", ".yml"}) {
    if (file.size() > ending.size() && file.compare(file.size() - ending.size(), ending.size(), ending) == 0)
      refuse_file(file, "is YAML by its name, which the program allotype reads; here valid is a file of JSON");
  }
  return read_cluster(file, read_json(file));
}

std::vector<named_pool> read_cluster(std::string const& file, file_value const& content) {
  file_place const at(file, content);
  at.only(members_of_cluster);
  std::vector<named_pool> read;
  file_place const pools = at.member("pools");
  for (file_place const& each : pools.elements("pools")) {
    read.push_back(by_name::read_pool(each, static_cast<int>(read.size()) + 1));
    for (std::size_t i = 0; i + 1 < read.size(); ++i) {
      if (read[i].name == read.back().name) each.refuse("two pools are called " + in_error(read.back().name));
    }
  }
  if (read.empty()) pools.refuse("\"pools\" must be an array with at least one pool");
  return read;
}

namespace by_name {
namespace {

node_setup setup_of(named_pool const& pool) {
  constexpr std::size_t most = 1024;
  node_setup node{pool.name, &pool.content, {}};
  for (named_gpus const& each : pool.gpus) {
    if (each.what->maker != vendor::nvidia) continue;
    if (each.what->is_partition()) {
      node.is_laid_out = false;
      continue;
    }
    if (node.gpus.size() + static_cast<std::size_t>(each.count) > most)
      refuse("pool " + in_error(pool.name) + ": nodes with more than " + std::to_string(most) +
             " GPUs are not set up here");
    gpu_setup setup;
    if (each.laid_out) {
      setup = gpu_setup::of(each.layout);
    } else {
      setup.device = &find_accelerator(each.what->device);
    }
    node.gpus.insert(node.gpus.end(), static_cast<std::size_t>(each.count), setup);
  }
  return node;
}

}  // namespace
}  // namespace by_name

std::vector<setup_step> provision(std::vector<named_pool const*> const& pools, std::string const& tool) {
  cluster_setup all(tool);
  try {
    for (named_pool const* each : pools) each->system->add_setup(all, by_name::setup_of(*each));
  } catch (input_error const& wrong) {
    by_name::refuse(by_name::as_typed(wrong.what()));
  }
  return all.steps();
}

std::string lack_in_words(named_pool const& pool, request_items const& asked, int nodes) {
  lack const found = lack_of(pool.content, asked, nodes);
  std::string has, parts;
  request_item const* missing = &asked.all[0];
  for (request_item const& each : asked.all) {
    if (lack_of_one(pool.content, *each.what, each.count) == found) missing = &each;
  }
  for (request_item const& each : pool.content.on_a_node) {
    add_to_list(has, std::to_string(each.count) + " x " + each.what->name);
    if (equal(each.what->device, missing->what->device))
      add_to_list(parts, pool.content.on_demand && !is_whole_on_demand(*each.what) ? "partitions of a GPU in MIG mode"
                         : each.what->is_partition()                               ? each.what->partition
                                                                                   : "a whole device");
  }
  if (has.empty()) has = "no devices";
  switch (found) {
    case lack::device:
      return std::string{"has no "} + missing->what->device + "; each node has " + has;
    case lack::partition:
      return std::string{"has "} + missing->what->device + " only as " + parts;
    case lack::count:
      return "has " + std::to_string(served_by(pool.content, *missing->what)) + " of " + missing->what->name +
             " on a node, and " + std::to_string(missing->count) + " are asked for";
    case lack::nodes:
      return "has " + std::to_string(pool.content.nodes) + (pool.content.nodes == 1 ? " node" : " nodes") + ", and " +
             (machines_of(*missing->what) > nodes ? missing->what->name + std::string{" is on "} +
                                                        std::to_string(machines_of(*missing->what)) + " together"
                                                  : std::to_string(nodes) + " are asked for");
    case lack::nothing:
    case lack::request:
      break;
  }
  return {};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
