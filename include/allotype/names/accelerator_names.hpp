// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a name that the program reads to the position of its accelerator in a list of types. The names are those of the
/// catalogue, sorted while compiling; nothing is allocated, and nothing is initialised when the program starts.
///
/// How an accelerator is spelt:
///
/// | whose spelling                  | example                                                                  |
/// |---------------------------------|--------------------------------------------------------------------------|
/// | this library                    | `A100`, `A100 2g.10gb`, `A100 unpartitioned`, `V5E 2x4`                  |
/// | Flyte                           | `nvidia-tesla-a100`                                                      |
/// | NVML and CUDA                   | `NVIDIA A100-SXM4-40GB`, `NVIDIA A100-SXM4-40GB MIG 1c.3g.20gb`          |
/// | Slurm                           | `a100`, `nvidia_a100_2g.10gb`, `gpu:a100_2g.10gb:1`                      |
/// | Kubernetes, the device is known | `nvidia.com/mig-2g.10gb`, `nvidia.com/mig-1g.5gb.me`                     |
///
/// A partition's name under an older driver (`7g.79gb`) means the partition that the newest driver names differently
/// (`7g.80gb`), unless the newest driver uses that name for another partition. Names that are not spelled as in the
/// first three rows are compared without letter case, and with blank, `-` and `_` as equal. A device's name means the
/// device with its partitioning left open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/catalog/nvidia_mig_drivers.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

// ---- spelling

constexpr char without_case_and_separator(char c) { return c == ' ' || c == '_' ? '-' : lower(c); }
constexpr char as_kubernetes_writes(char c) { return as_in_a_label(lower(c)); }

constexpr bool drop_prefix(std::string_view& text, std::string_view prefix) {
  if (!begins_with<&lower>(text, prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}
constexpr bool drop_suffix(std::string_view& text, std::string_view suffix) {
  if (!ends_with<&without_case_and_separator>(text, suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

/// `gpu:a100_3g.20gb:1(S:0)` is Slurm's `a100_3g.20gb`.
constexpr std::string_view without_slurm_decoration(std::string_view text) {
  drop_prefix(text, "gres/");
  drop_prefix(text, "gpu:");
  if (auto const sockets = text.find('('); sockets != text.npos) text = text.substr(0, sockets);
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[text.size() - 1 - digits])) ++digits;
  if (digits > 0 && digits < text.size() && text[text.size() - 1 - digits] == ':') text.remove_suffix(digits + 1);
  return text;
}
constexpr std::string_view without_kubernetes_decoration(std::string_view text) {
  if (!drop_prefix(text, "nvidia.com/")) drop_prefix(text, "amd.com/");
  drop_prefix(text, "mig-");
  return text;
}

constexpr fixed_text<characters_of_a_name> loosely(std::string_view text) {
  fixed_text<characters_of_a_name> result;
  result << text.substr(0, characters_of_a_name);
  for (char* c = result.characters; *c != '\0'; ++c) *c = without_case_and_separator(*c);
  return result;
}

// ---- the table

/// A name and what it means. That of a partition is the device's own name, a blank, and the partition's.
struct known_name {
  char const* device = "";
  char const* partition = "";  ///< empty for a device
  std::int16_t device_length = 0, partition_length = 0;
  std::int16_t target = 0;     ///< position among the types
  std::int16_t of_device = 0;  ///< position among the devices

  constexpr std::string_view device_text() const { return {device, static_cast<std::size_t>(device_length)}; }
  constexpr std::string_view partition_text() const { return {partition, static_cast<std::size_t>(partition_length)}; }
};

template <class Device>
constexpr int count_names() {
  int count = 0;
  for_each_name<Device>([&](char const*) { ++count; });
  return count;
}

/// How many names some drivers had for profiles of `Device`, besides those of the catalogue.
template <class Device>
constexpr int count_names_under_drivers() {
  int count = 0;
  if constexpr (requires { Device::board::name; }) {
    for (mig_name_row const& row : mig_name_rows) count += equal(row.board, Device::board::name) ? 1 : 0;
  }
  return count;
}

/// The compute instances that are smaller than their GPU instance, which is a partition of an NVIDIA GPU.
template <class GpuInstance, class Indices>
struct parts_of_gpu_instance;
template <class GpuInstance, std::size_t... Index>
struct parts_of_gpu_instance<GpuInstance, std::index_sequence<Index...>> {
  static constexpr int slices = parse_mig_name(GpuInstance::name).gpu_slices;
  using type = list<mig_compute_instance<GpuInstance, smaller_compute_instance(slices, static_cast<int>(Index))>...>;
};
template <class Partition>
struct parts_of {
  using type = list<>;
};
template <class Model, class Profile>
struct parts_of<mig_partition<Model, Profile>>
    : parts_of_gpu_instance<mig_partition<Model, Profile>,
                            std::make_index_sequence<static_cast<std::size_t>(
                                smaller_compute_instance(parse_mig_name(Profile::name).gpu_slices, 7))>> {};

/// What a device is handed out in: the partitions that it lists, and the compute instances within them.
template <class Device, class Profiles>
struct all_partitions {
  using type = list<>;
};
template <has_partitions Device, class... Profiles>
struct all_partitions<Device, list<Profiles...>> {
  using type = appended<list<typename Device::template listed_partition<Profiles>...>,
                        typename parts_of<typename Device::template listed_partition<Profiles>>::type...>;
};
template <class Device>
using all_partitions_of = typename all_partitions<Device, typename partitions_of<Device>::type>::type;

/// The types that the names of `Device` lead to: itself, its partitions, and the whole of it where it has any.
template <class Device>
struct targets {
  using type = list<Device>;
};
template <has_partitions Device>
struct targets<Device> {
  using type = appended<list<Device>, all_partitions_of<Device>, list<typename Device::unpartitioned>>;
};
template <class Device>
using targets_of = typename targets<Device>::type;

template <class Device>
inline constexpr int target_count = size_of_list<targets_of<Device>>;

template <class Devices>
struct accelerator_table;
template <class... Devices>
struct accelerator_table<list<Devices...>> {
  using types = appended<targets_of<Devices>...>;
  static constexpr int type_count = (0 + ... + target_count<Devices>);
  static constexpr int device_count = sizeof...(Devices);
  static constexpr int max_names =
      (0 + ... + (count_names<Devices>() + target_count<Devices> - 1 + count_names_under_drivers<Devices>()));
  static constexpr int max_device_names = (0 + ... + count_names<Devices>());
  static_assert(type_count < 0x7fff && max_names < 0x7fff, "positions are kept in 16 bits");

  struct contents {
    known_name names[std::size_t{max_names}]{};
    int count = 0;
    int first_name[std::size_t{device_count + 1}]{};  ///< a device's names are neighbours
    int first_target[std::size_t{device_count + 1}]{};
    std::int16_t sorted[std::size_t{max_device_names}]{};  ///< positions of the devices' names, by their texts
    int sorted_count = 0;

    /// How many names of devices come before `text`.
    constexpr int names_before(std::string_view text) const {
      int first = 0;
      for (int last = sorted_count; first < last;) {
        int const middle = first + (last - first) / 2;
        if (names[sorted[middle]].device_text() < text) {
          first = middle + 1;
        } else {
          last = middle;
        }
      }
      return first;
    }
    /// A device by any of its names, as it is written.
    constexpr int find(std::string_view text) const {
      int const place = names_before(text);
      return place < sorted_count && names[sorted[place]].device_text() == text ? sorted[place] : -1;
    }
    /// The same, letter case and kind of separator ignored.
    constexpr int find_loosely(std::string_view text) const {
      for (int i = 0; i < count; ++i) {
        if (names[i].partition_length > 0) continue;
        if (equal_after<&without_case_and_separator>(names[i].device_text(), text)) return i;
      }
      return -1;
    }
    /// A partition of a device as this library or Kubernetes writes it.
    constexpr int find_partition(int device, std::string_view partition) const {
      for (int i = first_name[device]; i < first_name[device + 1]; ++i) {
        if (names[i].partition_length == 0) continue;
        if (equal_after<&as_kubernetes_writes>(names[i].partition_text(), partition)) return i;
      }
      return -1;
    }

    constexpr void add(known_name const& name) {
      names[count++] = name;
      first_name[name.of_device + 1] = count;
    }
    constexpr void add_device_name(known_name const& name) {
      // A name that several devices answer to means the first, as for `device_named<"…">`.
      if (find(name.device_text()) >= 0) return;
      int const place = names_before(name.device_text());
      for (int i = sorted_count++; i > place; --i) sorted[i] = sorted[i - 1];
      sorted[place] = static_cast<std::int16_t>(count);
      add(name);
    }

    template <class Device, class... Partitions>
    constexpr void add_partitions(list<Partitions...>, int device, int first) {
      auto const add_one = [&](char const* partition, int target) {
        add({Device::name, partition, static_cast<std::int16_t>(length(Device::name)),
             static_cast<std::int16_t>(length(partition)), static_cast<std::int16_t>(target),
             static_cast<std::int16_t>(device)});
      };
      int target = first;
      (add_one(Partitions::name, ++target), ...);
      if constexpr (sizeof...(Partitions) > 0) add_one("unpartitioned", ++target);
    }
    template <class Device>
    constexpr void add_device(int device) {
      int const first = first_target[device];
      first_name[device + 1] = count;
      for_each_name<Device>([&](char const* name) {
        add_device_name({name, "", static_cast<std::int16_t>(length(name)), 0, static_cast<std::int16_t>(first),
                         static_cast<std::int16_t>(device)});
      });
      add_partitions<Device>(all_partitions_of<Device>{}, device, first);
      if constexpr (count_names_under_drivers<Device>() > 0) {
        for (mig_name_row const& row : mig_name_rows) {
          if (!equal(row.board, Device::board::name)) continue;
          if (find_partition(device, row.other) >= 0) continue;
          known_name name = names[find_partition(device, row.profile)];
          name.partition = row.other;
          name.partition_length = static_cast<std::int16_t>(length(row.other));
          add(name);
        }
      }
      first_target[device + 1] = first + target_count<Device>;
    }
  };

  static constexpr contents filled() {
    contents all;
    int device = 0;
    (all.template add_device<Devices>(device++), ...);
    return all;
  }
  static constexpr contents table = filled();
  static constexpr char const* device_names[std::size_t{device_count}] = {Devices::name...};
};

// ---- looking up, and errors

/// What a name means: the device is found (or -1) and its partition is (or -1); a device alone is its own target.
struct found_name {
  int target = -1;
  int device = -1;
  std::string_view partition{};  ///< as asked for, where that is not known
};

/// The partition `asked` of a device, written as this library, Kubernetes or Slurm does.
template <class Table>
constexpr int find_partition_of(int device, std::string_view asked) {
  int const found = Table::table.find_partition(device, without_kubernetes_decoration(asked));
  return found < 0 ? -1 : Table::table.names[found].target;
}

template <class Table>
constexpr int find_device(std::string_view asked) {
  int found = Table::table.find(asked);
  if (found < 0) found = Table::table.find_loosely(asked);
  if (found < 0 && drop_prefix(asked, "nvidia")) {
    bool const ends_there = !asked.empty() && without_case_and_separator(asked.front()) == '-';
    if (ends_there) found = Table::table.find_loosely(asked.substr(1));
  }
  return found < 0 ? -1 : Table::table.names[found].of_device;
}

/// Device and partition in two names.
template <class Table>
constexpr found_name find_in_two(std::string_view device, std::string_view partition) {
  found_name result;
  result.device = find_device<Table>(device);
  if (result.device < 0) return result;
  if (partition.empty()) {
    result.target = Table::table.first_target[result.device];
    return result;
  }
  result.partition = partition;
  result.target = find_partition_of<Table>(result.device, partition);
  return result;
}

/// A name in one text: that of a device, or split where a device ends and a partition begins.
template <class Table>
constexpr found_name find_by_parts(std::string_view asked) {
  found_name result = find_in_two<Table>(asked, {});
  if (result.target >= 0) return result;
  std::string_view const text = without_slurm_decoration(asked);
  result = find_in_two<Table>(text, {});
  for (std::size_t end = text.size(); result.target < 0 && end-- > 1;) {
    if (without_case_and_separator(text[end]) != '-') continue;
    std::string_view device = text.substr(0, end);
    drop_suffix(device, " MIG");
    found_name const parts = find_in_two<Table>(device, text.substr(end + 1));
    // A device with what could be a partition is kept, for the error, while a better split is looked for.
    bool const could_be = parts.device >= 0 && !parts.partition.empty() && is_digit(parts.partition[0]);
    if (parts.target >= 0 || (result.device < 0 && could_be)) result = parts;
  }
  return result;
}

/// The three that are spelt most alike.
using nearest_three = nearest_names<char const*, 3>;

inline message<2000> as_text(nearest_three const& nearest) {
  message<2000> list;
  for (int i = 0; i < nearest.size(); ++i) add_to_list(list, nearest[i]);
  return list;
}

/// The devices that offer a partition of that name.
template <class Table>
message<2000> devices_that_offer(std::string_view partition) {
  message<2000> devices;
  for (int device = 0; device < Table::device_count; ++device) {
    if (find_partition_of<Table>(device, partition) < 0) continue;
    detail::add_to_list(devices, Table::device_names[device]);
  }
  return devices;
}

template <class Table>
[[noreturn]] void no_such_partition_of(int device, std::string_view asked) {
  nearest_three alike(without_kubernetes_decoration(asked), characters_of_a_name);
  for (int i = 0; i < Table::table.count; ++i) {
    known_name const& name = Table::table.names[i];
    if (name.of_device == device && name.partition_length > 0) alike.offer(name.partition, name.partition);
  }
  message<2000> text;
  text << Table::device_names[device];
  if (alike.size() == 0)
    throw input_error(text << " has no partitions, so no \"" << asked.substr(0, characters_of_a_name) << "\" either");
  text << " has no partition \"" << asked.substr(0, characters_of_a_name) << "\"; the nearest are " << as_text(alike);
  message<2000> const others = devices_that_offer<Table>(asked);
  if (!others.empty()) text << "; one of that name is offered by " << others.text();
  throw input_error(text);
}

template <class Table>
[[noreturn]] void no_such_accelerator(std::string_view asked) {
  std::string_view const plain = without_slurm_decoration(asked);
  message<2000> const devices = devices_that_offer<Table>(plain);
  if (!devices.empty()) {
    throw input_error(message<2000>{} << "\"" << asked.substr(0, characters_of_a_name)
                                      << "\" is the name of a partition, and says little "
                                      << "without its device, which could be " << devices.text());
  }
  auto const changed = loosely(plain);
  message<2000> boards;
  for (int device = 0; device < Table::device_count; ++device) {
    auto const name = loosely(Table::device_names[device]);
    std::string_view const text = name.text();
    std::string_view const wanted = changed.text();
    if (!wanted.empty() && text.size() > wanted.size() && text.substr(0, wanted.size()) == wanted &&
        text[wanted.size()] == '-')
      add_to_list(boards, Table::device_names[device]);
  }
  if (!boards.empty()) {
    throw input_error(message<2000>{} << "\"" << asked.substr(0, characters_of_a_name)
                                      << "\" is no accelerator by itself: it is said of " << boards.text());
  }
  nearest_three alike(changed.text(), characters_of_a_name);
  for (int device = 0; device < Table::device_count; ++device) {
    nearest_names<char const*> name_of_device(changed.text(), characters_of_a_name);
    for (int i = 0; i < Table::table.count; ++i) {
      known_name const& name = Table::table.names[i];
      if (name.of_device != device || name.partition_length > 0) continue;
      name_of_device.offer(loosely(name.device_text()).text(), name.device);
    }
    alike.offer_at(name_of_device.distance(), Table::device_names[device]);
  }
  throw input_error(message<2000>{} << "no accelerator is called \"" << asked.substr(0, characters_of_a_name)
                                    << "\"; the nearest are " << as_text(alike));
}

/// The accelerators that names mean, of a list of devices: of `known_devices`, the whole catalogue, or of a list that
/// may contain devices of your own.
template <class Known = known_devices>
class accelerator_names {
  template <class Devices>
  struct devices_selector {
    using type = typename Devices::devices;
  };
  template <class... Devices>
  struct devices_selector<list<Devices...>> {
    using type = list<Devices...>;
  };
  using table = accelerator_table<typename devices_selector<Known>::type>;

 public:
  /// Each device, followed by its partitions and, if it has partitions, by the whole of it.
  using types = typename table::types;
  static constexpr int count = table::type_count;

  /// The position in `types` of what a name means; -1 if it means nothing. Does not allocate. Logarithmic in the number
  /// of names for devices as this library, Flyte and NVML write them; linear for others.
  [[nodiscard]] static constexpr int find(std::string_view name) noexcept { return find_by_parts<table>(name).target; }
  /// The same for a device's name and, apart, a partition's, which may be empty.
  [[nodiscard]] static constexpr int find(std::string_view device, std::string_view partition) noexcept {
    return find_in_two<table>(device, partition).target;
  }

  /// The same, but a name that means nothing, or a partition without its device, is an `input_error`.
  [[nodiscard]] static int at(std::string_view name) {
    found_name const parts = find_by_parts<table>(name);
    if (parts.target >= 0) return parts.target;
    if (parts.device >= 0) no_such_partition_of<table>(parts.device, parts.partition);
    no_such_accelerator<table>(name);
  }
  [[nodiscard]] static int at(std::string_view device, std::string_view partition) {
    found_name const found = find_in_two<table>(device, partition);
    if (found.target >= 0) return found.target;
    if (found.device >= 0) no_such_partition_of<table>(found.device, found.partition);
    no_such_accelerator<table>(device);
  }
};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
