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
constexpr at::detail::board_for_layouts const* board_of() {
  if constexpr (at::detail::has_rows<at::device_of<A>>) {
    return &at::detail::board_for_layouts_of<at::device_of<A>>;
  } else {
    return nullptr;
  }
}

template <class... A>
std::vector<catalogue_entry> entries_of(at::list<A...>) {
  static constexpr catalogue_entry all[] = {{&at::detail::description_of<A>, &at::detail::wanted_of<A>, request_of<A>(), board_of<A>()}...};
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


at::planned_layout layout_of(std::string const& device, std::vector<std::string> const& instances) {
  catalogue_entry const& entry = find(device);
  if (entry.board == nullptr || std::string{entry.about->name} != entry.about->device) {
    throw at::layout_error(at::message<2000>{} << entry.about->name
                                               << " is no GPU with MIG instances, so nothing of it "
                                               << "can be laid out; A100, H100 and others can (allotype list)");
  }
  return at::detail::plan_layout_on(*entry.board, instances);
}

}  // namespace program
