// SPDX-License-Identifier: BSL-1.0
/// \file
/// The devices of an accelerator type on this machine, and which of them a text means. A type of a user may have these
/// members; each is optional:
///
/// | static member of the device                              | default                                            |
/// |----------------------------------------------------------|----------------------------------------------------|
/// | `devices_present devices_here()`                         | `auto_device_count()` of them; else one, if any    |
/// | `int auto_device_count()`: how many `auto` is            | all (of the CPU: one)                              |
/// | `device_choice parse_devices(std::string_view)`          | the grammar of devices/device_choice.hpp           |
/// | `devices_present::asked_for_by devices_are_asked_for_by` (a constant) | as with GPUs                          |
/// | `statistics_of(int index)`: a struct of figures          | there are none                                     |
///
/// A member with one of these names and another signature is an error.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <allotype/backend/cpu/queue.hpp>
#include <allotype/devices/device_selection.hpp>
#include <allotype/devices/visible_devices.hpp>
#include <allotype/machine/availability.hpp>

#ifdef __CUDACC__
#  include <allotype/backend/cuda/queue.hpp>
#endif

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The device reports figures: `statistics_of<A>(0)`.
template <class A>
concept reports_statistics = accelerator<A> && requires(int index) { device_of<A>::statistics_of(index); };

ALLOTYPE_KNOWN_MEMBER(devices_here);
ALLOTYPE_KNOWN_MEMBER(auto_device_count);
ALLOTYPE_KNOWN_MEMBER(parse_devices);
ALLOTYPE_KNOWN_MEMBER(statistics_of);
ALLOTYPE_KNOWN_MEMBER(get_device_stats);
ALLOTYPE_KNOWN_MEMBER(get_parallel_devices);
ALLOTYPE_KNOWN_MEMBER(mixed_precision);
ALLOTYPE_NEAR_MISS(device_here);
ALLOTYPE_NEAR_MISS(auto_devices_count);
ALLOTYPE_NEAR_MISS(parse_device);
ALLOTYPE_NEAR_MISS(statistic_of);
ALLOTYPE_NEAR_MISS(has_mixed_precision);

template <class Device>
concept lists_own_devices =
    requires { requires std::is_convertible_v<decltype(Device::devices_here()), devices_present>; };
template <class Device>
concept counts_own_devices = requires { requires std::is_convertible_v<decltype(Device::auto_device_count()), int>; };
template <class Device>
concept parses_own_devices = requires(std::string_view text) {
  requires std::is_convertible_v<decltype(Device::parse_devices(text)), device_choice>;
};
template <class Device>
concept states_mixed_precision = requires { std::bool_constant<Device::mixed_precision>{}; };

/// The optional members of a device type, checked. `true` always, or an error.
template <class Device>
struct device_members {
  static constexpr bool checked = true;
  ALLOTYPE_USABLE_MEMBER(devices_here, Device, "static allotype::devices_present devices_here()",
                         lists_own_devices<Device>);
  ALLOTYPE_USABLE_MEMBER(auto_device_count, Device, "static int auto_device_count()", counts_own_devices<Device>);
  ALLOTYPE_USABLE_MEMBER(parse_devices, Device, "static allotype::device_choice parse_devices(std::string_view)",
                         parses_own_devices<Device>);
  ALLOTYPE_USABLE_MEMBER(statistics_of, Device,
                         "static figures statistics_of(int index), with a struct of your own as figures",
                         reports_statistics<Device>);
  ALLOTYPE_USABLE_MEMBER(get_device_stats, Device, "in its place, static figures statistics_of(int index)", false);
  ALLOTYPE_USABLE_MEMBER(get_parallel_devices, Device, "in its place, static allotype::devices_present devices_here()",
                         false);
  ALLOTYPE_USABLE_MEMBER(mixed_precision, Device, "static constexpr bool mixed_precision",
                         states_mixed_precision<Device>);
  ALLOTYPE_NO_NEAR_MISS(device_here, Device, "static allotype::devices_present devices_here()");
  ALLOTYPE_NO_NEAR_MISS(auto_devices_count, Device, "static int auto_device_count()");
  ALLOTYPE_NO_NEAR_MISS(parse_device, Device, "static allotype::device_choice parse_devices(std::string_view)");
  ALLOTYPE_NO_NEAR_MISS(statistic_of, Device, "static figures statistics_of(int index)");
  ALLOTYPE_NO_NEAR_MISS(has_mixed_precision, Device, "static constexpr bool mixed_precision");
};

}  // namespace detail

/// The figures of the device with that index, in the type's own struct.
template <accelerator A>
  requires detail::reports_statistics<A>
[[nodiscard]] auto statistics_of(int index) {
  return device_of<A>::statistics_of(index);
}

namespace detail {

/// The devices that were asked for, read once where they come in. Text that no machine understands stays as it is until
/// the accelerator is known: it may read text itself, and the error says what the machine has.
class asked_devices {
 public:
  explicit asked_devices(std::string text) : text_(std::move(text)), parsed_(parse_devices(*text_)) {}
  explicit asked_devices(device_choice const& choice) : parsed_{choice, {}} {}

  [[nodiscard]] parsed_devices const& parsed() const noexcept { return parsed_; }
  /// How many, where the machine does not matter; otherwise 0.
  [[nodiscard]] int size() const noexcept {
    return parsed_.fault.problem == device_problem::none ? parsed_.choice.size() : 0;
  }
  [[nodiscard]] bool is_automatic() const noexcept {
    return parsed_.fault.problem == device_problem::none && parsed_.choice.what() == device_choice::kind::usual;
  }
  /// The text for an accelerator that reads it itself. A choice of the program is written as text, which reads the
  /// same.
  [[nodiscard]] std::string text() const {
    if (text_) return *text_;
    std::string const written = parsed_.choice.input();  // unless that was cut
    auto const read_back = parse_devices(written);
    bool const same = read_back.fault.problem == device_problem::none && read_back.choice == parsed_.choice;
    return same ? written : to_string(parsed_.choice).text();
  }

 private:
  std::optional<std::string> text_;
  parsed_devices parsed_;
};

/// The functions below, after type erasure.
struct erased_devices {
  answer (*available)(machine const&) = nullptr;
  visible_devices (*visible)(machine const&) = nullptr;
  visible_devices::selection (*select)(asked_devices const&, machine const&) = nullptr;
  bool has_code = false;       ///< the file that registered it can run code on it
  bool needs_machine = false;  ///< the answers depend on what a probe finds
};

// They are not inlined: they are long, and every type that is registered would have them anew.
[[gnu::noinline]] inline visible_devices all_visible(devices_present const& here) { return here; }
[[gnu::noinline]] inline visible_devices counted_devices(devices_present::asked_for_by rule, char const* kind,
                                                         int count) {
  return devices_present(kind, count, rule);
}
/// \param usual the number of devices for `auto` if the type states it, else -1
[[gnu::noinline]] inline visible_devices::selection select_asked(asked_devices const& asked,
                                                                 visible_devices const& visible, int usual) {
  if (usual >= 0 && visible.count > 0 && asked.is_automatic()) return visible.select(usual);
  return select_parsed(asked.parsed(), visible);
}
[[gnu::noinline]] inline visible_devices::selection select_by_choice(device_choice const& choice,
                                                                     visible_devices const& visible, int usual) {
  bool const is_usual = usual >= 0 && choice.what() == device_choice::kind::usual;
  return is_usual ? visible.select(usual) : visible.select(choice);
}

inline visible_devices processes_of_host_processor() {
  return all_visible({"CPU", 0, devices_present::asked_for_by::processes});
}

inline erased_devices erased_devices_of_host_processor() {
  erased_devices erased;
  erased.available = [](machine const&) { return answer{}; };
  erased.visible = [](machine const&) { return processes_of_host_processor(); };
  erased.select = [](asked_devices const& asked, machine const&) {
    return select_asked(asked, processes_of_host_processor(), -1);
  };
  erased.has_code = true;
  return erased;
}

/// The NVIDIA devices that match: first the visible ones in CUDA's order, as far as it is known, then the hidden ones,
/// which errors mention.
[[gnu::noinline]] inline visible_devices nvidia_devices_here(device_and_board const& wanted, machine const& here) {
  std::vector<found_device> shown, hidden;
  auto const in_order = [](found_device const& a, found_device const& b) {
    return a.cuda_index().value_or(0) < b.cuda_index().value_or(0);
  };
  for (found_device const& device : here.devices()) {
    if (!is_wanted(wanted, device) || !device.complete()) continue;
    if (device.visible().value_or(false)) {
      shown.insert(std::upper_bound(shown.begin(), shown.end(), device, in_order), device);
    } else {
      hidden.push_back(device);
    }
  }
  devices_present there(wanted.device.name);
  for (found_device const& device : shown) {
    there.add(device.uuid().value_or(device_uuid{}));
    if (there.count > 0) there.device[there.count - 1].in_use = device.in_use().value_or(true);
  }
  int const count = there.count;
  for (found_device const& device : hidden) there.add(device.uuid().value_or(device_uuid{}));
  visible_devices visible = there;
  visible.count = count;
  visible.masks << here.nvidia.masks.c_str();
  if (visible.masks.empty() && !hidden.empty()) visible.masks << "CUDA, which shows other partitions to a process";
  return visible;
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// The devices of `A` that this program can use.
template <accelerator A>
visible_devices visible_devices_of([[maybe_unused]] machine const& here) {
  using device = device_of<A>;
  static_assert(detail::device_members<device>::checked);
  if constexpr (detail::lists_own_devices<device>) {
    return detail::all_visible(device::devices_here());
  } else if constexpr (host_processor<A>) {
    return detail::processes_of_host_processor();
  } else if constexpr (detail::counts_own_devices<device>) {
    return detail::counted_devices(detail::device_rule_of<A>, name_of<A>, device::auto_device_count());
  } else if constexpr (detail::nvidia_gpu<A> && dispatchable<A>) {
    return detail::nvidia_devices_here(detail::device_and_board_of<A>(), here);
  } else {
    return detail::counted_devices(detail::device_rule_of<A>, name_of<A>, is_available<A>(here) ? 1 : 0);
  }
}

/// The devices that are asked for: `"2"`, `"0,1"`, `"all"`, `"auto"`.
/// \throws device_selection_error
template <accelerator A>
visible_devices::selection select_devices_of(detail::asked_devices const& asked, machine const& here) {
  using device = device_of<A>;
  visible_devices const visible = visible_devices_of<A>(here);
  int usual = -1;
  if constexpr (detail::counts_own_devices<device>) usual = device::auto_device_count();
  if constexpr (detail::parses_own_devices<device>) {
    return detail::select_by_choice(device::parse_devices(asked.text()), visible, usual);
  } else {
    return detail::select_asked(asked, visible, usual);
  }
}

template <class A>
detail::erased_devices erased_devices_of() {
  static_assert(detail::device_members<device_of<A>>::checked);
  return {&is_available<A>, &visible_devices_of<A>, &select_devices_of<A>, dispatchable<A>,
          detail::nvidia_gpu<A> && dispatchable<A>};
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
