// SPDX-License-Identifier: BSL-1.0
// Pools and clusters by what a person wrote: the library allotype::pools.
#include <allotype/cluster/pools/detail/named_accelerator.hpp>
#include <allotype/cluster/pools/detail/named_pool.hpp>
#include <allotype/cluster/request/system.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/names/accelerator_names.hpp>
#include <fstream>
#include <list>
#include <nlohmann/json.hpp>
#include <sstream>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

namespace by_name {
namespace {

namespace at = allotype;
namespace kubernetes = at::kubernetes;
namespace slurm = at::slurm;
using nlohmann::json;

/// The text says at which place of the file.
struct error_with_its_place : at::input_error {
  using input_error::input_error;
};
[[noreturn]] void refuse(std::string const& text) { throw error_with_its_place(at::message<2000>{} << text.c_str()); }

/// Texts of settings live as long as the program: settings point to them.
char const* intern(std::string const& text) {
  static std::list<std::string> texts;
  return texts.emplace_back(text).c_str();
}

// ---- settings by name ----------------------------------------------------------------------------------------------

template <class Settings>
[[noreturn]] void refuse_value(setting_row<Settings> const& row, setting_fault fault, std::string const& value) {
  std::string valid = "true and false";
  if (fault == setting_fault::no_number) valid = "a number from 1 to " + std::to_string(row.max);
  if (fault == setting_fault::no_choice) valid = row.choices;
  refuse(std::string{row.name} + "=" + value + (fault == setting_fault::no_number ? ": valid is " : ": valid are ") +
         valid);
}

/// What a site calls one of its accelerators: A100 2g.10gb=name.
template <class Settings>
void add_type(Settings& to, std::string const& name, std::string const& value) {
  auto const sign = value.rfind('=');
  if (sign == value.npos)
    refuse(name + "=" + value + ": valid is an accelerator and its type, as A100 2g.10gb=a100_2g");
  if (to.types.size() == max_named_types) refuse("a pool has at most 16 types of its own");
  to.types.push_back({find_accelerator(value.substr(0, sign)).name, intern(value.substr(sign + 1))});
}

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
  refuse("\"" + name + "\" is no setting of this system; " + (valid.empty() ? "it has none" : "there are " + valid));
}

// ---- requests in print ---------------------------------------------------------------------------------------------

printed_request in_print(kubernetes::pod_request const& request, at::work const& work) {
  printed_request printed;
  printed.part = to_document(request);
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
  printed.manifests = {at::dra::claim_template(request, work)};
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

template <class Settings>
class named_system_with final : public named_system {
 public:
  explicit named_system_with(Settings const& settings) : settings_(settings) {}

  void set(std::string const& name, std::string const& value) override { set_by_name(settings_, name, value); }

  printed_request request(at::detail::request_items const& asked, at::detail::pool_content const* of,
                          at::request_options const& options, at::work const& work) const override {
    auto const request =
        of == nullptr ? ask(settings_, asked, options) : at::detail::ask_described(settings_, *of, asked, options);
    if (!request.refused) return in_print(request, work);
    printed_request refused;
    refused.refused = request.refused.sentence();
    return refused;
  }

  mistaken_for also_met(request_items const& asked, pool_content const& of, request_options const& options,
                        named_system const& other, node_content const& nodes_of_other) const override {
    auto const* const same = dynamic_cast<named_system_with const*>(&other);
    if (same == nullptr) return {};
    return also_met_by(ask_described(settings_, of, asked, options), asked, same->settings_, nodes_of_other);
  }

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

/// Where something stands in the file, for errors.
class place {
 public:
  explicit place(std::string text) : text_(std::move(text)) {}
  [[noreturn]] void refuse(std::string const& what) const { by_name::refuse(text_ + ": " + what); }
  place in(std::string const& member) const { return place(text_ + " " + member); }

  json const& member(json const& of, char const* name) const {
    if (!of.contains(name)) refuse(std::string{"\""} + name + "\" is missing");
    return of[name];
  }
  std::string text(json const& value, char const* name) const {
    if (!value.is_string()) refuse(std::string{"\""} + name + "\" must be a text");
    return value.get<std::string>();
  }
  int count(json const& of, char const* name) const {
    if (!of.contains(name)) return 1;
    if (!of[name].is_number_integer() || of[name] < 1 || of[name] > 100000) {
      refuse(std::string{"\""} + name + "\" must be a number from 1 to 100000");
    }
    return of[name].get<int>();
  }
  void only(json const& of, std::vector<std::string> const& known) const {
    if (!of.is_object()) refuse("must be an object");
    for (auto const& [name, value] : of.items()) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      refuse("\"" + name + "\" is not known here; there are " + detail::joined(known));
    }
  }

 private:
  std::string text_;
};

/// The partitions of a GPU: by name, or counted as nvidia-mig-parted does.
std::vector<std::string> partitions_of(json const& gpu, place const& at) {
  std::vector<std::string> partitions;
  if (gpu.contains("layout")) {
    if (gpu.contains("mig-devices")) at.refuse("\"layout\" and \"mig-devices\" exclude each other");
    if (!gpu["layout"].is_array() || gpu["layout"].empty()) at.refuse("\"layout\" must be an array of partitions");
    for (json const& each : gpu["layout"]) partitions.push_back(at.text(each, "layout"));
  } else {
    if (!gpu["mig-devices"].is_object() || gpu["mig-devices"].empty())
      at.refuse("\"mig-devices\" must be an object, as {\"1g.5gb\": 7}");
    for (auto const& [profile, count] : gpu["mig-devices"].items()) {
      for (int i = at.count(gpu["mig-devices"], profile.c_str()); i > 0; --i) partitions.push_back(profile);
    }
  }
  return partitions;
}

void add_gpus(named_pool& to, json const& gpu, place const& at) {
  at.only(gpu, {"device", "layout", "mig-devices", "count"});
  std::string const device = at.text(at.member(gpu, "device"), "device");
  named_gpus gpus{&find_accelerator(device), at.count(gpu, "count")};
  if (gpu.contains("layout") || gpu.contains("mig-devices")) {
    gpus.laid_out = true;
    gpus.instances = layout_of(device, partitions_of(gpu, at)).placements;
    for (auto const& placed : gpus.instances) to.content.add(find_accelerator(device, placed.profile), gpus.count);
  } else {
    to.content.add(*gpus.what, gpus.count);
  }
  to.gpus.push_back(gpus);
}

named_pool read_pool(json const& from, place const& at) {
  // Files of version 0.2 have "flavour" for the system.
  char const* const system = from.is_object() && from.contains("flavour") ? "flavour" : "system";
  at.only(from, {"name", system, "nodes", "gpus", "settings"});
  named_pool read;
  read.name = at.text(at.member(from, "name"), "name");
  place const here = at.in("\"" + read.name + "\"");
  read.system_name = here.text(here.member(from, system), system);
  try {
    read.system = make_system(read.system_name);
    if (from.contains("settings")) {
      if (!from["settings"].is_object()) here.refuse("\"settings\" must be an object");
      for (auto const& [name, value] : from["settings"].items()) {
        if (value.is_object()) {  // types: an object of accelerators
          for (auto const& [key, inner] : value.items())
            read.system->set(name, key + "=" + here.text(inner, name.c_str()));
        } else {
          read.system->set(name, value.is_string() ? value.get<std::string>() : value.dump());
        }
      }
    }
    read.content.nodes = here.count(from, "nodes");
    json const& gpus = here.member(from, "gpus");
    if (!gpus.is_array()) here.refuse("\"gpus\" must be an array");
    for (json const& each : gpus) add_gpus(read, each, here);
  } catch (error_with_its_place const&) {
    throw;
  } catch (at::error const& error) {
    here.refuse(error.what());
  }
  if (read.content.overflows) here.refuse("the nodes of a pool have at most 24 kinds of devices and partitions");
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
  nearest_names<std::string> nearest(name, static_cast<int>(name.size()));
  for (by_name::known_system const& each : by_name::systems()) {
    if (name == each.name) return each.make();
    nearest.offer(each.name, each.name);
  }
  by_name::refuse("\"" + name + "\" is no system; the nearest is " + nearest.best() + "; there are " +
                  detail::joined(system_names()));
}

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  for (by_name::known_system const& each : by_name::systems()) names.emplace_back(each.name);
  return names;
}

std::vector<named_pool> read_cluster(std::string const& file) {
  by_name::place const at(file);
  std::ifstream in(file);
  std::stringstream text;
  if (!in || !(text << in.rdbuf())) at.refuse("cannot be read");
  nlohmann::json from;
  try {
    from = nlohmann::json::parse(text.str());
  } catch (nlohmann::json::exception const& error) {
    at.refuse(error.what());
  }
  at.only(from, {"pools"});
  nlohmann::json const& pools = at.member(from, "pools");
  if (!pools.is_array() || pools.empty()) at.refuse("\"pools\" must be an array with at least one pool");
  std::vector<named_pool> read;
  int position = 0;
  for (nlohmann::json const& each : pools) {
    read.push_back(by_name::read_pool(each, at.in("pool " + std::to_string(++position))));
    for (std::size_t i = 0; i + 1 < read.size(); ++i) {
      if (read[i].name == read.back().name) at.refuse("two pools are called \"" + read.back().name + "\"");
    }
  }
  return read;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
