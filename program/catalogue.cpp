// SPDX-License-Identifier: BSL-1.0
#include "catalogue.hpp"

#include <allotype/names/accelerator_names.hpp>

namespace program {

namespace {

namespace at = allotype;
using names = at::detail::accelerator_names<>;

template <class A>
constexpr at::flyte::gpu_accelerator const* request_of() {
  if constexpr (at::flyte::has_name<A>) {
    return &at::flyte::message_of<A>;
  } else {
    return nullptr;
  }
}
template <class A>
constexpr auto plan_of() -> decltype(catalogue_entry::plan) {
  if constexpr (requires { at::plan_layout<at::device_of<A>>({}); }) {
    return &at::plan_layout<at::device_of<A>>;
  } else {
    return nullptr;
  }
}

template <class... A>
std::vector<catalogue_entry> entries_of(at::list<A...>) {
  static constexpr catalogue_entry all[] = {{&at::detail::description_of<A>, request_of<A>(), plan_of<A>()}...};
  return {std::begin(all), std::end(all)};
}

}  // namespace

std::vector<catalogue_entry> const& catalogue() {
  static std::vector<catalogue_entry> const entries = entries_of(names::types{});
  return entries;
}

catalogue_entry const& find(std::string const& name) { return catalogue()[static_cast<std::size_t>(names::at(name))]; }
catalogue_entry const& find(std::string const& device, std::string const& partition) {
  return catalogue()[static_cast<std::size_t>(names::at(device, partition))];
}

}  // namespace program
