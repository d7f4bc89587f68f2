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

}  // namespace program
