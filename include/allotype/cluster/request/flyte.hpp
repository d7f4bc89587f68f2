// SPDX-License-Identifier: BSL-1.0
/// \file
/// The request to Flyte for an accelerator, computed from the type while compiling. `flyte::to_flyte_idl<A>` is the
/// message that flytekit's accelerator of the same name sends, byte for byte. The messages around it are plain structs,
/// and `flyte::encode<…>` gives their bytes. The names and numbers of fields: cluster/request/detail/flyte_fields.hpp.
#pragma once

#include <allotype/accelerator/alternatives.hpp>
#include <allotype/accelerator/concepts.hpp>
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/quoting/utf8.hpp>
#include <allotype/cluster/request/detail/flyte_fields.hpp>
#include <allotype/cluster/request/quantity.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/refuse.hpp>
#include <allotype/core/detail/text_range.hpp>
#include <allotype/core/units.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::flyte {

/// The generation of Flyte.
enum class dialect {
  flyteidl,   ///< Flyte 1, as flytekit
  flyteidl2,  ///< Flyte 2, as the `flyte` SDK: other names for some devices, and the class of the device
};

// ---- the messages, field by field ----------------------------------------------------------------------------------

/// GPUAccelerator.DeviceClass, of flyteidl2 alone.
enum class device_class {
  nvidia_gpu = 0,
  google_tpu = 1,
  amazon_neuron = 2,
  amd_gpu = 3,
  habana_gaudi = 4,
  apple_silicon = 5
};

/// The oneof `partition_size_value` of a GPUAccelerator.
enum class partitioning {
  open,           ///< not set: any partitioning
  unpartitioned,  ///< the whole device
  partition,      ///< the partition `partition_size`
};

/// GPUAccelerator: the request for all accelerators, including TPUs.
struct gpu_accelerator {
  char const* device = "";                                       ///< Flyte's name of it
  flyte::partitioning partitioning = flyte::partitioning::open;  ///< whether a partition is wanted
  char const* partition_size = "";  ///< read only where `partitioning` says so; may be empty there
  flyte::device_class device_class = flyte::device_class::nvidia_gpu;  ///< sent by `flyteidl2` alone
};

/// The amounts of Flyte's messages are those of Kubernetes.
using allotype::quantity;

/// SharedMemory: a memory-backed volume in the task's container.
struct shared_memory {
  char const* mount_path = "";  ///< in the container
  char const* mount_name = "";  ///< of the volume
  quantity size_limit = {};     ///< empty: the field is left out, and the cluster decides
};

/// The shared memory of a task as the SDK of the dialect asks for it: mounted at /dev/shm.
template <dialect Dialect = dialect::flyteidl>
[[nodiscard]] constexpr shared_memory shared_memory_of(quantity size_limit = {}) {
  return {"/dev/shm", Dialect == dialect::flyteidl ? "flyte-shared-memory" : "flyte-shm", size_limit};
}

/// A message that another one may or may not contain. One that is there is sent even when it is empty.
template <class Message>
struct optional {
  bool present = false;  ///< it is there
  Message value = {};    ///< what it is then

  constexpr optional() = default;
  constexpr optional(Message const& message) : present(true), value(message) {}
};

/// ExtendedResources: what a task needs besides the counts of its container.
struct extended_resources {
  optional<flyte::gpu_accelerator> gpu_accelerator = {};  ///< the device or partition
  optional<flyte::shared_memory> shared_memory = {};      ///< the volume in memory
};

/// Resources.ResourceName.
enum class resource { unknown = 0, cpu = 1, gpu = 2, memory = 3, storage = 4, ephemeral_storage = 5 };

/// Resources.ResourceEntry.
struct resource_entry {
  resource name = resource::unknown;  ///< which resource
  quantity value = {};                ///< how much of it
};

/// Resources of a container.
struct resources {
  /// Amounts of resources, in the order in which they are added; one of each at most.
  struct list {
    int count = 0;                   ///< of the entries
    resource_entry entries[5] = {};  ///< the first `count` are there

    constexpr list() = default;
    template <class... Entry>
    constexpr list(resource_entry first, Entry... more)
        : count(1 + static_cast<int>(sizeof...(more))), entries{first, more...} {}
    /// One more.
    constexpr void add(resource name, quantity value) { entries[count++] = {name, value}; }
  };

  list requests = {};  ///< what the container is given at least
  list limits = {};    ///< what it may use at most
};

/// Container, as far as its resources.
struct container {
  optional<flyte::resources> resources = {};  ///< amounts of cores, memory, devices
};

/// TaskTemplate, as far as a task's type and what it needs.
struct task_template {
  char const* type = "";                                        ///< of the task, e.g. "python-task"
  optional<flyte::container> container = {};                    ///< with the counts
  optional<flyte::extended_resources> extended_resources = {};  ///< kind of device, shared memory
};

/// TaskNodeOverrides, as far as what a task needs: one node of a workflow asks for something else than the task says.
struct task_node_overrides {
  optional<flyte::resources> resources = {};                    ///< amounts of cores, memory, devices
  optional<flyte::extended_resources> extended_resources = {};  ///< kind of device, shared memory
};

// ---- from messages to bytes ----------------------------------------------------------------------------------------

namespace detail {

using allotype::detail::is_utf8;

/// The two ends that a message is written to: one finds the size, the other, in a second run, takes the bytes.
struct counter {
  int size = 0;
  constexpr void put(unsigned char) { ++size; }
};
struct writer {
  unsigned char* to;
  constexpr void put(unsigned char byte) { *to++ = byte; }
};

/// The row of a field in the table of a message. With a name that is not there no message can be encoded while
/// compiling.
template <class Fields>
constexpr allotype::detail::wire_field const& row_of(char const* name) {
  auto const* row = Fields::fields;
  while (!allotype::detail::equal(row->name, name)) ++row;
  return *row;
}

// The fields of each message that are sent, by the names of the table `Fields`.

template <class To>
constexpr void put_fields(To& to, gpu_accelerator const& message) {
  to.put("device", message.device);
  if (message.partitioning == partitioning::unpartitioned) to.put("unpartitioned", true);
  if (message.partitioning == partitioning::partition) to.put("partitionSize", message.partition_size);
  to.put("deviceClass", message.device_class);
}
template <class To>
constexpr void put_fields(To& to, shared_memory const& message) {
  to.put("mountPath", message.mount_path);
  to.put("mountName", message.mount_name);
  to.put("sizeLimit", message.size_limit.characters);
}
template <class To>
constexpr void put_fields(To& to, extended_resources const& message) {
  to.put("gpuAccelerator", message.gpu_accelerator);
  to.put("sharedMemory", message.shared_memory);
}
template <class To>
constexpr void put_fields(To& to, resource_entry const& message) {
  to.put("name", message.name);
  to.put("value", message.value.characters);
}
template <class To>
constexpr void put_fields(To& to, resources const& message) {
  to.put("requests", message.requests);
  to.put("limits", message.limits);
}
template <class To>
constexpr void put_fields(To& to, container const& message) {
  to.put("resources", message.resources);
}
template <class To>
constexpr void put_fields(To& to, task_template const& message) {
  to.put("type", message.type);
  to.put("container", message.container);
  to.put("extendedResources", message.extended_resources);
}
template <class To>
constexpr void put_fields(To& to, task_node_overrides const& message) {
  to.put("resources", message.resources);
  to.put("extendedResources", message.extended_resources);
}

allotype::detail::gpu_accelerator_fields table_of(gpu_accelerator const&);
allotype::detail::shared_memory_fields table_of(shared_memory const&);
allotype::detail::extended_resources_fields table_of(extended_resources const&);
allotype::detail::resource_entry_fields table_of(resource_entry const&);
allotype::detail::resources_fields table_of(resources const&);
allotype::detail::container_fields table_of(container const&);
allotype::detail::task_template_fields table_of(task_template const&);
allotype::detail::task_node_overrides_fields table_of(task_node_overrides const&);
template <class Message>
using fields_of = decltype(table_of(std::declval<Message const&>()));

template <class Message>
constexpr int encoded_size(Message const& message);

/// Writes the fields of a message in protobuf's encoding.
template <class Out, class Fields>
struct encoder {
  Out& out;

  constexpr void put(char const* name, char const* text) {
    auto const& field = row_of<Fields>(name);
    if (*text == '\0' && !field.always) return;
    // Text of the running program is sent as it is.
    if (!is_utf8(text)) allotype::detail::refuse("what is sent to Flyte must be UTF-8");
    begin(field, static_cast<std::uint64_t>(allotype::detail::length(text)));
    while (*text != '\0') out.put(static_cast<unsigned char>(*text++));
  }
  constexpr void put(char const* name, bool value) { put_number(name, value); }
  template <class Enumeration>
    requires std::is_enum_v<Enumeration>
  constexpr void put(char const* name, Enumeration value) {
    put_number(name, static_cast<int>(value));
  }
  template <class Message>
  constexpr void put(char const* name, optional<Message> const& message) {
    if (message.present) put_message(name, message.value);
  }
  constexpr void put(char const* name, resources::list const& list) {
    for (int i = 0; i < list.count; ++i) put_message(name, list.entries[i]);
  }

 private:
  constexpr void begin(allotype::detail::wire_field const& field, std::uint64_t number) {
    allotype::detail::write_tag(out, field.number, wire_type_of(field.kind));
    allotype::detail::write_varint(out, number);
  }
  constexpr void put_number(char const* name, int number) {
    auto const& field = row_of<Fields>(name);
    if (number != 0 || field.always) begin(field, static_cast<std::uint64_t>(number));
  }
  template <class Message>
  constexpr void put_message(char const* name, Message const& message) {
    begin(row_of<Fields>(name), static_cast<std::uint64_t>(encoded_size(message)));
    encoder<Out, fields_of<Message>> inner{out};
    put_fields(inner, message);
  }
};

template <class Out, class Message>
constexpr void write_fields(Out& out, Message const& message) {
  encoder<Out, fields_of<Message>> to{out};
  put_fields(to, message);
}

template <class Message>
constexpr int encoded_size(Message const& message) {
  counter size;
  write_fields(size, message);
  return size.size;
}

/// The bytes of a message, exactly as many as it has.
template <int Size>
struct encoded {
  unsigned char bytes[std::size_t{Size > 0 ? Size : 1}]{};

  [[nodiscard]] static constexpr int size() noexcept { return Size; }
  [[nodiscard]] constexpr unsigned char const* data() const noexcept { return bytes; }
  [[nodiscard]] constexpr unsigned char const* begin() const noexcept { return bytes; }
  [[nodiscard]] constexpr unsigned char const* end() const noexcept { return bytes + Size; }

  template <int Other>
  friend constexpr bool operator==(encoded const& a, encoded<Other> const& b) {
    if constexpr (Size != Other) {
      return false;
    } else {
      for (int i = 0; i < Size; ++i) {
        if (a.bytes[i] != b.bytes[i]) return false;
      }
      return true;
    }
  }
};

template <class Description>
consteval auto encode(Description) {
  encoded<encoded_size(Description::value)> result;
  writer to{result.bytes};
  write_fields(to, Description::value);
  return result;
}

}  // namespace detail

/// The protobuf encoding of the message `Description::value`.
///
/// \code
/// struct needs {
///   static constexpr flyte::extended_resources value{.gpu_accelerator = flyte::message_of<A100::unpartitioned>,
///                                                    .shared_memory = flyte::shared_memory_of("2Gi")};
/// };
/// constexpr auto bytes = flyte::encode<needs>;
/// \endcode
template <class Description>
inline constexpr auto encode = detail::encode(Description{});

// ---- from accelerators to messages ---------------------------------------------------------------------------------

namespace detail {

template <class Device, dialect Dialect>
concept has_name_of_its_own = Dialect == dialect::flyteidl2 && requires { Device::flyte2_name; };

/// False for partitions that the device has and Flyte does not offer.
template <class A>
constexpr bool is_offered() {
  if constexpr (requires { A::flyte_offers; }) {
    return A::flyte_offers;
  } else {
    return true;
  }
}

template <class A, dialect Dialect>
constexpr bool has_name() {
  using device = device_of<A>;
  return has_name_of_its_own<device, Dialect> || requires { device::flyte_name; };
}

/// Flyte's name of a device in that dialect.
template <class Device, dialect Dialect>
constexpr char const* device_name() {
  if constexpr (has_name_of_its_own<Device, Dialect>) {
    return Device::flyte2_name;
  } else {
    return Device::flyte_name;
  }
}

template <class A, dialect Dialect>
constexpr bool names_are_utf8() {
  if constexpr (accelerator_partition<A>) {
    if (!is_utf8(A::name)) return false;
  }
  return is_utf8(device_name<device_of<A>, Dialect>());
}

/// `other` has no class of its own, and is sent as class 0, as the SDK sends an unknown class.
constexpr device_class class_of(vendor maker) {
  switch (maker) {
    case vendor::google:
      return device_class::google_tpu;
    case vendor::aws:
      return device_class::amazon_neuron;
    case vendor::amd:
      return device_class::amd_gpu;
    case vendor::intel:
      return device_class::habana_gaudi;
    case vendor::apple:
      return device_class::apple_silicon;
    default:
      return device_class::nvidia_gpu;
  }
}

template <class A, dialect Dialect>
constexpr gpu_accelerator to_message() {
  gpu_accelerator message{.device = device_name<device_of<A>, Dialect>()};
  if constexpr (allotype::detail::whole_device<A>) {
    message.partitioning = partitioning::unpartitioned;
  } else if constexpr (accelerator_partition<A>) {
    message.partitioning = partitioning::partition;
    message.partition_size = A::name;
  }
  if (Dialect == dialect::flyteidl2) message.device_class = class_of(A::vendor);
  return message;
}

}  // namespace detail

/// Flyte 2 has a name for a share of the GPU `Device`.
template <class Device>
concept can_be_shared = requires { Device::flyte2_shared_name; };

namespace detail {

template <class Device>
struct shared_gpu {
  static_assert(can_be_shared<Device>, "Flyte 2 has shares of T4, L4, A10, A10G and L40S, and none of this device");
  using type = Device;
};
template <can_be_shared Device>
struct shared_gpu<Device> {
  using type = unlisted_gpu<fixed_text{Device::flyte2_shared_name}, Device::vendor>;
};

}  // namespace detail

/// A share of a GPU, as Flyte 2 requests it: `shared<T4>` is for nodes whose T4s several tasks use at a time, by
/// time-slicing or MPS. It is for requests; code runs on the device.
template <class Device>
using shared = typename detail::shared_gpu<Device>::type;

/// Flyte has a name for `A`, so it can be requested. False for the host processor, which is not requested as an
/// accelerator, and for partitions that Flyte does not offer.
template <class A, dialect Dialect = dialect::flyteidl>
concept has_name = accelerator<A> && !host_processor<A> && detail::has_name<A, Dialect>() && detail::is_offered<A>() &&
                   detail::names_are_utf8<A, Dialect>();

namespace detail {

template <class A, dialect Dialect>
struct message_for {
  static constexpr bool nameable = has_name<A, Dialect>();
  static constexpr bool utf8 = [] {
    if constexpr (nameable) {
      return names_are_utf8<A, Dialect>();
    } else {
      return false;
    }
  }();
  static_assert(
      !host_processor<A>,
      "the host processor is no accelerator to request of Flyte: a task on it asks for cpus and memory alone");
  static constexpr bool withheld = detail::has_name<A, Dialect>() && !is_offered<A>();
  static_assert(
      !withheld,
      "Flyte does not hand out this partition; unlisted_partition<\"name\"> of the device asks for it all the "
      "same");
  static_assert(host_processor<A> || withheld || nameable,
                "no Flyte name is published for this device; name one with unlisted_gpu<\"label\">, or with a member "
                "flyte_name in a device of your own");
  static_assert(utf8 || !nameable, "what is sent to Flyte must be UTF-8, and this name is not");
  static constexpr gpu_accelerator message() {
    if constexpr (utf8) {
      return to_message<A, Dialect>();
    } else {
      return {};
    }
  }
  static constexpr gpu_accelerator value = message();
};

}  // namespace detail

/// The GPUAccelerator message of an accelerator. A device without a Flyte name does not compile.
template <accelerator A, dialect Dialect = dialect::flyteidl>
inline constexpr gpu_accelerator const& message_of = detail::message_for<A, Dialect>::value;

/// The bytes of that message.
template <accelerator A, dialect Dialect = dialect::flyteidl>
inline constexpr auto to_flyte_idl = detail::encode(detail::message_for<A, Dialect>{});

// ---- what a task asks for ------------------------------------------------------------------------------------------

/// A task's needs. Zero means not stated.
template <accelerator A>
struct task_request {
  char const* type = "";  ///< Flyte's name for the plugin that runs the task, e.g. "python-task"
  int cpus = 0;           ///< cores of the host
  bytes memory = {};      ///< of the host
  int gpus = 0;  ///< of whatever kind `A` is; not stated means one, for Flyte ignores an accelerator without a count
  bytes ephemeral_storage = {};  ///< of the host's disk
  bytes shared_memory = {};      ///< for /dev/shm
};

namespace detail {

/// A task (task/task.hpp), as far as its needs.
template <class Task>
concept states_needs = requires {
  typename Task::wanted;
  typename Task::limits;
};

}  // namespace detail

/// The request of a task that runs on `A` with the limits of task/limits.hpp.
template <accelerator A, class Limits>
[[nodiscard]] constexpr task_request<A> request_of(char const* type = "") {
  task_request<A> result{.type = type};
  if constexpr (requires { Limits::cpus::value; }) result.cpus = Limits::cpus::value;
  if constexpr (requires { Limits::memory::value; }) result.memory = Limits::memory::value;
  if constexpr (requires { Limits::gpus::value; }) result.gpus = Limits::gpus::value;
  if constexpr (requires { Limits::ephemeral_storage::value; }) {
    result.ephemeral_storage = Limits::ephemeral_storage::value;
  }
  return result;
}

/// The request of a task. Flyte has no "or", so the request is for the first alternative.
template <detail::states_needs Task>
[[nodiscard]] constexpr auto request_of(Task const&) {
  return request_of<type_at<0, alternatives_of<typename Task::wanted>>, typename Task::limits>();
}

/// The TaskTemplate of a request. Requests and limits are equal.
template <dialect Dialect = dialect::flyteidl, accelerator A>
[[nodiscard]] constexpr task_template to_task_template(task_request<A> const& request) {
  resources::list amounts;  // in flytekit's order
  if (request.ephemeral_storage.count != 0) {
    amounts.add(resource::ephemeral_storage, quantity{request.ephemeral_storage});
  }
  if (request.cpus != 0) amounts.add(resource::cpu, quantity{request.cpus});
  if constexpr (!host_processor<A>) amounts.add(resource::gpu, quantity{request.gpus == 0 ? 1 : request.gpus});
  if (request.memory.count != 0) amounts.add(resource::memory, quantity{request.memory});

  task_template result{.type = request.type};
  if (amounts.count != 0) {
    result.container = container{.resources = resources{.requests = amounts, .limits = amounts}};
  }
  extended_resources needs;
  if constexpr (!host_processor<A>) needs.gpu_accelerator = message_of<A, Dialect>;
  if (request.shared_memory.count != 0) {
    needs.shared_memory = shared_memory_of<Dialect>(quantity{request.shared_memory});
  }
  if (needs.gpu_accelerator.present || needs.shared_memory.present) result.extended_resources = needs;
  return result;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::flyte
