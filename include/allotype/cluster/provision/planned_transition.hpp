// SPDX-License-Identifier: BSL-1.0
/// \file
/// From the instances that exist on a GPU to wanted ones, known while running: those of this machine, or stated ones.
/// The same search as `transition<From, To>` of cluster/provision/transition.hpp.
#pragma once

#include <string>
#include <vector>

#include <allotype/cluster/layouts/planned_layout.hpp>
#include <allotype/cluster/provision/detail/transition_search.hpp>
#include <allotype/cluster/provision/transition.hpp>
#include <allotype/core/error.hpp>
#include <allotype/machine/machine.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// What has to be done, and what remains.
struct planned_transition {
  /// A GPU instance that exists.
  struct instance {
    std::string profile;                   ///< `"3g.20gb"`
    int start = 0;                         ///< the memory slice where it begins
    int id = 0;                            ///< as `nvidia-smi mig -lgi` prints it; no two have the same
    std::vector<int> compute_instances{};  ///< their ids
    bool whole = true;                     ///< one compute instance fills it
    bool in_use = false;                   ///< programs run on it, so it stays
  };

  std::vector<instance> destroyed{};  ///< instances that are destroyed first
  std::vector<instance> kept{};       ///< instances that stay as they are
  std::vector<placement> created{};   ///< instances that are created then
};

namespace detail {

inline std::string in_words(planned_transition::instance const& it) {
  return it.profile + " at " + std::to_string(it.start) + " (GPU instance " + std::to_string(it.id) + ")";
}

[[noreturn]] inline void refuse_transition(planned_transition::instance const& it, obstacle why) {
  message<2000> text;
  text << in_words(it).c_str() << " is in use, so it is not destroyed, and ";
  switch (why) {
    case obstacle::not_wanted:
      throw input_error(text << "no instance like it is wanted");
    case obstacle::cut_up:
      throw input_error(text << "it is wanted whole, while it is cut into compute instances");
    default:
      throw input_error(text << "beside it the others have no places");
  }
}

inline planned_transition plan_transition_on(accelerator_data const& device,
                                             std::vector<planned_transition::instance> const& existing,
                                             std::vector<std::string> const& instances) {
  plan_layout_on(device, instances);  // throws if they do not fit even on an empty GPU
  board_places const places = places_on(*device.board);
  std::vector<instance_spec> wanted;
  wanted.reserve(instances.size());
  for (std::string const& text : instances) wanted.push_back(parse_instance_spec(device, text));
  std::vector<existing_instance> found;
  holdings held = nothing_held(places);
  for (planned_transition::instance const& each : existing) {
    for (planned_transition::instance const* before = existing.data(); before != &each; ++before) {
      if (before->id == each.id)
        throw input_error(message<2000>{}
                          << in_words(*before).c_str() << " and " << in_words(each).c_str()
                          << " have one id: each instance has its own, as nvidia-smi mig -lgi prints it");
    }
    instance_spec const here = parse_instance_spec(device, each.profile + "@" + std::to_string(each.start));
    if ((free_starts(places, held, here.profile) >> here.start & 1u) == 0) {
      throw input_error(message<2000>{} << in_words(each).c_str() << " cannot exist on " << device.device
                                        << " beside those stated before it");
    }
    held = with_one_more(places, held, here.profile, here.start);
    found.push_back({here.profile, here.start, each.in_use, each.whole});
  }
  auto const count = [](auto const& of) { return static_cast<int>(of.size()); };
  found_transition const way = find_transition(places, found.data(), count(found), wanted.data(), count(wanted));
  if (!way.found) refuse_transition(existing[static_cast<std::size_t>(way.in_the_way)], way.why);
  planned_transition plan;
  for (int e = 0; e < count(found); ++e) {
    (way.kept[e] ? plan.kept : plan.destroyed).push_back(existing[static_cast<std::size_t>(e)]);
  }
  for (int w = 0; w < count(wanted); ++w) {
    int const profile = wanted[static_cast<std::size_t>(w)].profile;
    if (way.source[w] < 0) plan.created.push_back(placement_of(places, device.board->rows, {profile, way.start[w]}));
  }
  return plan;
}

/// The row's profile of a GPU instance that was found; empty if the catalogue does not know it.
inline std::string profile_of(machine::found_gpu_instance const& it) {
  auto const blank = it.type.find(' ');
  return blank == std::string::npos ? "" : it.type.substr(blank + 1);
}

}  // namespace detail

/// The GPU instances of a board of this machine (`probe()`). An instance is in use if processes run on one of its
/// compute instances, or if the driver does not say whether they do.
/// \throws input_error if the board is not in MIG mode, or if its instances are not all known; listing them takes root
[[nodiscard]] inline std::vector<planned_transition::instance> instances_on(machine::found_board const& board) {
  auto const name = [&] { return message<2000>{} << "GPU " << board.index << " (" << board.name.c_str() << ") "; };
  if (!board.partitioned()) throw input_error(name() << "is not in MIG mode");
  if (!board.gpu_instances_complete) {
    throw input_error(name() << "may have instances that are not listed: " << board.gpu_instances_complete.text()
                             << "; listing all takes root");
  }
  std::vector<planned_transition::instance> all;
  for (machine::found_gpu_instance const& each : board.gpu_instances) {
    std::string const profile = detail::profile_of(each);
    if (profile.empty() || !each.placement) {
      throw input_error(name() << "has the GPU instance " << static_cast<int>(each.id)
                               << ", whose profile or place is not known");
    }
    planned_transition::instance found{
        profile, static_cast<int>(each.placement->start), static_cast<int>(each.id), {}, false, false};
    for (machine::found_compute_instance const& inside : each.compute_instances) {
      found.compute_instances.push_back(static_cast<int>(inside.id));
      found.whole = each.compute_instances.size() == 1 && inside.placement &&
                    static_cast<int>(inside.placement->size) == parse_mig_name(profile.c_str()).gpu_slices;
    }
    for (machine::found_slice const& slice : board.slices) {
      if (slice.gpu_instance_id == each.id) found.in_use = found.in_use || slice.in_use.value_or(true);
    }
    all.push_back(found);
  }
  return all;
}

/// From the instances that exist on a GPU of `Model` to the wanted ones, `"3g.20gb"`, or `"3g.20gb@4"` for one that
/// must start at the memory slice 4: with the fewest GPU instances destroyed, and none that is in use.
/// \throws input_error naming the instance that is in the way, if the wanted ones fit on no GPU, or if two of the
/// existing ones have one id
template <class Model>
  requires detail::has_rows<Model>
[[nodiscard]] planned_transition plan_transition(std::vector<planned_transition::instance> const& existing,
                                                 std::vector<std::string> const& wanted) {
  return detail::plan_transition_on(detail::data_of<Model>, existing, wanted);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
