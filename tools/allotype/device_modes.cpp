// SPDX-License-Identifier: BSL-1.0
#include "device_modes.hpp"

#include "catalogue.hpp"

namespace program {

namespace {

namespace at = allotype;

std::string counted(int number, std::string const& one) {
  return std::to_string(number) + " " + one + (number == 1 ? "" : "s");
}

int number(library::accelerator_description const& about, at::fact which) {
  return static_cast<int>(about.facts[static_cast<std::size_t>(which)].number);
}

}  // namespace

bool has_modes(library::accelerator_description const& about) {
  return about.of->maker == at::vendor::amd && about.partitions != nullptr;
}

device_modes modes_of(std::string const& device) {
  library::accelerator_description const& whole = *find(device).about;
  device_modes all{whole.of->device, number(whole, at::fact::xcds), {}};
  for (char const* const* name = whole.partitions; *name != nullptr; ++name) {
    library::accelerator_description const& mode = *find(whole.of->device, *name).about;
    all.modes.push_back({*name, number(mode, at::fact::max_instances), number(mode, at::fact::xcds),
                         mode.of->mode_status == nullptr ? "" : library::in_words(*mode.of->mode_status)});
  }
  return all;
}

std::string in_words(device_modes const& all) {
  return counted(static_cast<int>(all.modes.size()), "mode") + " of " + all.device + " with " +
         counted(all.chiplets, "chiplet") + "; all partitions of a device have the same mode";
}

std::string in_words(device_mode const& mode) {
  return counted(mode.partitions, "partition") + " of " + counted(mode.chiplets, "chiplet") +
         (mode.status.empty() || mode.status == "valid" ? "" : "; " + mode.status);
}

}  // namespace program
