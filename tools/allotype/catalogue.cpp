// SPDX-License-Identifier: BSL-1.0
#include "catalogue.hpp"

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/names/accelerator_names.hpp>

namespace program {

namespace {

namespace at = allotype;

template <class A>
constexpr at::flyte::gpu_accelerator const* request_of() {
  if constexpr (at::flyte::has_name<A>) {
    return &at::flyte::message_of<A>;
  } else {
    return nullptr;
  }
}

template <class... A>
std::vector<catalogue_entry> entries_of(at::list<A...>) {
  return {{&library::data_of<A>, &library::description_of<A>, request_of<A>()}...};
}

}  // namespace

std::vector<catalogue_entry> const& catalogue() {
  static std::vector<catalogue_entry> const entries = entries_of(library::accelerator_names<>::types{});
  return entries;
}

catalogue_entry const& find(std::string const& device) { return find(device, {}); }

catalogue_entry const& find(std::string const& device, std::string const& partition) {
  return catalogue()[static_cast<std::size_t>(library::position_of_accelerator(device, partition))];
}

std::string own_name(at::accelerator_data const& what) {
  std::string const name = what.name;
  std::string const device = what.device;
  return name == device ? name : name.substr(device.size() + 1);
}

bool is_device(at::accelerator_data const& what) { return std::string{what.name} == what.device; }

std::vector<std::string> names_in(std::string const& device) {
  std::string const wanted = device.empty() ? "" : find(device).what->device;
  std::vector<std::string> names;
  for (catalogue_entry const& entry : catalogue()) {
    at::accelerator_data const& what = *entry.what;
    if (wanted.empty() ? is_device(what) : wanted == what.device && !is_device(what)) names.push_back(own_name(what));
  }
  return names;
}

}  // namespace program
