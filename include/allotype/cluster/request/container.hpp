// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Docker, Podman and Compose are asked for on one machine, and the variables that hide its other devices. They
/// name devices and not types: numbers of GPUs and of MIG devices, or UUIDs. `find<A>(machine)` says which devices are
/// an `A`.
///
/// \code
/// auto const devices = at::container::devices_of(at::find<at::A100::partition<"2g.10gb">>(at::probe()));
/// std::cout << "podman run " << at::container::cdi_options(devices) << " example/task:1\n";   // --device
/// nvidia.com/gpu=0:1
/// \endcode
///
/// Sources: NVIDIA Container Toolkit, Docker specialised configurations and nvidia-ctk cdi; the Compose specification,
/// deploy; CUDA's and ROCm's pages on environment variables.
#pragma once

#include <allotype/cluster/quoting/shell.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/cluster/request/request.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/devices/device_uuid.hpp>

#include <string>
#include <vector>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::container {

/// A GPU of a machine, or a MIG device on it.
struct device {
  int gpu = -1;           ///< the driver's number of the GPU, from 0; -1: not known
  int partition = -1;     ///< the number of the MIG device on that GPU, from 0; -1: the GPU itself
  device_uuid uuid = {};  ///< may be empty where the number is known, and is enough
};

/// Devices that were found on a machine (`found_device`), with their UUIDs as far as the driver told them. A MIG
/// device's number is its position among those that the driver reports; where instances were destroyed, its UUID is
/// safer.
template <class Found>
[[nodiscard]] std::vector<device> devices_of(std::vector<Found> const& found) {
  std::vector<device> devices;
  for (Found const& each : found) {
    device one{.gpu = each.board->index};
    if (each.slice != nullptr) one.partition = static_cast<int>(each.slice - each.board->slices.data());
    if (each.uuid()) one.uuid = *each.uuid();
    devices.push_back(one);
  }
  return devices;
}

/// How the names in a CDI file were chosen: `nvidia-ctk cdi generate --device-name-strategy=`.
enum class named_by {
  index,           ///< `0`, `0:1`
  type_and_index,  ///< `gpu0`, `mig0:1`
  uuid,            ///< `GPU-...`, `MIG-...`
};

namespace detail {

inline std::string uuid_text(device const& which) {
  if (!which.uuid.complete()) {
    message<2000> why;
    if (which.gpu < 0) why << "a device without the number of its GPU";
    if (which.gpu >= 0) why << "GPU " << which.gpu;
    if (which.partition >= 0) why << ", MIG device " << which.partition;
    throw input_error(why << ": its UUID is needed here, and it is not known: `nvidia-smi -L` prints it");
  }
  return to_string(which.uuid).text();
}

inline std::string index_text(device const& which, char const* gpu = "", char const* partition = "") {
  if (which.gpu < 0) {
    throw input_error(which.uuid.complete()
                          ? message<2000>{} << "the number of the GPU with " << to_string(which.uuid).text()
                                            << " is needed here, and it is not known: `nvidia-smi -L` prints it"
                          : message<2000>{}
                                << "a device has the number of its GPU, from 0, or a UUID; this one has none");
  }
  return (which.partition < 0 ? gpu : partition) + std::to_string(which.gpu) +
         (which.partition < 0 ? "" : ":" + std::to_string(which.partition));
}

inline std::string number_or_uuid(device const& which) {
  return which.gpu < 0 && which.uuid.complete() ? uuid_text(which) : index_text(which);
}

inline std::string name_of(device const& which, named_by how) {
  switch (how) {
    case named_by::index:
      return index_text(which);
    case named_by::type_and_index:
      return index_text(which, "gpu", "mig");
    case named_by::uuid:
      break;
  }
  return uuid_text(which);
}

template <class Name>
std::string joined(std::vector<device> const& devices, char const* between, Name const& name) {
  if (devices.empty()) throw input_error("a container is given at least one device here");
  return allotype::detail::joined(devices, between, name);
}

inline document reservation(document devices) {
  devices["capabilities"] = document::array({"gpu"});
  document printed;
  printed["deploy"]["resources"]["reservations"]["devices"].push_back(devices);
  return printed;
}

}  // namespace detail

/// `docker run`: these devices, by their numbers, or by their UUIDs where the numbers are not known. With the quotes
/// that a shell and Docker's own list need: `--gpus '"device=0:0,0:1"'`.
/// \throws input_error if there is no device
[[nodiscard]] inline std::string docker_gpus(std::vector<device> const& devices) {
  return "--gpus " +
         allotype::detail::shell_word("\"device=" + detail::joined(devices, ",", &detail::number_or_uuid) + '"');
}
/// `docker run`: any GPUs of the machine, so many. \throws input_error for a count below 1
[[nodiscard]] inline std::string docker_gpus(int count) {
  if (count < 1) throw input_error(message<2000>{} << "the count of GPUs begins at 1, and it is " << count);
  return "--gpus " + std::to_string(count);
}

/// `docker run` with NVIDIA's runtime: these devices by their UUIDs. \throws input_error if one has no UUID
[[nodiscard]] inline std::string docker_runtime(std::vector<device> const& devices) {
  return "--runtime=nvidia -e NVIDIA_VISIBLE_DEVICES=" + detail::joined(devices, ",", &detail::uuid_text);
}

/// `podman run`, and `docker run` from 28.3: names of the Container Device Interface, `--device nvidia.com/gpu=0:1`.
/// \throws input_error if there is no device, or if a device that is named by its UUID has none
[[nodiscard]] inline std::string cdi_options(std::vector<device> const& devices, named_by how = named_by::index) {
  return detail::joined(devices, " ",
                        [how](device const& each) { return "--device nvidia.com/gpu=" + detail::name_of(each, how); });
}
/// The same, checked against the names that the machine's CDI file has (`nvidia-ctk cdi list`, without
/// `nvidia.com/gpu=`).
/// \throws input_error, too, if a device is not in the file: Podman would not resolve it
[[nodiscard]] inline std::string cdi_options(std::vector<device> const& devices,
                                             std::vector<std::string> const& in_file, named_by how = named_by::index) {
  std::string missing;
  for (device const& each : devices) {
    std::string const name = detail::name_of(each, how);
    bool found = false;
    for (std::string const& known : in_file) found = found || known == name;
    if (!found) missing += " nvidia.com/gpu=" + name;
  }
  if (!missing.empty()) {
    throw input_error(
        message<2000>{}
        << "not in the CDI file:" << missing.c_str() << "; it has " << allotype::detail::joined(in_file)
        << ". Where MIG devices were changed, write it again: nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml");
  }
  return cdi_options(devices, how);
}
/// All of NVIDIA's devices of the machine.
[[nodiscard]] inline std::string cdi_option_of_all() { return "--device nvidia.com/gpu=all"; }

/// What a service of a Compose file says: these devices. \throws input_error if there is no device
[[nodiscard]] inline document compose_service(std::vector<device> const& devices) {
  document ids = document::array();
  if (devices.empty()) throw input_error("a container is given at least one device here");
  for (device const& each : devices) ids.push_back(detail::number_or_uuid(each));
  return detail::reservation({{"driver", "nvidia"}, {"device_ids", ids}});
}
/// The same: any GPUs of the machine, so many. \throws input_error for a count below 1
[[nodiscard]] inline document compose_service(int count) {
  if (count < 1) throw input_error(message<2000>{} << "the count of GPUs begins at 1, and it is " << count);
  return detail::reservation({{"driver", "nvidia"}, {"count", count}});
}

/// The variable that shows a CUDA program these devices alone: their UUIDs, since a MIG device has no number in it. A
/// UUID of drivers before R470 has the numbers of its instances: `MIG-GPU-.../1/0`.
/// \throws input_error if there is no device, or if one has no UUID
[[nodiscard]] inline std::string cuda_visible_devices(std::vector<device> const& devices) {
  return "CUDA_VISIBLE_DEVICES=" + detail::joined(devices, ",", &detail::uuid_text);
}
/// The same for a HIP program: the numbers of its GPUs, of which each partition of an AMD device is one.
[[nodiscard]] inline std::string hip_visible_devices(std::vector<device> const& devices) {
  return "HIP_VISIBLE_DEVICES=" +
         detail::joined(devices, ",", [](device const& each) { return detail::index_text(each); });
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::container
