// SPDX-License-Identifier: BSL-1.0
/// \file
/// NVIDIA GPUs, and the GPU instances of those that support MIG.
#pragma once

#include <allotype/catalog/base/device.hpp>
#include <allotype/catalog/base/mig_compute_instance.hpp>
#include <allotype/catalog/base/mig_table.hpp>
#include <allotype/catalog/nvidia_compute_capability.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Board>
constexpr mig_board make_board_data() {
  mig_board board{Board::name, mig_rows<Board>.at, mig_rows<Board>.size, Board::compute_slices};
  if constexpr (requires { Board::memory_slices; }) board.memory_slices = Board::memory_slices;
  if constexpr (requires { Board::source; }) board.source = Board::source;
  return board;
}
template <class Board>
inline constexpr mig_board board_data = make_board_data<Board>();

constexpr bool is_plain(mig_row const& row) { return parse_mig_name(row.profile).plain(); }

/// The plain profile that has the least memory of those with as many compute slices: what is meant where only the
/// slices are named.
constexpr bool is_base(mig_board const& board, mig_row const& row) {
  if (!is_plain(row) || row.compute_slices <= 0) return false;
  for (int i = 0; i < board.row_count; ++i) {
    mig_row const& other = board.rows[i];
    bool const has_less = other.compute_slices == row.compute_slices && other.memory_slices < row.memory_slices;
    if (has_less && is_plain(other)) return false;
  }
  return true;
}

// A fact is a member where it is known, and no member where it is not.
#define ALLOTYPE_KNOWN(fact)           \
  template <int Value>                 \
  struct known_##fact {                \
    static constexpr int fact = Value; \
  };                                   \
  template <>                          \
  struct known_##fact<unknown> {}
ALLOTYPE_KNOWN(nvml_profile_id);
ALLOTYPE_KNOWN(smi_profile_id);
ALLOTYPE_KNOWN(compute_slices);
ALLOTYPE_KNOWN(memory_slices);
ALLOTYPE_KNOWN(sm_count);
ALLOTYPE_KNOWN(copy_engines);
ALLOTYPE_KNOWN(nvdec);
ALLOTYPE_KNOWN(nvenc);
ALLOTYPE_KNOWN(jpeg);
ALLOTYPE_KNOWN(ofa);
ALLOTYPE_KNOWN(max_instances);
#undef ALLOTYPE_KNOWN

template <int Mebibytes>
struct known_memory {
  static constexpr bytes memory{static_cast<unsigned long long>(Mebibytes) << 20};
};
template <>
struct known_memory<unknown> {};

/// The position of the profile in the board's table; -1 if it is not there.
constexpr int find_row(mig_board const& board, char const* profile) {
  for (int i = 0; i < board.row_count; ++i) {
    if (equal(board.rows[i].profile, profile)) return i;
  }
  return -1;
}

/// The row of a partition's profile. Behind a name that it has refused nvcc asks for none: the first row then stands
/// in, and brings no further errors.
constexpr int row_of_partition(mig_board const& board, char const* profile) {
  int const row = find_row(board, profile);
  return row < 0 ? 0 : row;
}

/// A row is named by its index, as clang before 18 and nvcc 12 take no element of an array as a template argument.
template <class Board, int Row>
struct known_facts : known_nvml_profile_id<mig_rows<Board>.at[Row].nvml_profile_id>,
                     known_smi_profile_id<mig_rows<Board>.at[Row].smi_profile_id>,
                     known_compute_slices<mig_rows<Board>.at[Row].compute_slices>,
                     known_memory_slices<mig_rows<Board>.at[Row].memory_slices>,
                     known_memory<mig_rows<Board>.at[Row].memory_mib>,
                     known_sm_count<mig_rows<Board>.at[Row].sm_count>,
                     known_copy_engines<mig_rows<Board>.at[Row].copy_engines>,
                     known_nvdec<mig_rows<Board>.at[Row].nvdec>,
                     known_nvenc<mig_rows<Board>.at[Row].nvenc>,
                     known_jpeg<mig_rows<Board>.at[Row].jpeg>,
                     known_ofa<mig_rows<Board>.at[Row].ofa>,
                     known_max_instances<mig_rows<Board>.at[Row].max_instances> {
  static constexpr mig_row row = mig_rows<Board>.at[Row];
};

}  // namespace detail

/// Base of an NVIDIA GPU. It has the facts that follow from its compute capability, if `Capability` says which it is:
/// `nvidia_device<Model, compute_capability<8, 0>>`. The limits here hold for every compute capability since 3.0 (CUDA
/// C++ Programming Guide, "Technical Specifications per Compute Capability").
template <class Model, class Capability = void>
struct nvidia_device : device<Model>, detail::facts_of_capability<Capability> {
  static_assert(
      !requires { detail::facts_of_capability<Capability>::has_no_row; },
      "the catalogue has no row for this compute capability: state the facts as members of your device");
  static constexpr allotype::vendor vendor = allotype::vendor::nvidia;
  static constexpr int max_threads_per_block = 1024;
  static constexpr int warp_size = 32;
};

/// A GPU instance: a slice of `Model` with memory, SMs and engines of its own. Its published facts are members:
/// `memory`, `sm_count`, `compute_slices`, `memory_slices`, `copy_engines`, `nvdec`, `nvenc`, `jpeg`, `ofa`,
/// `max_instances`, `nvml_profile_id`, `smi_profile_id`. Two follow from its name: `media_extensions`, and `graphics`
/// if it is marked `+gfx`.
template <class Model, class Profile>
struct mig_partition
    : part_of_device<Model, mig_partition<Model, Profile>>,
      detail::known_facts<typename Model::board,
                          detail::row_of_partition(detail::board_data<typename Model::board>, Profile::name)> {
  using profile = Profile;
  static constexpr char const* name = Profile::name;
  static constexpr allotype::media_extensions media_extensions = parse_mig_name(Profile::name).media();
  static constexpr bool graphics = parse_mig_name(Profile::name).graphics();
};

namespace detail {

template <class Model, class Board, int Index, bool IsGpuInstance = (Index < compute_instances_from)>
struct mig_part {
  using type = mig_partition<Model, allotype::type_at<Index, typename Board::profiles>>;
};
template <class Model, class Board, int Index>
struct mig_part<Model, Board, Index, false> {
  using type = mig_compute_instance<typename mig_part<Model, Board, Index % compute_instances_from>::type,
                                    Index / compute_instances_from>;
};

template <class Model, class Profiles>
struct partitions_by_member_name;
template <class Model, class... Profiles>
struct partitions_by_member_name<Model, list<Profiles...>> : Profiles::template member<Model>... {};

}  // namespace detail

/// Base of an NVIDIA GPU that supports MIG; `Board` holds its profiles. Boards with the same table share one.
template <class Model, class Board, class Capability = void>
struct mig_device : nvidia_device<Model, Capability>,
                    unlisted_partitions<Model>,
                    detail::partitions_by_member_name<Model, typename Board::profiles> {
  using board = Board;
  using partitions = typename Board::profiles;
  using unpartitioned = allotype::unpartitioned<Model>;

  /// `partition<"2g.10gb">`, the same type as `partition_2g_10gb`, and `partition<"1c.3g.20gb">`, a compute instance
  /// within one. A profile that the board does not offer is an error that lists those it does.
  template <detail::asked_partition<Model> Name,
            int Position = detail::named<detail::partitions_by_name<Model>, Name>::position>
  using partition = typename detail::mig_part<Model, Board, Position>::type;

  template <class Profile>
  using listed_partition = mig_partition<Model, Profile>;

  [[nodiscard]] static constexpr int position_of(char const* name) {
    int const position = detail::find_partition(partitions{}, name);
    return position >= 0 ? position : detail::find_compute_instance(partitions{}, name);
  }
#ifdef __NVCC__
  static constexpr void refuse_partition(char const* name) {
    detail::refuse_compute_instance<Model>(partitions{}, name);
  }
#endif
  /// What is wrong with a name that is no partition's; empty where it is only not known.
  [[nodiscard]] static constexpr fixed_text<2000> why_no_partition(char const* name) {
    return detail::why_no_compute_instance<Model>(partitions{}, name);
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
