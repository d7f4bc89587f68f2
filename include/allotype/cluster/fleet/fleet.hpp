// SPDX-License-Identifier: BSL-1.0
/// \file
/// Very many tasks on a fleet of GPUs, known while running: which GPU and which instance each gets, on how many GPUs,
/// and how many are needed at least. `pack` (cluster/fleet/pack.hpp) does it for few tasks while compiling.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <allotype/cluster/fleet/detail/fleet_search.hpp>
#include <allotype/cluster/layouts/planned_layout.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Where the tasks go.
struct planned_fleet {
  /// GPUs of one device: laid out beforehand, or with instances made as the tasks need them.
  struct supply {
    static constexpr long long as_many_as_needed = std::numeric_limits<long long>::max();

    accelerator_data const* device = &detail::no_accelerator;  ///< the GPU
    long long count = as_many_as_needed;                       ///< GPUs of this kind
    bool laid_out = false;                                     ///< beforehand, with `instances`
    std::vector<placement> instances{};  ///< of each, if laid out; none: MIG is off, and a task gets the whole GPU

    /// GPUs of a model whose instances are made as the tasks need them.
    template <class Model>
    [[nodiscard]] static supply of(long long count = as_many_as_needed) {
      return {&detail::data_of<Model>, count, false, {}};
    }
    /// A number of GPUs of a model with these instances.
    template <class Model>
      requires detail::has_rows<Model>
    [[nodiscard]] static supply of(long long count, planned_layout const& layout) {
      return {&detail::data_of<Model>, count, true, layout.placements};
    }
  };
  /// A task: an instance of the device with that profile, or the whole device.
  struct demand {
    char const* device = "";   ///< the name of the device that is wanted
    char const* profile = "";  ///< empty: the whole device
  };
  /// GPUs that are laid out alike, numbered from `first` on.
  struct layout {
    char const* device = "";             ///< the name of the device
    std::vector<placement> instances{};  ///< none: whole
    long long gpus = 0;                  ///< how many
    long long first = 0;                 ///< the number of the first of them
    bool laid_out_beforehand = false;    ///< they were laid out already
  };
  /// The GPU and the instance that a task gets.
  struct place {
    long long gpu = -1;  ///< -1: left over
    int start = 0;       ///< the memory slice where the instance begins
  };

  std::vector<layout> layouts{};         ///< all GPUs that tasks run on, in the order of their numbers
  std::vector<place> tasks{};            ///< by task
  std::vector<std::size_t> left_over{};  ///< tasks without a place
  long long gpus = 0;                    ///< those that are laid out for the tasks
  /// The tasks that find no instance laid out beforehand need so many, however they are packed.
  long long at_least = 0;
};

namespace detail {

/// The tasks of one device that have no place yet, by the rows of its board; the last are those that want it whole.
class waiting_tasks {
 public:
  waiting_tasks(accelerator_data const& device, std::vector<planned_fleet::demand> const& tasks)
      : device_(device), of_(static_cast<std::size_t>(device.board == nullptr ? 0 : device.board->row_count) + 1) {
    for (std::size_t t = tasks.size(); t-- > 0;) {
      if (equal(tasks[t].device, device.device)) of_[row_of(tasks[t].profile)].push_back(t);
    }
  }
  std::size_t whole() const { return of_.size() - 1; }
  std::size_t row_of(char const* profile) const {
    if (*profile == '\0') return whole();
    int const row = device_.board == nullptr ? -1 : find_row(*device_.board, profile);
    if (row >= 0) return static_cast<std::size_t>(row);
    throw input_error(message<2000>{} << (device_.board == nullptr ? "a device without MIG" : device_.device)
                                      << " has no instances \"" << profile << "\"");
  }
  long long count(std::size_t row) const { return static_cast<long long>(of_[row].size()); }
  /// The first one gets the place, if there is one.
  bool give(std::size_t row, planned_fleet& plan, long long gpu, int start) {
    if (of_[row].empty()) return false;
    plan.tasks[of_[row].back()] = {gpu, start};
    of_[row].pop_back();
    return true;
  }

 private:
  accelerator_data const& device_;
  std::vector<std::vector<std::size_t>> of_;
};

/// Adds GPUs that are laid out alike, and gives their instances to tasks.
inline void add_gpus(planned_fleet& plan, long long& next_gpu, waiting_tasks& waiting, planned_fleet::layout layout) {
  layout.first = next_gpu;
  next_gpu += layout.gpus;
  for (long long gpu = layout.first; gpu < next_gpu; ++gpu) {
    if (layout.instances.empty()) waiting.give(waiting.whole(), plan, gpu, 0);
    for (placement const& each : layout.instances) {
      waiting.give(static_cast<std::size_t>(each.row), plan, gpu, each.start);
    }
  }
  plan.layouts.push_back(std::move(layout));
}

inline void plan_device(planned_fleet& plan, long long& next_gpu, std::vector<planned_fleet::supply> const& fleet,
                        accelerator_data const& gpu, std::vector<planned_fleet::demand> const& tasks) {
  char const* const device = gpu.device;
  long long free_gpus = 0;
  for (planned_fleet::supply const& each : fleet) {
    if (!equal(each.device->device, device)) continue;
    if (!each.laid_out)
      free_gpus =
          each.count > planned_fleet::supply::as_many_as_needed - free_gpus ? each.count : free_gpus + each.count;
  }
  waiting_tasks waiting(gpu, tasks);
  for (planned_fleet::supply const& each : fleet) {
    if (each.laid_out && equal(each.device->device, device)) {
      add_gpus(plan, next_gpu, waiting, {device, each.instances, each.count, 0, true});
    }
  }
  std::vector<planned_fleet::layout> made;
  if (long long const whole = waiting.count(waiting.whole()); whole > 0) {
    made.push_back({device, {}, whole, 0, false});
    plan.at_least += whole;
  }
  board_places const places = gpu.board == nullptr ? board_places{} : places_on(*gpu.board);
  if (places.units != 0) {
    profile_demand demand(waiting.whole());
    for (std::size_t row = 0; row < demand.size(); ++row) demand[row] = waiting.count(row);
    fleet_packing const packed = pack_fleet(places, demand);
    plan.at_least += packed.at_least;
    for (pattern_use const& use : packed.uses) {
      std::vector<instance_spec> wanted;
      for (int row = 0; row < gpu.board->row_count; ++row) {
        wanted.insert(wanted.end(), static_cast<std::size_t>(use.pattern[static_cast<std::size_t>(row)]),
                      {row, unknown});
      }
      found_places const found = find_places(places, wanted.data(), static_cast<int>(wanted.size()));
      planned_fleet::layout layout{device, {}, use.gpus, 0, false};
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        layout.instances.push_back(placement_of(places, gpu.board->rows, {wanted[i].profile, found.start[i]}));
      }
      made.push_back(std::move(layout));
    }
  }
  // Where there are too few GPUs, those with the most tasks are taken.
  for (std::size_t size = board_places::max_units + 1; size-- > 0;) {
    for (planned_fleet::layout& each : made) {
      if (each.instances.size() != size) continue;
      each.gpus = std::min(each.gpus, free_gpus);
      free_gpus -= each.gpus;
      if (each.gpus > 0) add_gpus(plan, next_gpu, waiting, each);
      plan.gpus += each.gpus;
    }
  }
}

}  // namespace detail

/// The tasks on the GPUs of the fleet: on instances that are laid out beforehand first, then on as few other GPUs as
/// possible. `gpus` is proven to be the fewest where it is `at_least`; otherwise it is the best that was found. Up to
/// `detail::few_instances` instances of one device are searched exactly, with more the whole part of the fractional
/// packing is taken and the rest searched. Complexity: linear in the number of tasks; the packing of a device depends
/// on its profiles alone, and takes milliseconds.
/// \throws input_error if a task's device has no such instances
[[nodiscard]] inline planned_fleet plan_fleet(std::vector<planned_fleet::supply> const& fleet,
                                              std::vector<planned_fleet::demand> const& tasks) {
  planned_fleet plan;
  plan.tasks.resize(tasks.size());
  long long next_gpu = 0;
  for (std::size_t i = 0; i < fleet.size(); ++i) {
    bool first = true;
    for (std::size_t k = 0; k < i; ++k)
      first = first && !detail::equal(fleet[k].device->device, fleet[i].device->device);
    if (first) detail::plan_device(plan, next_gpu, fleet, *fleet[i].device, tasks);
  }
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    if (plan.tasks[t].gpu < 0) plan.left_over.push_back(t);
  }
  return plan;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
