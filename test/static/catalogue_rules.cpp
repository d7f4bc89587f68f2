// SPDX-License-Identifier: BSL-1.0
// The rules that hold between the facts of the catalogue. A wrong cell breaks one of them.
#include <boost/mp11/algorithm.hpp>

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/catalog/mig_name.hpp>

namespace {

using namespace allotype;
using detail::equal;

// ---- MIG profiles

/// What was looked at, over all boards.
struct counts {
  int profiles = 0, with_placements = 0, with_sm_count = 0, with_memory = 0, engine_cells = 0;
  int exceptions = 0;  ///< one instance at most, though the placements would allow more
  constexpr counts& operator+=(counts const& more) {
    profiles += more.profiles;
    with_placements += more.with_placements;
    with_sm_count += more.with_sm_count;
    with_memory += more.with_memory;
    engine_cells += more.engine_cells;
    exceptions += more.exceptions;
    return *this;
  }
  friend constexpr bool operator==(counts const&, counts const&) = default;
};

// Of the whole GPU, where it is published.
template <class Board>
constexpr int board_memory_slices() {
  if constexpr (requires { Board::memory_slices; }) {
    return Board::memory_slices;
  } else {
    return unknown;
  }
}
template <class Board>
constexpr int board_sm_count() {
  if constexpr (requires { Board::sm_count; }) {
    return Board::sm_count;
  } else {
    return unknown;
  }
}

/// The profile that is the whole GPU: most slices, no attribute.
template <class Board>
constexpr mig_row const& full_profile() {
  int full = -1, index = 0;
  for (mig_row const& row : detail::mig_rows<Board>.at) {
    bool const is_plain = parse_mig_name(row.profile).sign == '\0';
    if (is_plain && (full < 0 || row.compute_slices > detail::mig_rows<Board>.at[full].compute_slices)) full = index;
    ++index;
  }
  return detail::mig_rows<Board>.at[full];
}

template <class Board>
constexpr counts count_rows() {
  counts all;
  for (mig_row const& row : detail::mig_rows<Board>.at) {
    ++all.profiles;
    all.with_placements += row.start_count() > 0;
    all.with_sm_count += row.sm_count != unknown;
    all.with_memory += row.memory_mib != unknown;
    for (int engines : {row.copy_engines, row.nvdec, row.nvenc, row.jpeg, row.ofa})
      all.engine_cells += engines != unknown;
  }
  return all;
}

template <class Board>
constexpr bool profiles_are_unique() {
  for (mig_row const& a : detail::mig_rows<Board>.at) {
    int same_name = 0, same_id = 0;
    for (mig_row const& b : detail::mig_rows<Board>.at) {
      same_name += equal(a.profile, b.profile);
      same_id += a.smi_profile_id != unknown && a.smi_profile_id == b.smi_profile_id;
      same_id += a.nvml_profile_id != unknown && a.nvml_profile_id == b.nvml_profile_id;
    }
    if (same_name != 1 || same_id > 2) return false;
  }
  return true;
}

template <class Board>
constexpr bool names_say_the_compute_slices() {
  for (mig_row const& row : detail::mig_rows<Board>.at) {
    mig_name const name = parse_mig_name(row.profile);
    if (!name || name.names_compute_slices || name.gpu_slices != row.compute_slices) return false;
  }
  return true;
}

/// round(ceil(8 * memory / memory of the GPU) / 8 * GB of the GPU), half away from zero: so NVIDIA/go-nvlib makes
/// names.
constexpr int gigabytes_in_the_name(int eighths, int gigabytes_of_gpu) {
  return (eighths * gigabytes_of_gpu * 2 + 8) / 16;
}
constexpr int eighths_of(long long part, long long whole) { return static_cast<int>((8 * part + whole - 1) / whole); }
static_assert(gigabytes_in_the_name(1, 94) == 12 && gigabytes_in_the_name(4, 186) == 93 &&
              gigabytes_in_the_name(4, 189) == 95);
static_assert(eighths_of(1, 8) == 1 && eighths_of(3, 12) == 2 && eighths_of(4864, 40192) == 1 &&
              eighths_of(9856, 40192) == 2);

template <class Board>
constexpr bool names_follow_from_the_memory() {
  mig_row const& full = full_profile<Board>();
  int const gigabytes = parse_mig_name(full.profile).gigabytes;
  for (mig_row const& row : detail::mig_rows<Board>.at) {
    int const name = parse_mig_name(row.profile).gigabytes;
    // By the placement's share and, where it is known, by the memory itself.
    if (row.start_count() > 0 &&
        gigabytes_in_the_name(eighths_of(row.memory_slices, board_memory_slices<Board>()), gigabytes) != name) {
      return false;
    }
    if (row.start_count() > 0 && row.memory_mib != unknown && full.memory_mib != unknown &&
        gigabytes_in_the_name(eighths_of(row.memory_mib, full.memory_mib), gigabytes) != name) {
      return false;
    }
  }
  return true;
}

template <class Board>
constexpr bool placements_are_inside() {
  for (mig_row const& row : detail::mig_rows<Board>.at) {
    for (int i = 0; i < row.start_count(); ++i) {
      if (row.starts[i] < 0 || row.starts[i] + row.memory_slices > board_memory_slices<Board>()) return false;
      if (i > 0 && row.starts[i] <= row.starts[i - 1]) return false;
    }
  }
  return true;
}

/// Most instances that the starts allow beside each other: of equal lengths the first that fits is always right.
constexpr int packing_number(mig_row const& row) {
  int count = 0, free_from = 0;
  for (int i = 0; i < row.start_count(); ++i) {
    if (row.starts[i] < free_from) continue;
    ++count;
    free_from = row.starts[i] + row.memory_slices;
  }
  return count;
}

/// -1 where there is an exception that should not be one.
template <class Board>
constexpr int exceptions_of_packing() {
  int exceptions = 0;
  for (mig_row const& row : detail::mig_rows<Board>.at) {
    if (row.start_count() == 0 || packing_number(row) == row.max_instances) continue;
    media_extensions const media = parse_mig_name(row.profile).media();
    bool const one_on_a_gpu = media == media_extensions::extended || media == media_extensions::all;
    if (!one_on_a_gpu || row.max_instances != 1) return -1;
    ++exceptions;
  }
  return exceptions;
}

constexpr bool within(int instances, int each, int full) {
  return each == unknown || full == unknown || instances == unknown || instances * each <= full;
}

template <class Board>
constexpr bool instances_stay_within_the_full_profile() {
  mig_row const& full = full_profile<Board>();
  for (mig_row const& row : detail::mig_rows<Board>.at) {
    int const n = row.max_instances;
    if (!within(n, row.compute_slices, full.compute_slices) ||
        !within(n, row.memory_slices, board_memory_slices<Board>()) || !within(n, row.sm_count, full.sm_count) ||
        !within(n, row.memory_mib, full.memory_mib)) {
      return false;
    }
    // A full profile without attributes has all engines but those that +me.all alone brings.
    if (!within(n, row.copy_engines, full.copy_engines) || !within(n, row.nvdec, full.nvdec) ||
        !within(n, row.nvenc, full.nvenc) || !within(n, row.jpeg, full.jpeg) || !within(n, row.ofa, full.ofa)) {
      return false;
    }
  }
  return full.compute_slices == Board::compute_slices &&
         (full.sm_count == unknown || board_sm_count<Board>() == unknown || full.sm_count <= board_sm_count<Board>());
}

template <class Board>
constexpr bool sources_are_there() {
  if (Board::source[0] == '\0') return false;
  for (mig_row const& row : detail::mig_rows<Board>.at) {
    // Who knows the MiB says how; who knows places says how.
    if ((row.memory_mib != unknown) != (row.memory_basis[0] != '\0')) return false;
    if (row.placements_basis[0] == '\0') return false;
  }
  return true;
}

template <class Board>
constexpr counts checked() {
  static_assert(profiles_are_unique<Board>());
  static_assert(names_say_the_compute_slices<Board>());
  static_assert(names_follow_from_the_memory<Board>());
  static_assert(placements_are_inside<Board>());
  static_assert(exceptions_of_packing<Board>() >= 0);
  static_assert(instances_stay_within_the_full_profile<Board>());
  static_assert(sources_are_there<Board>());
  counts all = count_rows<Board>();
  all.exceptions = exceptions_of_packing<Board>();
  return all;
}

template <class Device>
struct boards_of {
  using type = list<>;
};
template <class Device>
  requires requires { typename Device::board; }
struct boards_of<Device> {
  using type = list<typename Device::board>;
};
template <class Devices>
struct all_boards;
template <class... Devices>
struct all_boards<list<Devices...>> {
  using type = boost::mp11::mp_unique<boost::mp11::mp_append<typename boards_of<Devices>::type...>>;
};
using boards = all_boards<nvidia_devices>::type;
static_assert(size_of_list<boards> == 22);

template <class... Board>
constexpr counts all_checked(list<Board...>) {
  counts all;
  ((all += checked<Board>()), ...);
  return all;
}
static_assert(all_checked(boards{}) == counts{.profiles = 151,
                                              .with_placements = 131,
                                              .with_sm_count = 77,
                                              .with_memory = 76,
                                              .engine_cells = 477,
                                              .exceptions = 20});

// ---- AMD's modes

template <class Modes>
constexpr bool modes_follow_the_rule() {
  for (int i = 0; i < detail::amd_modes_in<Modes>; ++i) {
    int const partitions = detail::partitions_in(detail::compute_mode_at<Modes>(i), Modes::xcds);
    int const domains = static_cast<int>(detail::memory_mode_at(i));
    if (Modes::xcds % partitions != 0) return false;
    if (detail::status_at<Modes>(i) == amd_mode_status::valid && (domains > partitions || partitions % domains != 0))
      return false;
    for (int j = 0; j < i; ++j) {
      if (detail::compute_mode_at<Modes>(i) == detail::compute_mode_at<Modes>(j) && i / 4 != j / 4) return false;
    }
  }
  // The whole device as one is always possible.
  return detail::status_at<Modes>(0) == amd_mode_status::valid && Modes::source[0] != '\0';
}
static_assert(modes_follow_the_rule<MI300A::modes>() && modes_follow_the_rule<MI300X::modes>());
static_assert(modes_follow_the_rule<MI325X::modes>() && modes_follow_the_rule<MI350X::modes>());
static_assert(modes_follow_the_rule<MI355X::modes>());
static_assert(detail::amd_modes_in<MI300A::modes> + detail::amd_modes_in<MI300X::modes> +
                  detail::amd_modes_in<MI325X::modes> + detail::amd_modes_in<MI350X::modes> +
                  detail::amd_modes_in<MI355X::modes> ==
              80);

// ---- TPU slices

template <class Pod>
constexpr bool topologies_are_in_order() {
  int last = 0;
  for (detail::tpu_row const& row : detail::topologies_of<Pod>) {
    int const* n = row.chips_along;
    int const chips = n[0] * n[1] * (n[2] == 0 ? 1 : n[2]);
    if (n[0] < 1 || n[1] < n[0] || (n[2] == 0) != (Pod::dimensions == 2) || row.listed_by == 0) return false;
    // 2x2x1 aside, dimensions ascend, and topologies are ordered by their chips.
    bool const is_flat = n[2] == 1;
    if (n[2] != 0 && n[2] < n[1] && !is_flat) return false;
    // Of one number of chips there may be two; both then are cubes.
    if (chips < last || (chips == last && chips % 64 != 0)) return false;
    last = chips;
    // A host has 4 or 8 chips, so whole hosts or a share of one.
    if (chips > Pod::chips_of_a_host && chips % Pod::chips_of_a_host != 0) return false;
  }
  return true;
}

template <class Pod>
constexpr bool topologies_are_unique() {
  constexpr int count = detail::topologies_in<Pod>;
  for (int i = 0; i < count; ++i) {
    if (detail::find_topology<Pod>(detail::spelt_topology{detail::topologies_of<Pod>[i].chips_along}) != i)
      return false;
  }
  return true;
}

template <class Pod>
constexpr int topologies_against_the_rule() {
  int against = 0;
  for (detail::tpu_row const& row : detail::topologies_of<Pod>) {
    against += !detail::spelt_topology{row.chips_along}.follows_rule_of_cubes(Pod::max_cubes);
  }
  return against;
}

template <class... Device>
constexpr int checked_topologies(list<Device...>) {
  static_assert((topologies_are_in_order<typename Device::pod>() && ...));
  static_assert((topologies_are_unique<typename Device::pod>() && ...));
  return (detail::topologies_in<typename Device::pod> + ...);
}
static_assert(checked_topologies(google_devices{}) == 223);
static_assert(topologies_against_the_rule<V5P::pod>() == 0);
static_assert(topologies_against_the_rule<TPU7X::pod>() == 1);  // one chip alone

// The twist: 2A = B = C or 2A = 2B = C, and whole cubes.
static_assert(detail::is_twisted(4, 4, 8) && detail::is_twisted(4, 8, 8) && detail::is_twisted(12, 12, 24));
static_assert(!detail::is_twisted(4, 4, 4) && !detail::is_twisted(4, 8, 16) && !detail::is_twisted(2, 4, 4));
static_assert(!detail::is_twisted(4, 8, 0) && !detail::is_twisted(2, 2, 4) && !detail::is_twisted(8, 12, 16));

// ---- devices

template <class... Device>
constexpr bool names_are_unique(list<Device...>) {
  char const* const names[] = {Device::name...};
  int same = 0;
  for (char const* a : names) {
    for (char const* b : names) same += equal(a, b);
  }
  return same == static_cast<int>(sizeof...(Device));
}
static_assert(names_are_unique(detail::known_devices::devices{}));

}  // namespace
