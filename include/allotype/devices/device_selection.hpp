// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which devices a program gets: `visible.select("0,1")`. The result has exactly the devices that were asked for, or
/// an error says why not; fewer or other devices are never used instead.
#pragma once

#include <allotype/accelerator/concepts.hpp>
#include <allotype/devices/device_choice.hpp>
#include <allotype/devices/visible_devices.hpp>
#include <allotype/devices/which_device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The devices that a program uses, as positions among its visible devices, in the order asked for. On the CPU,
/// processes.
class visible_devices::selection {
 public:
  constexpr selection() = default;
  /// The first `number_of_devices` devices.
  static constexpr selection first(int number_of_devices) {
    selection selected;
    selected.count_ = number_of_devices;
    return selected;
  }

  /// Processes on the host's processor.
  static constexpr selection processes(int number_of_processes) {
    selection selected = first(number_of_processes);
    selected.processes_ = true;
    return selected;
  }

  /// How many devices.
  [[nodiscard]] constexpr int size() const noexcept { return count_; }
  /// The name that `size()` had before.
  [[nodiscard, deprecated("it is size()")]] constexpr int count() const noexcept { return size(); }
  constexpr int operator[](int i) const { return listed_ ? at_[i] : i; }
  /// What a queue takes, `queue<A>(devices.which(0))`: the device's UUID if it is known, so that CUDA's order does not
  /// matter; otherwise its index. For processes, the processor.
  constexpr which_device which(int i) const {
    if (processes_) return 0;
    if (i >= devices_present::most || !uuid_[i].complete()) return (*this)[i];
    return {uuid_[i], (*this)[i]};
  }
  /// The accelerator that they were chosen for; null where nobody said.
  [[nodiscard]] constexpr char const* accelerator() const noexcept { return accelerator_; }
  /// Remembers it. The name lives as long as the program.
  constexpr void choose_for(char const* accelerator) { accelerator_ = accelerator; }
  /// Remembers the UUIDs of those selected.
  constexpr void know_uuids_of(visible_devices const& visible) {
    for (int i = 0; i < count_ && i < devices_present::most; ++i) {
      if ((*this)[i] < visible.count) uuid_[i] = visible.device[(*this)[i]].uuid;
    }
  }
  /// Whether the device with this index is one of them.
  constexpr bool has(int index) const {
    for (int i = 0; listed_ && i < count_; ++i) {
      if (at_[i] == index) return true;
    }
    return !listed_ && index >= 0 && index < count_;
  }
  /// Adds the device with this index; beyond `devices_present::most` nothing is added.
  constexpr void add(int index) {
    listed_ = true;
    if (count_ < devices_present::most) at_[count_++] = index;
  }

 private:
  int count_ = 0;
  bool listed_ = false;
  bool processes_ = false;
  char const* accelerator_ = nullptr;
  int at_[devices_present::most]{};
  device_uuid uuid_[devices_present::most]{};  ///< of those selected, as far as it is known
};

namespace detail {

struct chosen_devices {
  visible_devices::selection selected{};
  device_problem problem = device_problem::none;
  int position = -1;
  message<500> why{};
};

/// Every device whose UUID begins so, hidden ones included.
struct uuid_matches {
  int visible = 0;
  int first_visible = -1;
  int hidden = 0;
};

constexpr uuid_matches match(device_uuid const& uuid, visible_devices const& visible) {
  uuid_matches matches;
  for (int i = 0; i < visible.known; ++i) {
    if (!could_mean(visible.device[i], uuid)) continue;
    if (i >= visible.count) {
      ++matches.hidden;
    } else if (matches.visible++ == 0) {
      matches.first_visible = i;
    }
  }
  return matches;
}

/// The device that an entry of a list means; -1 for one that nothing visible is.
constexpr int meaning(device_choice::entry const& entry, visible_devices const& visible) {
  if (entry.by_uuid()) {
    auto const matches = match(entry.uuid, visible);
    return matches.visible == 1 ? matches.first_visible : -1;
  }
  return entry.index < visible.count ? entry.index : -1;
}

constexpr void describe_missing(device_choice::entry const& entry, visible_devices const& visible,
                                chosen_devices& chosen) {
  chosen.position = entry.position;
  if (!entry.by_uuid()) {
    chosen.problem = device_problem::not_present;
    chosen.why << "there is no " << visible.kind << " " << entry.index;
    if (entry.index < visible.known) chosen.why << "; indices count the devices that are not hidden";
    return;
  }
  auto const matches = match(entry.uuid, visible);
  if (matches.visible > 1) {
    chosen.problem = device_problem::ambiguous;
    chosen.why << matches.visible << " devices have a UUID that begins with " << entry.uuid << "; write more of it";
  } else if (matches.hidden > 0) {
    chosen.problem = device_problem::hidden;
    chosen.why << entry.uuid << " is there, but hidden";
  } else {
    chosen.problem = device_problem::not_present;
    chosen.why << "no " << visible.kind << " has a UUID that begins with " << entry.uuid;
  }
}

constexpr chosen_devices choose_from_list(device_choice const& choice, visible_devices const& visible) {
  chosen_devices chosen;
  // Once each comes before being there: that is the order of the checks.
  for (int i = 0; i < choice.size(); ++i) {
    int const device = meaning(choice[i], visible);
    if (device < 0) continue;
    if (chosen.selected.has(device)) {
      chosen.problem = device_problem::listed_twice;
      chosen.position = choice[i].position;
      chosen.why << "this is the " << visible.kind << " " << device << ", which is listed before";
      return chosen;
    }
    chosen.selected.add(device);
  }
  for (int i = 0; i < choice.size(); ++i) {
    if (meaning(choice[i], visible) >= 0) continue;
    describe_missing(choice[i], visible, chosen);
    return chosen;
  }
  return chosen;
}

/// As many of those that nobody uses as are asked for, the first ones; all of them without a number, at least one.
constexpr chosen_devices choose_idle(device_choice const& choice, visible_devices const& visible) {
  chosen_devices chosen;
  bool const all = choice.what() == device_choice::kind::all;
  message<300> used;
  for (int i = 0; i < visible.count; ++i) {
    if (visible.device[i].in_use) {
      used << (used.empty() ? "; in use: " : ", ") << i;
    } else if (all || chosen.selected.size() < choice.size()) {
      chosen.selected.add(i);
    }
  }
  int const wanted = all ? 1 : choice.size();
  if (chosen.selected.size() >= wanted) return chosen;
  chosen.problem = visible.count == 0 ? device_problem::none_available : device_problem::in_use;
  if (wanted == 1) {
    chosen.why << "there is none that nobody uses";
  } else {
    chosen.why << "there are not " << wanted << " that nobody uses";
  }
  chosen.why << used.text();
  return chosen;
}

constexpr chosen_devices choose_by_indices(device_choice const& choice, visible_devices const& visible) {
  if (choice.only_idle()) return choose_idle(choice, visible);
  chosen_devices chosen;
  switch (choice.what()) {
    case device_choice::kind::usual:
    case device_choice::kind::all:
      if (visible.count == 0) {
        chosen.problem = device_problem::none_available;
        chosen.why << "no " << visible.kind << " is available";
      }
      chosen.selected = visible_devices::selection::first(visible.count);
      return chosen;
    case device_choice::kind::count:
      // Compared before anything is built: the count may be any.
      if (choice.size() > visible.count) {
        chosen.problem = device_problem::not_present;
        chosen.why << "there are not " << choice.size() << " of them";
        return chosen;
      }
      chosen.selected = visible_devices::selection::first(choice.size());
      return chosen;
    case device_choice::kind::list:
      break;
  }
  return choose_from_list(choice, visible);
}

constexpr chosen_devices choose_processes(device_choice const& choice) {
  chosen_devices chosen;
  if (choice.only_idle()) {
    chosen.problem = device_problem::not_for_this_accelerator;
    chosen.why << "processes share the CPU, so none of it is idle or not";
  } else if (choice.what() == device_choice::kind::count && choice.size() > detail::max_processes) {
    chosen.problem = device_problem::too_many;
    chosen.why << "these are more processes than one machine is asked for";
  } else if (choice.what() == device_choice::kind::count) {
    chosen.selected = visible_devices::selection::processes(choice.size());
  } else if (choice.what() == device_choice::kind::usual) {
    chosen.selected = visible_devices::selection::processes(1);
  } else {
    chosen.problem = device_problem::not_for_this_accelerator;
    chosen.why << "the CPU has no devices to choose among, only a number of processes";
  }
  return chosen;
}

constexpr chosen_devices choose_cores(device_choice const& choice, visible_devices const& visible) {
  bool const counted = choice.what() == device_choice::kind::count;
  bool const everything = choice.what() == device_choice::kind::usual || (counted && choice.size() == visible.count);
  bool const one_of_them = choice.what() == device_choice::kind::list && choice.size() == 1;
  chosen_devices chosen;
  if (visible.count == 0) {
    chosen.problem = device_problem::none_available;
    chosen.why << "no " << visible.kind << " is available";
  } else if (choice.only_idle()) {
    chosen.problem = device_problem::not_for_this_accelerator;
    chosen.why << "nobody says which cores are idle";
  } else if (everything || (counted && choice.size() == 1)) {
    chosen.selected = visible_devices::selection::first(everything ? visible.count : 1);
  } else if (one_of_them && meaning(choice[0], visible) >= 0) {
    chosen.selected.add(meaning(choice[0], visible));
  } else {
    chosen.problem = device_problem::not_for_this_accelerator;
    if (choice.what() == device_choice::kind::list && choice.size() > 0) chosen.position = choice[0].position;
    chosen.why << "a program has one " << visible.kind << " or all of them";
  }
  return chosen;
}

constexpr chosen_devices choose(device_choice const& choice, visible_devices const& visible) {
  switch (visible.rule) {
    case devices_present::asked_for_by::processes:
      return choose_processes(choice);
    case devices_present::asked_for_by::cores:
      return choose_cores(choice, visible);
    case devices_present::asked_for_by::indices:
      break;
  }
  return choose_by_indices(choice, visible);
}

/// What could have been asked for.
constexpr message<300> valid_choices(visible_devices const& visible) {
  message<300> valid;
  int const last = visible.count - 1;
  if (visible.rule == devices_present::asked_for_by::processes) {
    return valid << "a count from \"1\" to \"" << detail::max_processes << "\", or \"auto\"";
  }
  if (visible.count == 0) return valid << "nothing, because there is no " << visible.kind;
  if (visible.rule == devices_present::asked_for_by::cores) {
    valid << "\"1\", ";
    if (visible.count > 1) valid << "\"" << visible.count << "\", ";
    return valid << "\"auto\", or one index from \"0,\" to \"" << last << ",\"";
  }
  if (visible.count == 1) return valid << "\"1\", \"0,\" (device 0 only), \"all\", \"auto\", or its UUID";
  return valid << "a count from \"1\" to \"" << visible.count << "\", indices from 0 to " << last
               << ", such as \"0,1\" or \"0,\" (device 0 only), \"all\", \"auto\", or UUIDs";
}

/// What the machine has, with UUIDs where those were asked for.
constexpr message<600> describe(visible_devices const& visible, bool with_uuids) {
  message<600> text;
  int const hidden = visible.known - visible.count;
  if (visible.rule == devices_present::asked_for_by::processes) {
    return text << "this machine runs up to " << detail::max_processes << " processes on the " << visible.kind;
  }
  text << "this machine has ";
  if (visible.count == 0) {
    text << "no " << visible.kind;
  } else {
    text << visible.count << " " << visible.kind << (visible.count == 1 ? "" : "s") << ": ";
    for (int i = 0; i < visible.count; ++i) {
      if (i > 0) text << ", ";
      text << i;
      device_uuid const& uuid = visible.device[i].uuid;
      if (with_uuids && uuid.names != device_uuid::kind::none) text << " " << uuid;
    }
  }
  if (hidden > 0) text << "; " << hidden << " more " << (hidden == 1 ? "is" : "are") << " not visible";
  if (!visible.masks.empty()) text << " under " << visible.masks.text();
  return text;
}

}  // namespace detail

constexpr visible_devices::selection visible_devices::select(device_choice const& choice) const {
  auto chosen = detail::choose(choice, *this);
  if (chosen.problem != detail::device_problem::none) {
    throw device_selection_error(chosen.problem, choice.input(), chosen.position, chosen.why,
                                 detail::valid_choices(*this).text(), detail::describe(*this, choice.names_uuids()));
  }
  chosen.selected.know_uuids_of(*this);
  return chosen.selected;
}

namespace detail {

/// Text that was read before: an error in it says what the machine has, too.
constexpr visible_devices::selection select_parsed(parsed_devices const& parsed, visible_devices const& visible) {
  if (parsed.fault.problem != device_problem::none) {
    throw device_selection_error(parsed.fault.problem, parsed.choice.input(), parsed.fault.position, parsed.fault.why,
                                 valid_choices(visible).text(), describe(visible, parsed.choice.names_uuids()));
  }
  return visible.select(parsed.choice);
}

}  // namespace detail

template <class Text>
  requires(std::is_convertible_v<Text const&, std::string_view> && !std::is_array_v<Text>)
constexpr visible_devices::selection visible_devices::select(Text const& text) const {
  return detail::select_parsed(detail::parse_devices(text), *this);
}

namespace detail {

template <class A>
consteval devices_present::asked_for_by rule_of() {
  if constexpr (requires { A::devices_are_asked_for_by; }) {
    return A::devices_are_asked_for_by;
  } else if constexpr (host_processor<A>) {
    return devices_present::asked_for_by::processes;
  } else if constexpr (google_tpu<A>) {
    return devices_present::asked_for_by::cores;
  } else {
    return devices_present::asked_for_by::indices;
  }
}

/// How devices of `A` are asked for. A device of one's own says so with
/// `static constexpr allotype::devices_present::asked_for_by devices_are_asked_for_by`; without it, the rule is that of
/// GPUs.
template <accelerator A>
inline constexpr devices_present::asked_for_by device_rule_of = rule_of<A>();

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
