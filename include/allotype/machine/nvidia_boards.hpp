// SPDX-License-Identifier: BSL-1.0
/// \file
/// From what NVML says about a board and its GPU instances to the catalogue. A board is known by its product name, an
/// instance by its profile's id on that board, or by its profile's name. What contradicts the catalogue is unknown; no
/// nearest match is taken.
#pragma once

#include <string>
#include <string_view>

#include <boost/mp11/algorithm.hpp>

#include <allotype/accelerator/facts.hpp>
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/dispatch/device_comparison.hpp>

namespace allotype {

/// Positions in the catalogue: of the device in `nvidia_devices`, of the GPU instance in its `partitions`. -1: unknown, or
/// no partition.
struct catalogue_place {
  int device = -1;
  int partition = -1;
  int compute_slices = 0;  ///< of a compute instance that does not fill its GPU instance; 0 for all others

  friend constexpr bool operator==(catalogue_place, catalogue_place) = default;
};

namespace detail {

/// A device of the catalogue as the run time sees it; null and 0 are what nobody published.
struct nvidia_board {
  char const* name = nullptr;
  char const* const* product_names = nullptr;
  int product_count = 0;
  bytes memory{};
  allotype::compute_capability<> compute_capability{};
  char const* const* profiles = nullptr;
  int profile_count = 0;
  mig_row const* rows = nullptr;  ///< in any order
  int row_count = 0;
};

template <class Partitions>
struct names_of_partitions;
template <class... Partitions>
struct names_of_partitions<list<Partitions...>> {
  static constexpr char const* value[sizeof...(Partitions) + 1] = {Partitions::name...};
};

template <class Device>
constexpr nvidia_board nvidia_board_of() {
  nvidia_board board;
  board.name = Device::name;
  if constexpr (requires { Device::product_names; }) {
    board.product_names = Device::product_names;
    board.product_count = static_cast<int>(sizeof(Device::product_names) / sizeof(char const*));
  }
  if constexpr (publishes<Device, fact::memory>) board.memory = fact::memory::of<Device>();
  if constexpr (publishes<Device, fact::compute_capability>) {
    board.compute_capability = fact::compute_capability::of<Device>();
  }
  if constexpr (has_partitions<Device>) {
    board.profiles = names_of_partitions<typename Device::partitions>::value;
    board.profile_count = size_of_list<typename Device::partitions>;
    board.rows = Device::board::rows;
    board.row_count = static_cast<int>(sizeof(Device::board::rows) / sizeof(mig_row));
  }
  return board;
}

template <class Devices>
struct table_of_nvidia_boards;
template <class... Devices>
struct table_of_nvidia_boards<list<Devices...>> {
  static constexpr int count = sizeof...(Devices);
  static constexpr nvidia_board boards[sizeof...(Devices)] = {nvidia_board_of<Devices>()...};
};
using nvidia_boards = table_of_nvidia_boards<nvidia_devices>;

/// Drivers before R470 leave the maker's name out: "A100-SXM4-40GB".
inline bool is_product_name(std::string_view found, std::string_view listed) {
  constexpr std::string_view maker = "NVIDIA ";
  return found == listed || (listed.substr(0, maker.size()) == maker && found == listed.substr(maker.size()));
}

/// Position of the board that NVML calls `name` in `nvidia_devices`; -1 where none is called so, or where its memory (0
/// if unknown) is another's: boards of two sizes go by one name.
inline int find_nvidia_board(std::string_view name, bytes memory) {
  for (int i = 0; i < nvidia_boards::count; ++i) {
    nvidia_board const& board = nvidia_boards::boards[i];
    for (int j = 0; j < board.product_count; ++j) {
      if (!is_product_name(name, board.product_names[j])) continue;
      bool const size_known = memory.count != 0 && board.memory.count != 0;
      return size_known && !is_about(memory, board.memory) ? -1 : i;
    }
  }
  return -1;
}

/// Position of the profile of that name in the partitions of the board; -1 where it has none.
constexpr int find_profile(nvidia_board const& board, std::string_view name) {
  for (int i = 0; i < board.profile_count; ++i) {
    if (name == board.profiles[i]) return i;
  }
  return -1;
}

/// The name of the profile with the id that `nvidia-smi` and NVML's instances have on this board; null where it has none.
inline char const* profile_of_id(nvidia_board const& board, unsigned id) {
  for (int i = 0; i < board.row_count; ++i) {
    if (board.rows[i].smi_profile_id >= 0 && static_cast<unsigned>(board.rows[i].smi_profile_id) == id) {
      return board.rows[i].profile;
    }
  }
  return nullptr;
}

/// `NVIDIA A100-SXM4-40GB MIG 1c.3g.20gb` is the board's name and the profile's.
struct split_name {
  std::string_view board;
  std::string_view profile;  ///< empty where the name is not that of a MIG device
};
inline split_name split_mig_name(std::string_view name) {
  constexpr std::string_view mig = " MIG ";
  std::size_t const at = name.find(mig);
  if (at == std::string_view::npos) return {name, {}};
  return {name.substr(0, at), name.substr(at + mig.size())};
}

/// `1c.3g.20gb` is one compute slice of a `3g.20gb`; no number where the instance is not divided.
struct split_profile {
  int compute_slices = 0;
  std::string_view gpu_instance;
};
constexpr split_profile split_compute_instance(std::string_view profile) {
  bool const divided = profile.size() > 3 && profile[0] >= '1' && profile[0] <= '9' && profile[1] == 'c' && profile[2] == '.';
  if (!divided) return {0, profile};
  return {profile[0] - '0', profile.substr(3)};
}

}  // namespace detail

/// The device's name in the catalogue, e.g. `"A100"`; null where it is unknown.
inline char const* device_name_of(catalogue_place place) {
  return place.device < 0 ? nullptr : detail::nvidia_boards::boards[place.device].name;
}
/// The partition's name in the catalogue, e.g. `"2g.10gb"` or `"1c.3g.20gb"`; empty where there is none or it is unknown.
inline std::string partition_name_of(catalogue_place place) {
  if (place.device < 0 || place.partition < 0) return {};
  std::string const gpu_instance = detail::nvidia_boards::boards[place.device].profiles[place.partition];
  return place.compute_slices == 0 ? gpu_instance : std::to_string(place.compute_slices) + "c." + gpu_instance;
}

/// Where the catalogue has `A`, a device of NVIDIA's or a partition of one; unknown for all others.
template <accelerator A>
constexpr catalogue_place catalogue_place_of() {
  catalogue_place place;
  if constexpr (boost::mp11::mp_contains<nvidia_devices, device_of<A>>::value) {
    place.device = static_cast<int>(boost::mp11::mp_find<nvidia_devices, device_of<A>>::value);
    if constexpr (partition<A>) {
      auto const profile = detail::split_compute_instance(A::name);
      place.partition = detail::find_profile(detail::nvidia_boards::boards[place.device], profile.gpu_instance);
      place.compute_slices = place.partition < 0 ? 0 : profile.compute_slices;
    }
  }
  return place;
}

}  // namespace allotype
