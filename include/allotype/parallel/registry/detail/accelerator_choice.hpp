// SPDX-License-Identifier: BSL-1.0
/// \file
/// From names to an accelerator of this machine and its devices. Only what was named is used: the CPU stands in for
/// what is missing only where it is listed (`any_of<acme::xpu, cpu>`, `auto,cpu`) or was registered with a priority.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <allotype/core/detail/list_text.hpp>
#include <allotype/parallel/registry/accelerator_options.hpp>
#include <allotype/parallel/registry/registry.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// What was chosen by name, and what was skipped before it.
struct accelerator_choice {
  accelerator_registry::entry accelerator;
  visible_devices::selection devices;
  std::vector<answer::skipped_accelerator> skipped;  ///< in the order in which they were tried
};

/// The machine, probed by the first who needs it.
class machine_on_demand {
 public:
  explicit machine_on_demand(machine const& known) : known_(&known) {}
  explicit machine_on_demand(probe_options options) : options_(std::move(options)) {}

  machine const& for_questions_about(accelerator_registry::entry const& accelerator) {
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
  for (accelerator_registry::entry const& entry : registry.entries()) {
    if (entry.available(here.for_questions_about(entry))) detail::add_to_list(names, entry.name);
  }
  return names.empty() ? "nothing" : names;
}

/// An accelerator type that the code that shall run is compiled for.
struct compiled_type {
  accelerator_identity type_id;
  /// What the file that runs it says of its devices; where it says nothing, what the registry does.
  erased_devices devices{};
};

/// All that the code that shall run is compiled for.
struct compiled_types {
  std::vector<compiled_type> types;
  bool auto_is_these;  ///< `auto` is these in their order; else it goes by priority
};

/// An accelerator and devices that are asked for, each with who said it.
struct asked_accelerator {
  std::string accelerator;
  asked_devices devices;
  std::string accelerator_from;
  std::string devices_from;
};
inline asked_accelerator asked_by(accelerator_options const& options) {
  return {options.accelerator, asked_devices(options.devices), options.accelerator_from, options.devices_from};
}

/// The accelerators to try.
/// \param compiled_for null where every registered accelerator will do
inline std::vector<accelerator_registry::entry> candidates_for(accelerator_registry const& registry,
                                                               asked_accelerator const& asked,
                                                               compiled_types const* compiled_for) {
  if (compiled_for != nullptr && compiled_for->auto_is_these && same_name(asked.accelerator, "auto")) {
    auto const entries = registry.entries();
    std::vector<accelerator_registry::entry> these;
    for (compiled_type const& type : compiled_for->types) {
      for (accelerator_registry::entry const& entry : entries) {
        if (entry.type_id != type.type_id) continue;
        these.push_back(entry);
        break;
      }
    }
    return these;
  }
  try {
    return registry.candidates(asked.accelerator);
  } catch (input_error const& unknown) {
    throw input_error(message<2000>{} << asked.accelerator_from.c_str() << ": " << unknown.what());
  }
}

/// The devices that are asked for; an error says who said them, where that was not the program.
inline visible_devices::selection select_of(accelerator_registry::entry const& accelerator,
                                            asked_accelerator const& asked, machine const& machine) {
  try {
    return accelerator.select(asked.devices, machine);
  } catch (device_selection_error const& wrong) {
    if (asked.devices_from == source_program) throw;
    throw device_selection_error(wrong, asked.devices_from.c_str());
  }
}

/// \param compiled_for as of `candidates_for`
inline accelerator_choice choose_from(accelerator_registry const& registry, asked_accelerator const& asked,
                                      machine_on_demand& here, compiled_types const* compiled_for) {
  accelerator_choice choice;
  auto const candidates = candidates_for(registry, asked, compiled_for);
  for (accelerator_registry::entry candidate : candidates) {
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
          {candidate.name.c_str(), {availability::not_compiled_in, "the code that shall run is not compiled for it"}});
      continue;
    }
    machine const& machine = here.for_questions_about(candidate);
    answer const available = candidate.available(machine);
    if (!available) {
      choice.skipped.push_back({candidate.name.c_str(), available});
      continue;
    }
    choice.devices = select_of(candidate, asked, machine);
    choice.devices.choose_for(candidate.type);
    choice.accelerator = std::move(candidate);
    return choice;
  }
  std::string text = "accelerator \"" + asked.accelerator + "\" (from " + asked.accelerator_from + "): ";
  if (candidates.empty()) text += "auto considers what is registered with a priority, and nothing is";
  for (answer::skipped_accelerator const& each : choice.skipped) {
    text += std::string{&each == &choice.skipped.front() ? "" : "; "} + each.accelerator.text() + ": " +
            each.because.text();
  }
  throw not_available((text + ". Available here: " + names_of_available(registry, here)).c_str());
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// The alternatives as this file is compiled: what it says of their devices counts, whatever others of the program can
/// do with them. Those that are not registered yet are registered under their own names.
template <class... A>
detail::compiled_types types_compiled_here(list<A...>, bool auto_is_these) {
  (void)(always_registered<A>::present() && ...);
  std::vector<detail::compiled_type> types{{detail::accelerator_identity::of<A>(), erased_devices_of<A>()}...};
  return {std::move(types), auto_is_these};
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
