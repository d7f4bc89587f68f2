// SPDX-License-Identifier: BSL-1.0
/// \file
/// From names to an accelerator of this machine and its devices: `choose_accelerator<any_of<acme::xpu, cpu>>(options)`,
/// for code that is compiled for a list of types. `auto` is then that list, in its order, as for a task; where there is no
/// such list, it goes by the priorities of the registry. Nothing that nobody named is used: the CPU stands in for what is
/// missing only where it is listed (`any_of<acme::xpu, cpu>`, `auto,cpu`) or was registered with a priority.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <allotype/accelerator/alternatives.hpp>
#include <allotype/registry/accelerator_options.hpp>
#include <allotype/registry/registry.hpp>
#include <allotype/names/with_accelerator.hpp>

namespace allotype {

/// What was chosen by name, and what was skipped before it.
struct registry_choice {
  registered_accelerator accelerator;
  selected_devices devices;
  std::vector<skipped_accelerator> skipped;  ///< in the order in which they were tried
};

/// A registered accelerator and whether it is there.
struct listed_accelerator {
  registered_accelerator accelerator;
  answer available;
  int devices = 0;  ///< how many there are; of the CPU, as many processes as wanted, 0
};

namespace detail {

/// The machine, probed by the first who needs it.
class machine_on_demand {
 public:
  explicit machine_on_demand(machine const& known) : known_(&known) {}
  explicit machine_on_demand(probe_options options) : options_(std::move(options)) {}

  machine const& for_questions_about(registered_accelerator const& accelerator) {
    if (known_ != nullptr) return *known_;
    if (!accelerator.devices.needs_machine) return nothing_;
    if (!probed_) probed_ = probe(options_);
    return *probed_;
  }

 private:
  machine const* known_ = nullptr;
  probe_options options_{};
  machine nothing_{};
  std::optional<machine> probed_;
};

inline std::string names_of_available(accelerator_registry const& registry, machine_on_demand& here) {
  std::string names;
  for (registered_accelerator const& entry : registry.entries()) {
    if (entry.available(here.for_questions_about(entry))) names += (names.empty() ? "" : ", ") + entry.name;
  }
  return names.empty() ? "nothing" : names;
}

/// An accelerator type that what shall run is compiled for.
struct compiled_type {
  void const* type_id;
  /// What the file that runs it says of its devices; where it says nothing, what the registry does.
  erased_devices devices{};
};

/// All that what shall run is compiled for.
struct compiled_types {
  std::vector<compiled_type> types;
  bool auto_is_these;  ///< `auto` is these in their order; else it goes by priority
};

/// The accelerators to try.
/// \param compiled_for null where every registered accelerator will do
inline std::vector<registered_accelerator> candidates_for(accelerator_registry const& registry,
                                                          accelerator_options const& options,
                                                          compiled_types const* compiled_for) {
  if (compiled_for != nullptr && compiled_for->auto_is_these && same_name(options.accelerator, "auto")) {
    auto const entries = registry.entries();
    std::vector<registered_accelerator> these;
    for (compiled_type const& type : compiled_for->types) {
      for (registered_accelerator const& entry : entries) {
        if (entry.type_id != type.type_id) continue;
        these.push_back(entry);
        break;
      }
    }
    return these;
  }
  try {
    return registry.candidates(options.accelerator);
  } catch (unknown_accelerator const& unknown) {
    throw unknown_accelerator(message<2000>{} << options.accelerator_from.c_str() << ": " << unknown.what());
  }
}

/// The devices that the options name; an error says who said them, where that was not the program.
inline selected_devices select_asked(registered_accelerator const& accelerator, accelerator_options const& options,
                                     machine const& machine) {
  try {
    return accelerator.select(options.devices, machine);
  } catch (device_selection_error const& wrong) {
    if (options.devices_from == said_by_program) throw;
    throw device_selection_error(wrong, options.devices_from.c_str());
  }
}

/// \param compiled_for as of `candidates_for`
inline registry_choice choose_from(accelerator_registry const& registry, accelerator_options const& options,
                                   machine_on_demand& here, compiled_types const* compiled_for) {
  registry_choice choice;
  auto const candidates = candidates_for(registry, options, compiled_for);
  for (registered_accelerator candidate : candidates) {
    bool usable = compiled_for == nullptr;
    if (compiled_for != nullptr) {
      for (compiled_type const& type : compiled_for->types) {
        if (type.type_id != candidate.type_id) continue;
        usable = true;
        if (type.devices.available != nullptr) candidate.devices = type.devices;
      }
    }
    if (!usable) {
      choice.skipped.push_back(
          {candidate.name.c_str(), {availability::not_compiled_in, "what shall run is not compiled for it"}});
      continue;
    }
    machine const& machine = here.for_questions_about(candidate);
    answer const available = candidate.available(machine);
    if (!available) {
      choice.skipped.push_back({candidate.name.c_str(), available});
      continue;
    }
    choice.devices = select_asked(candidate, options, machine);
    choice.accelerator = std::move(candidate);
    return choice;
  }
  std::string text = "accelerator \"" + options.accelerator + "\" (from " + options.accelerator_from + "): ";
  if (candidates.empty()) text += "auto considers what is registered with a priority, and nothing is";
  for (skipped_accelerator const& each : choice.skipped) {
    text += std::string{&each == &choice.skipped.front() ? "" : "; "} + each.accelerator.text() + ": " + each.because.text();
  }
  throw not_available((text + ". Available here: " + names_of_available(registry, here)).c_str());
}

}  // namespace detail

/// The first of the named accelerators that is there, and the devices asked for.
/// \throws unknown_accelerator, not_available with every reason, device_selection_error, registration_error
inline registry_choice choose_from_registry(
    accelerator_options const& options, machine const& here,
    accelerator_registry const& registry = accelerator_registry::of_this_program()) {
  detail::machine_on_demand machine(here);
  return detail::choose_from(registry, options, machine, nullptr);
}
/// The same; the machine is probed where that is needed.
inline registry_choice choose_from_registry(
    accelerator_options const& options = with_environment(), probe_options const& probing = {},
    accelerator_registry const& registry = accelerator_registry::of_this_program()) {
  detail::machine_on_demand machine(probing);
  return detail::choose_from(registry, options, machine, nullptr);
}

/// All that is registered, by name, with availability or the reason.
inline std::vector<listed_accelerator> list_accelerators(
    machine const& here, accelerator_registry const& registry = accelerator_registry::of_this_program()) {
  std::vector<listed_accelerator> listed;
  for (registered_accelerator& entry : registry.entries()) {
    answer const available = entry.available(here);
    int const devices = available ? entry.visible(here).count : 0;
    listed.push_back({std::move(entry), available, devices});
  }
  return listed;
}

inline namespace ALLOTYPE_MODE {

/// A choice among the alternatives of `Wanted`, an accelerator or an `any_of`: `visit` calls code with the type.
template <class Wanted>
class accelerator_choice {
  using alternatives = alternatives_of<Wanted>;

 public:
  explicit accelerator_choice(registry_choice chosen) : chosen_(std::move(chosen)) {}

  /// As it is registered.
  std::string const& name() const { return chosen_.accelerator.name; }
  selected_devices const& devices() const { return chosen_.devices; }
  std::vector<skipped_accelerator> const& skipped() const { return chosen_.skipped; }

  /// Calls `f(std::type_identity<A>{})` with the accelerator that was chosen. `f` is instantiated for every
  /// alternative, and returns the same type for each.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return visit_one_of(alternatives{}, f);
  }

 private:
  template <class... A, class F>
  decltype(auto) visit_one_of(list<A...>, F& f) const {
    int position = 0;
    bool found = false;
    ((found = found || chosen_.accelerator.type_id == &detail::address_for_type<A>, position += found ? 0 : 1), ...);
    return detail::function_for_each<list<A...>>::call(position, f);
  }

  registry_choice chosen_;
};

namespace mode_detail {

template <class... A>
detail::compiled_types types_in_registry(list<A...>) {
  (void)(always_registered<A>::present() && ...);
  std::vector<detail::compiled_type> types{{&detail::address_for_type<A>}...};  // nvcc expands no pack in deeper braces
  return {std::move(types), true};
}

}  // namespace mode_detail

/// The accelerator that the options name, for code that is compiled for the alternatives of `Wanted`, which `auto` is, the
/// first that is there. Those that nobody registered are registered under their own names (`A100 2g.10gb`) from the start of the program on.
/// \throws as choose_from_registry
template <class Wanted>
accelerator_choice<Wanted> choose_accelerator(accelerator_options const& options = with_environment(),
                                              probe_options const& probing = {}) {
  auto const types = mode_detail::types_in_registry(alternatives_of<Wanted>{});
  detail::machine_on_demand machine(probing);
  return accelerator_choice<Wanted>(
      detail::choose_from(accelerator_registry::of_this_program(), options, machine, &types));
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
