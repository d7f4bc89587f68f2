// SPDX-License-Identifier: BSL-1.0
#include "compute_instances.hpp"

#include <algorithm>
#include <allotype/catalog/base/mig_compute_instance.hpp>
#include <allotype/catalog/mig_name.hpp>
#include <functional>

#include "library/texts.hpp"

namespace program {

namespace {

namespace at = allotype;

at::mig_compute_row const* row_of(int gpu_slices, int slices) {
  for (at::mig_compute_row const& row : at::mig_compute_rows) {
    if (row.gpu_slices == gpu_slices && row.compute_slices == slices) return &row;
  }
  return nullptr;
}

/// Whether each finds a place, made in this order at the first start that is free.
bool fit_in_order(int gpu_slices, std::vector<int> const& slices) {
  unsigned taken = 0;
  for (int const each : slices) {
    at::mig_compute_row const* const row = row_of(gpu_slices, each);
    if (row == nullptr) return false;
    int const* const end = row->starts + row->max_instances;
    auto const mask = [&](int start) { return ((1U << each) - 1) << start; };
    int const* const start = std::find_if(row->starts, end, [&](int at) { return (taken & mask(at)) == 0; });
    if (start == end) return false;
    taken |= mask(*start);
  }
  return true;
}

/// An order in which they fit, large ones first where that is one; empty if there is none.
std::vector<int> in_order(int gpu_slices, std::vector<int> slices) {
  std::sort(slices.begin(), slices.end(), std::greater<>());
  do {
    if (fit_in_order(gpu_slices, slices)) return slices;
  } while (std::prev_permutation(slices.begin(), slices.end()));
  return {};
}

/// Whether the name means the instance that has the other one: the same profile, at the same start or at none.
bool is_said_again(std::string const& name, std::string const& other) {
  return name == other || name == other.substr(0, other.find('@'));
}

}  // namespace

std::vector<cut_instance> cut_instances(std::vector<std::string> const& words) {
  std::vector<cut_instance> found;
  for (std::string const& word : words) {
    std::string const profile = word.substr(0, word.find('@'));
    at::mig_name const name = at::parse_mig_name(profile.c_str());
    if (!name || !name.names_compute_slices) {
      found.push_back({word, {}});
      continue;
    }
    if (row_of(name.gpu_slices, name.compute_slices) == nullptr) {
      throw at::input_error(at::message<2000>{} << "\"" << word.c_str() << "\": a GPU instance of " << name.gpu_slices
                                                << " slices has no compute instance of " << name.compute_slices);
    }
    std::string const gpu_instance = name.gpu_instance + word.substr(profile.size());
    if (!found.empty() && !found.back().slices.empty() && is_said_again(gpu_instance, found.back().name)) {
      std::vector<int> together = found.back().slices;
      together.push_back(name.compute_slices);
      std::vector<int> const order = in_order(name.gpu_slices, together);
      if (!order.empty()) {
        found.back().slices = order;
        continue;
      }
    }
    found.push_back({gpu_instance, {name.compute_slices}});
  }
  return found;
}

std::vector<std::string> commands_of(at::gpu_setup const& setup, std::vector<cut_instance> const& instances,
                                     at::nvidia_smi::options how) {
  std::vector<std::string> commands;
  for (int n = 0; n < setup.count; ++n) {
    int const i = how.form == at::nvidia_smi::instance_form::id ? setup.creation_order[n] : n;
    at::gpu_setup one = setup;
    one.count = 1;
    one.instances[0] = setup.instances[i];
    one.creation_order[0] = 0;
    std::string const create = at::nvidia_smi::create_command(one, how);
    std::vector<int> const& slices = instances[static_cast<std::size_t>(i)].slices;
    if (slices.empty()) {
      commands.push_back(create);
      continue;
    }
    std::vector<int> ids;
    for (int const each : slices) ids.push_back(row_of(setup.row(i).compute_slices, each)->nvml_profile_id);
    commands.push_back("gi=$(" + create.substr(0, create.rfind(" -C")) +
                       R"( | sed -n 's/.*GPU instance ID *\([0-9][0-9]*\) on.*/\1/p'))");
    commands.push_back("test -n \"$gi\" && nvidia-smi mig -i " + std::to_string(how.gpu) + " -gi \"$gi\" -cci " +
                       library::joined(ids, ","));
  }
  return commands;
}

}  // namespace program
