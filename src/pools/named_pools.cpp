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
#include <map>
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
char const* kept(std::string const& text) {
  static std::list<std::string> texts;
  return texts.emplace_back(text).c_str();
}

int number(std::string const& name, std::string const& value, int most) {
  auto const read = at::detail::read_number(at::detail::piece(value), most);
  if (!read || read.value < 1) refuse(name + "=" + value + ": valid is a number from 1 to " + std::to_string(most));
  return static_cast<int>(read.value);
}
bool truth(std::string const& name, std::string const& value) {
  if (value != "true" && value != "false") refuse(name + "=" + value + ": valid are true and false");
  return value == "true";
}

// ---- settings by name ----------------------------------------------------------------------------------------------

template <class Settings>
using setters = std::map<std::string, void (*)(Settings&, std::string const& name, std::string const& value)>;

/// The parts of a pool that several systems know (cluster/request/pool_parts.hpp).
template <class Settings>
setters<Settings> shared_setters() {
  setters<Settings> made;
  if constexpr (requires(Settings& to) { to.product = ""; }) {
    made["product"] = [](Settings& to, auto const&, auto const& value) { to.product = kept(value); };
  }
  if constexpr (requires(Settings& to) { to.selects_product = true; }) {
    made["selects-product"] = [](Settings& to, auto const& name, auto const& value) {
      to.selects_product = truth(name, value);
    };
  }
  if constexpr (requires(Settings& to) { to.driver = at::driver::newest; }) {
    made["driver"] = [](Settings& to, auto const& name, auto const& value) {
      to.driver = at::driver{number(name, value, 9999)};
    };
  }
  if constexpr (requires(Settings& to) { to.types.push_back(named_type{}); }) {
    made["type"] = [](Settings& to, auto const& name, auto const& value) {  // A100 2g.10gb=name
      auto const sign = value.rfind('=');
      if (sign == value.npos)
        refuse(name + "=" + value + ": valid is an accelerator and its type, as A100 2g.10gb=a100_2g");
      if (to.types.size() == max_named_types) refuse("a pool has at most 16 types of its own");
      to.types.push_back({find_accelerator(value.substr(0, sign)).name, kept(value.substr(sign + 1))});
    };
  }
  return made;
}

setters<kubernetes::settings> own_setters(kubernetes::settings const&) {
  return {
      {"replicas", [](auto& to, auto const& name, auto const& value) { to.replicas = number(name, value, 1000); }},
      {"renames-shared", [](auto& to, auto const& name, auto const& value) { to.renames_shared = truth(name, value); }},
      {"mps", [](auto& to, auto const& name, auto const& value) { to.mps = truth(name, value); }},
  };
}
setters<slurm::settings> own_setters(slurm::settings const&) {
  return {
      {"queue", [](auto& to, auto const&, auto const& value) { to.partition = kept(value); }},
      {"open-by-feature",
       [](auto& to, auto const& name, auto const& value) { to.open_by_feature = truth(name, value); }},
      {"counted",
       [](auto& to, auto const& name, auto const& value) {
         if (value == "per-node")
           to.counted = slurm::counted::per_node;
         else if (value == "per-job")
           to.counted = slurm::counted::per_job;
         else if (value == "gpus-per-node")
           to.counted = slurm::counted::gpus_per_node;
         else
           refuse(name + "=" + value + ": valid are per-node, per-job and gpus-per-node");
       }},
  };
}
setters<at::dra::settings> own_setters(at::dra::settings const&) {
  return {{"open-takes-partitions",
           [](auto& to, auto const& name, auto const& value) { to.open_takes_partitions = truth(name, value); }}};
}
/// Those of the other systems stand in their tables.
template <class Settings, int Row>
void set_row(Settings& to, std::string const& name, std::string const& value) {
  constexpr auto const& row = setting_rows<Settings>[Row];
  setting_value read;
  if (row.kind == setting_kind::truth) {
    read.truth = truth(name, value);
  } else if (row.kind == setting_kind::number) {
    read.number = number(name, value, max_setting);
  } else {
    read.text = kept(value);
  }
  row.set(to, read);
}
template <class Settings, int... Row>
setters<Settings> setters_of_rows(std::integer_sequence<int, Row...>) {
  return {{setting_rows<Settings>[Row].name, set_row<Settings, Row>}...};
}
template <class Settings>
setters<Settings> own_setters(Settings const&) {
  if constexpr (has_setting_rows<Settings>) {
    constexpr int rows = static_cast<int>(std::size(setting_rows<Settings>));
    return setters_of_rows<Settings>(std::make_integer_sequence<int, rows>{});
  } else {
    return {};
  }
}

template <class Settings>
setters<Settings> const& setters_of(Settings const& settings) {
  static setters<Settings> const all = [&] {
    setters<Settings> made = shared_setters<Settings>();
    made.merge(own_setters(settings));
    return made;
  }();
  return all;
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
  printed.text = to_text(request);
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
  printed.text = to_text(request);
  return printed;
}
printed_request in_print(at::ray::task_request const& request, at::work const&) {
  printed_request printed;
  printed.part = to_document(request);
  printed.text = to_json(printed.part);
  return printed;
}

template <class Settings>
class flavour_with final : public named_flavour {
 public:
  explicit flavour_with(Settings const& settings) : settings_(settings) {}

  void set(std::string const& name, std::string const& value) override {
    auto const& known = setters_of(settings_);
    auto const found = known.find(name);
    if (found != known.end()) return found->second(settings_, name, value);
    std::string valid;
    for (auto const& [each, setter] : known) detail::add_to_list(valid, each);
    refuse("\"" + name + "\" is no setting of this flavour; " + (valid.empty() ? "it has none" : "there are " + valid));
  }

  printed_request request(at::detail::wanted const& asked, at::detail::pool_content const* of,
                          at::request_options const& options, at::work const& work) const override {
    auto const request =
        of == nullptr ? ask(settings_, asked, options) : at::detail::ask_described(settings_, *of, asked, options);
    if (!request.refused) return in_print(request, work);
    printed_request refused;
    refused.refused = request.refused.sentence();
    return refused;
  }

  mistaken_for also_met(wanted const& asked, pool_content const& of, request_options const& options,
                        named_flavour const& other, node_content const& nodes_of_other) const override {
    auto const* const same = dynamic_cast<flavour_with const*>(&other);
    if (same == nullptr) return {};
    return also_met_by(ask_described(settings_, of, asked, options), asked, same->settings_, nodes_of_other);
  }

 private:
  Settings settings_;
};

struct known_flavour {
  char const* name;
  std::unique_ptr<named_flavour> (*make)();
};
template <class Flavour>
std::unique_ptr<named_flavour> make() {
  return std::make_unique<flavour_with<std::remove_const_t<decltype(Flavour::settings)>>>(Flavour::settings);
}
template <class... Rows>
std::vector<known_flavour> flavours_of(list<Rows...>) {
  return {{Rows::name, make<typename Rows::type>}...};
}
std::vector<known_flavour> const& flavours() {
  static std::vector<known_flavour> const all = flavours_of(known_systems::types{});
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
  at.only(from, {"name", "flavour", "nodes", "gpus", "settings"});
  named_pool read;
  read.name = at.text(at.member(from, "name"), "name");
  place const here = at.in("\"" + read.name + "\"");
  read.flavour_name = here.text(here.member(from, "flavour"), "flavour");
  try {
    read.flavour = make_flavour(read.flavour_name);
    if (from.contains("settings")) {
      if (!from["settings"].is_object()) here.refuse("\"settings\" must be an object");
      for (auto const& [name, value] : from["settings"].items()) {
        if (value.is_object()) {  // types: an object of accelerators
          for (auto const& [key, inner] : value.items())
            read.flavour->set(name, key + "=" + here.text(inner, name.c_str()));
        } else {
          read.flavour->set(name, value.is_string() ? value.get<std::string>() : value.dump());
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

std::unique_ptr<named_flavour> make_flavour(std::string const& name) {
  nearest_names<std::string> nearest(name, static_cast<int>(name.size()));
  for (by_name::known_flavour const& each : by_name::flavours()) {
    if (name == each.name) return each.make();
    nearest.offer(each.name, each.name);
  }
  by_name::refuse("\"" + name + "\" is no flavour of a pool; the nearest is " + nearest.best() + "; there are " +
                  detail::joined(flavour_names()));
}

std::vector<std::string> flavour_names() {
  std::vector<std::string> names;
  for (by_name::known_flavour const& each : by_name::flavours()) names.emplace_back(each.name);
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
