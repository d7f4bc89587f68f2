// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a device's name to its type: `device_named<"nvidia-tesla-a100">` is `A100`. A device answers to its own name,
/// to its other names in the catalogue, to what NVML calls it, to what Flyte calls it and to what Google Kubernetes
/// Engine calls it. A name that no device has does not compile, and the error names the nearest device.
#pragma once

#include <allotype/accelerator/concepts.hpp>
#include <allotype/catalog/amd.hpp>
#include <allotype/catalog/apple.hpp>
#include <allotype/catalog/aws.hpp>
#include <allotype/catalog/cpu.hpp>
#include <allotype/catalog/google.hpp>
#include <allotype/catalog/intel.hpp>
#include <allotype/catalog/nvidia.hpp>
#include <allotype/core/detail/nearest_name.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Calls `visit` with every name that `Device` answers to.
template <class Device, class Visitor>
constexpr void for_each_name(Visitor visit) {
  visit(Device::name);
  if constexpr (requires { Device::aliases; }) {
    for (char const* name : Device::aliases) visit(name);
  }
  if constexpr (requires { Device::flyte_name; }) visit(Device::flyte_name);
  if constexpr (requires { Device::flyte2_name; }) visit(Device::flyte2_name);
  if constexpr (requires { Device::gke_accelerator; }) visit(Device::gke_accelerator);
  if constexpr (requires { Device::product_names; }) {
    for (char const* name : Device::product_names) visit(name);
  }
}

template <class Device>
constexpr bool answers_to(char const* requested) {
  bool found = false;
  for_each_name<Device>([&](char const* name) { found = found || equal(name, requested); });
  return found;
}

/// The positions of types by their names.
template <class Types>
struct lookup;
template <class... Types>
struct lookup<list<Types...>> {
  using types = list<Types...>;

  static constexpr int find(char const* requested) {
    bool (*const answers[])(char const*) = {&answers_to<Types>...};
    for (int i = 0; i < static_cast<int>(sizeof...(Types)); ++i) {
      if (answers[i](requested)) return i;
    }
    return -1;
  }
  static constexpr int nearest(char const* requested) {
    detail::nearest_names<int> found(requested);
    int position = 0;
    ((for_each_name<Types>([&](char const* name) { found.offer(name, position); }), ++position), ...);
    return found.best();
  }
  /// The functions that name a type as the nearest, one for each type.
  static constexpr void (*refuse[sizeof...(Types)])(char const*) = {&detail::refuse<detail::nearest<Types>>...};
};

/// The GPUs of the catalogue.
using known_gpus = appended<nvidia_devices, amd_devices>;

/// All devices of the catalogue. A struct rather than an alias: errors print its name, not its contents. Its functions
/// are templates, so that a program that looks no name up does not take the compiler's time for the tables.
struct known_devices {
  using devices = appended<known_gpus, google_devices, aws_devices, intel_devices, apple_devices, list<cpu>>;

  template <class Devices = devices>
  static constexpr int find(char const* requested) {
    return lookup<Devices>::find(requested);
  }
  template <class Devices = devices>
  static constexpr int nearest(char const* requested) {
    return lookup<Devices>::nearest(requested);
  }
  template <class Devices = devices>
  static constexpr auto refuse(int nearest) {
    return lookup<Devices>::refuse[nearest];
  }
};

template <class Text, class... Types>
constexpr void add_name_at(Text& to, int position, list<Types...>) {
  ((position-- == 0 ? void(to << Types::name) : void()), ...);
}

/// The names of the devices in the catalogue. Templates, too.
struct devices_by_name {
  template <class Devices = known_devices>
  static constexpr int find(char const* name) {
    return Devices::find(name);
  }
  template <class Devices = known_devices>
  static constexpr error_sentence why_not(char const* name) {
    error_sentence text = concatenated("no device has the name \"", name, "\"; the nearest is ");
    add_name_at(text, Devices::nearest(name), typename Devices::devices{});
    return text;
  }
  template <class Devices = known_devices>
  static constexpr int stand_in(char const* name) {
    return Devices::nearest(name);
  }
  template <class Devices = known_devices>
  static constexpr void refuse(char const* name) {
    Devices::refuse(Devices::nearest(name))("no device has this name; nearest<...> is the closest");
  }
};

}  // namespace detail

/// The device of that name, of any kind: a GPU, a TPU generation, another accelerator, `cpu`.
template <detail::asked_name<detail::devices_by_name> Name,
          int Position = detail::named<detail::devices_by_name, Name>::position>
using device_named = type_at<Position, detail::known_devices::devices>;

/// `device_named<Name>` would compile.
template <fixed_text Name>
concept known_device = detail::known_devices::find(Name.characters) >= 0;

/// A device that no catalogue lists, spelt so that everybody sees it is not checked. It can be requested, not
/// programmed. `Vendor` decides Flyte's device class.
template <fixed_text Name, vendor Vendor = vendor::other>
struct unlisted_gpu : device<unlisted_gpu<Name, Vendor>>, unlisted_partitions<unlisted_gpu<Name, Vendor>> {
  static constexpr allotype::vendor vendor = Vendor;
  static constexpr char const* name = Name.characters;
  static constexpr char const* flyte_name = Name.characters;
  static constexpr bool request_only = true;

  using unpartitioned = allotype::unpartitioned<unlisted_gpu>;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
