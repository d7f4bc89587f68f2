// SPDX-License-Identifier: BSL-1.0
/// \file
/// What depends on NVIDIA's driver or on a board's firmware: which driver was the first with a profile, and what
/// earlier drivers called it. A profile's name contains the memory that the driver reports, so it changes with that;
/// its ids do not change. The defaults are the newest driver and production firmware, whose names the catalogue has.
#pragma once

#include <allotype/catalog/nvidia_mig.hpp>
#include <allotype/core/driver.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The firmware of a board. Boards with firmware from before their release exist.
enum class mig_firmware { production, pre_release };

/// A profile that came with a driver newer than the first that knows MIG.
struct mig_since_row {
  char const* board;    ///< `board::name`, empty for every board
  int nvml_profile_id;  ///< of the profile
  driver since;         ///< the first branch that has it
};

/// NVIDIA MIG User Guide, supported MIG profiles. Of boards that came later than these drivers it says nothing.
inline constexpr mig_since_row mig_since_rows[] = {
    {"", 9, driver::R525},                       // one compute slice with double memory
    {boards::A100_40GB::name, 7, driver::R470},  // 1g+me
    {boards::A100_80GB::name, 7, driver::R470},
    {boards::A30::name, 7, driver::R470},
    {boards::A30::name, 8, driver::R525},  // 2g+me
};

/// What a profile was called under some drivers, or with some firmware.
struct mig_name_row {
  char const* board;      ///< the board's name in the catalogue
  char const* profile;    ///< as the catalogue has it
  char const* other;      ///< the other name
  mig_firmware firmware;  ///< of the board that reports so
  driver from, to;  ///< the first and the last branch with that name; both are drivers of reports unless said otherwise
  char const* source;  ///< of the fact
};

namespace mig_name_source {
inline constexpr char mig_parted_31[] = "NVIDIA/mig-parted#31: 535 and 545 say so, 495 does not";
inline constexpr char gpu_operator_351[] =
    "NVIDIA/gpu-operator#351: 510.47.03; nebuly-ai/nos#51: in 2024; that it was so in between and to R545 is an "
    "inference";
inline constexpr char gpu_operator_1303[] = "NVIDIA/gpu-operator#1303: nvidia-smi mig -lgip of a board before release";
inline constexpr char by_the_rule[] =
    "an inference: the rule of the other names of that firmware, NVIDIA/gpu-operator#1303";
inline constexpr char dgx_spark_playbooks[] =
    "NVIDIA/dgx-spark-playbooks: the names of a GB300 on 59x, these on 61x; that it was so before 59x is an inference";
}  // namespace mig_name_source

// clang-format off
/// All names that are known to have differed from the catalogue's.
inline constexpr mig_name_row mig_name_rows[] = {
    {boards::A100_80GB::name,   "3g.40gb",    "3g.39gb",    mig_firmware::production,  driver::R535, driver::R545,  mig_name_source::mig_parted_31},
    {boards::A100_80GB::name,   "7g.80gb",    "7g.79gb",    mig_firmware::production,  driver::R510, driver::R545,  mig_name_source::gpu_operator_351},
    {boards::GB200_186GB::name, "1g.23gb",    "1g.24gb",    mig_firmware::pre_release, driver::R450, driver::newest, mig_name_source::gpu_operator_1303},
    {boards::GB200_186GB::name, "1g.23gb+me", "1g.24gb+me", mig_firmware::pre_release, driver::R450, driver::newest, mig_name_source::gpu_operator_1303},
    {boards::GB200_186GB::name, "3g.93gb",    "3g.95gb",    mig_firmware::pre_release, driver::R450, driver::newest, mig_name_source::gpu_operator_1303},
    {boards::GB200_186GB::name, "4g.93gb",    "4g.95gb",    mig_firmware::pre_release, driver::R450, driver::newest, mig_name_source::by_the_rule},
    {boards::GB200_186GB::name, "7g.186gb",   "7g.189gb",   mig_firmware::pre_release, driver::R450, driver::newest, mig_name_source::gpu_operator_1303},
    {boards::GB300_DGX_STATION_252GB::name, "1g.31gb",  "1g.35gb",  mig_firmware::production, driver::R450, driver{609}, mig_name_source::dgx_spark_playbooks},
    {boards::GB300_DGX_STATION_252GB::name, "2g.63gb",  "2g.70gb",  mig_firmware::production, driver::R450, driver{609}, mig_name_source::dgx_spark_playbooks},
    {boards::GB300_DGX_STATION_252GB::name, "3g.126gb", "3g.139gb", mig_firmware::production, driver::R450, driver{609}, mig_name_source::dgx_spark_playbooks},
    {boards::GB300_DGX_STATION_252GB::name, "4g.126gb", "4g.139gb", mig_firmware::production, driver::R450, driver{609}, mig_name_source::dgx_spark_playbooks},
    {boards::GB300_DGX_STATION_252GB::name, "7g.251gb", "7g.278gb", mig_firmware::production, driver::R450, driver{609}, mig_name_source::dgx_spark_playbooks},
};
// clang-format on

namespace detail {

/// The first driver with MIG on a board that came later than R450.
struct mig_board_since_row {
  char const* board;  ///< `board::name`
  driver since;       ///< the first branch with MIG on it
};

/// NVIDIA MIG User Guide 620, "Deployment Considerations". It says nothing of other boards.
inline constexpr mig_board_since_row mig_board_since_rows[] = {
    {boards::A30::name, driver::R460},
    {boards::H100_80GB::name, driver::R525},
    {boards::H100_80GB_PCIE::name, driver::R525},
    {boards::H100_94GB::name, driver::R525},
    {boards::H20_96GB::name, driver::R535},
    {boards::H20_141GB::name, driver::R535},
    {boards::H200_141GB::name, driver::R550},
    {boards::B200_180GB::name, driver::R570},
    {boards::GB200_186GB::name, driver::R570},
    {boards::B300_269GB::name, driver::R580},
    {boards::RTX_PRO_6000_BLACKWELL::name, driver::R575},
    {boards::RTX_PRO_5000_BLACKWELL::name, driver::R575},
    {boards::RTX_PRO_4500_BLACKWELL::name, driver::R575},
    {boards::GB300_DGX_STATION_252GB::name, driver{595}},
    {boards::THOR_IGPU::name, driver{595}},
};

/// The first driver with MIG on that board according to a source; otherwise the first driver with MIG.
constexpr driver first_driver_of_board(char const* board) {
  for (mig_board_since_row const& row : mig_board_since_rows) {
    if (equal(row.board, board)) return row.since;
  }
  return driver::R450;
}
/// The same with that profile.
constexpr driver first_driver_of(char const* board, int nvml_profile_id) {
  driver const of_board = first_driver_of_board(board);
  for (mig_since_row const& row : mig_since_rows) {
    bool const is_it = row.nvml_profile_id == nvml_profile_id && (row.board[0] == '\0' || equal(row.board, board));
    if (is_it) return row.since < of_board ? of_board : row.since;
  }
  return of_board;
}

/// What that driver calls a profile of the catalogue.
constexpr char const* name_of_profile_under(char const* board, char const* profile, driver version,
                                            mig_firmware firmware) {
  for (mig_name_row const& row : mig_name_rows) {
    if (row.firmware == firmware && version >= row.from && version <= row.to && equal(row.board, board) &&
        equal(row.profile, profile)) {
      return row.other;
    }
  }
  return profile;
}

template <class Partition>
struct driver_facts;
template <class Model, class Profile>
struct driver_facts<mig_partition<Model, Profile>> {
  using board = typename Model::board;
  static constexpr driver since = [] {
    if constexpr (requires { mig_partition<Model, Profile>::nvml_profile_id; }) {
      return first_driver_of(board::name, mig_partition<Model, Profile>::nvml_profile_id);
    } else {
      return first_driver_of_board(board::name);
    }
  }();
  template <driver Version, mig_firmware Firmware>
  static constexpr char const* name = name_of_profile_under(board::name, Profile::name, Version, Firmware);
};
template <class GpuInstance, int ComputeSlices>
struct driver_facts<mig_compute_instance<GpuInstance, ComputeSlices>> {
  static constexpr driver since = driver_facts<GpuInstance>::since;
  template <driver Version, mig_firmware Firmware>
  static constexpr auto text =
      compute_instance_name(ComputeSlices, driver_facts<GpuInstance>::template name<Version, Firmware>);
  template <driver Version, mig_firmware Firmware>
  static constexpr char const* name = text<Version, Firmware>.characters;
};

}  // namespace detail

/// A GPU instance or a compute instance of an NVIDIA board.
template <class Partition>
concept mig_instance = requires { detail::driver_facts<Partition>::since; };

/// The first driver with the board and the profile of `Partition` according to a source; otherwise R450, the first
/// driver with MIG.
template <mig_instance Partition>
inline constexpr driver available_since = detail::driver_facts<Partition>::since;

/// According to the sources, that driver has the profile of `Partition`.
template <class Partition, driver Version = driver::newest>
concept available_under = mig_instance<Partition> && Version >= detail::driver_facts<Partition>::since;

namespace detail {

template <class Partition, driver Version, mig_firmware Firmware>
struct name_under {
  static constexpr bool there_is_one = available_under<Partition, Version>;
  static_assert(there_is_one, "this profile came with a later driver than the one named: ask available_under first");
  static constexpr char const* value = driver_facts<Partition>::template name<Version, Firmware>;
};

}  // namespace detail

/// The name of the profile of `Partition` under that driver and firmware: `"7g.79gb"` for the catalogue's `7g.80gb`.
template <mig_instance Partition, driver Version = driver::newest, mig_firmware Firmware = mig_firmware::production>
inline constexpr char const* profile_name_under = detail::name_under<Partition, Version, Firmware>::value;

namespace detail {

template <class Model, class... Profiles>
constexpr int find_partition_under(list<Profiles...>, char const* name, driver version, mig_firmware firmware) {
  char const* const board = Model::board::name;
  int found = -1;
  int index = 0;
  ((found = found < 0 && version >= driver_facts<mig_partition<Model, Profiles>>::since &&
                    equal(name_of_profile_under(board, Profiles::name, version, firmware), name)
                ? index
                : found,
    ++index),
   ...);
  return found;
}

}  // namespace detail

/// The position in `Model::partitions` of the GPU instance that the driver calls so; -1 where there is none.
template <class Model>
  requires requires { typename Model::board; }
[[nodiscard]] constexpr int position_under(char const* name, driver version = driver::newest,
                                           mig_firmware firmware = mig_firmware::production) {
  return detail::find_partition_under<Model>(typename Model::partitions{}, name, version, firmware);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
